import { type Kysely, sql } from "kysely";

/**
 * The search index: one row for each chunk of a published version, with a copy of its document's audience, so that one
 * index holds what a search asks for and who may see it (docs/decisions/0009-search-in-postgresql.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `CREATE TABLE search_entries (
    revision_id bigint NOT NULL REFERENCES revisions ON DELETE CASCADE,
    place integer NOT NULL,
    document_id text COLLATE "C" NOT NULL,
    text_type text NOT NULL,
    terms tsvector NOT NULL,
    length integer,
    audience text[] NOT NULL,
    sampled boolean NOT NULL,
    PRIMARY KEY (revision_id, place)
  )`,
  "CREATE INDEX search_entries_terms ON search_entries USING gin (terms, audience)",
  "CREATE INDEX search_entries_sample ON search_entries USING gin (terms, audience) WHERE sampled",

  // The version of the rules that made the terms: another version needs a full reindex.
  `CREATE TABLE search_state (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    terms_version integer NOT NULL
  )`,
];
