import { type Kysely, sql } from "kysely";
import { refuseBesideOlderInstances } from "./older-instances.js";

/**
 * What the index in memory reads: the changes of documents and vocabulary in the order of their commits, the stored term
 * vectors, and the vocabulary. It replaces the index of chunks in the database, and the copies of audiences.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`SELECT quote_ident(current_schema()) AS schema`.execute(db);
  const schema = rows[0]?.schema ?? "public";
  // The outline of a long document reads its headings only. First, because it takes longest and needs no strong lock.
  await sql
    .raw(`CREATE INDEX chunks_headings ON ${schema}.chunks (revision_id, place)
      WHERE chunk ->> 'text_type' IN ('heading', 'annex_title')`)
    .execute(db);
  // Behind a lock that waits, every reader would wait.
  await sql`SET LOCAL lock_timeout = '10s'`.execute(db);
  await sql.raw(`LOCK TABLE ${schema}.documents IN ACCESS EXCLUSIVE MODE`).execute(db);
  // An older instance that began since then cannot read documents, but it is connected.
  await refuseBesideOlderInstances(db, "0014");
  for (const statement of statements(schema)) await sql.raw(statement).execute(db);
}

/** How many transactions an index may be behind before it must be built from the start. */
const CHANGES_KEPT = 10_000;

/** Only what search reads counts as a change. Its condition is tested when the row is written, not at commit. */
const COUNTED = [
  ["INSERT", "documents", "NEW.revision_id IS NOT NULL"],
  ["DELETE", "documents", "OLD.revision_id IS NOT NULL"],
  [
    "UPDATE",
    "documents",
    `OLD.revision_id IS DISTINCT FROM NEW.revision_id OR NEW.revision_id IS NOT NULL
      AND (OLD.title, OLD.version, OLD.audience) IS DISTINCT FROM (NEW.title, NEW.version, NEW.audience)`,
  ],
  ["INSERT", "vocabulary", "true"],
  ["DELETE", "vocabulary", "true"],
  ["UPDATE", "vocabulary", "OLD IS DISTINCT FROM NEW"],
] as const;

const statements = (schema: string) => [
  `CREATE TABLE ${schema}.index_head (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    number bigint NOT NULL,
    stamp uuid NOT NULL
  )`,
  // A number for each transaction. Without a document_id, the vocabulary changed.
  `CREATE TABLE ${schema}.changes (
    number bigint NOT NULL,
    stamp uuid NOT NULL,
    document_id text COLLATE "C",
    UNIQUE NULLS NOT DISTINCT (number, document_id)
  )`,
  `INSERT INTO ${schema}.index_head (number, stamp) VALUES (1, gen_random_uuid())`,
  `INSERT INTO ${schema}.changes (number, stamp) SELECT number, stamp FROM ${schema}.index_head`,

  `CREATE TABLE ${schema}.vocabulary (
    said text COLLATE "C" PRIMARY KEY,
    meant text[] NOT NULL,
    both_ways boolean NOT NULL,
    weight double precision NOT NULL,
    "on" boolean NOT NULL,
    starter boolean NOT NULL
  )`,
  // Its row exists once the entries that come with the service were added.
  `CREATE TABLE ${schema}.vocabulary_starters (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    added_at timestamptz NOT NULL DEFAULT now()
  )`,

  `CREATE TABLE ${schema}.term_vectors (
    revision_id bigint NOT NULL REFERENCES ${schema}.revisions ON DELETE CASCADE,
    terms_version integer NOT NULL,
    vectors bytea NOT NULL,
    PRIMARY KEY (revision_id, terms_version)
  )`,
  // They are already compact.
  `ALTER TABLE ${schema}.term_vectors ALTER vectors SET STORAGE EXTERNAL`,
  `CREATE TABLE ${schema}.terms_versions (
    terms_version integer PRIMARY KEY,
    used_at timestamptz NOT NULL DEFAULT now()
  )`,

  // Runs at commit, where the row of the head is the last lock that a transaction waits for: so numbers have the order
  // of the commits, and no two transactions can deadlock. One transaction counts once, however many rows it changes.
  //
  // It runs as the owner of the tables, so that every role that may write a document counts its changes, and none can
  // write them otherwise. Its search path is fixed, the temporary schema last.
  `CREATE FUNCTION ${schema}.count_change() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
    DECLARE
      this_transaction text := pg_current_xact_id()::text;
      changed text;
    BEGIN
      IF TG_OP <> 'TRUNCATE' AND TG_TABLE_NAME = 'documents' THEN
        changed := coalesce(NEW.document_id, OLD.document_id);
      END IF;
      IF current_setting('retrieval.counted_in', true) IS DISTINCT FROM this_transaction THEN
        UPDATE ${schema}.index_head SET number = number + 1, stamp = gen_random_uuid();
        PERFORM set_config('retrieval.counted_in', this_transaction, true);
        DELETE FROM ${schema}.changes WHERE number <= (SELECT number - ${CHANGES_KEPT} FROM ${schema}.index_head);
      END IF;
      IF TG_OP = 'TRUNCATE' THEN
        DELETE FROM ${schema}.changes;
      END IF;
      INSERT INTO ${schema}.changes (number, stamp, document_id)
        SELECT number, stamp, changed FROM ${schema}.index_head ON CONFLICT DO NOTHING;
      RETURN NULL;
    END
  $$`,
  `REVOKE ALL ON FUNCTION ${schema}.count_change() FROM PUBLIC`,
  ...COUNTED.map(
    ([
      event,
      table,
      condition,
    ]) => `CREATE CONSTRAINT TRIGGER count_${event.toLowerCase()} AFTER ${event} ON ${schema}.${table}
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION ${schema}.count_change()`,
  ),
  // No index can follow a table that was emptied: each is built from the start.
  ...["documents", "vocabulary"].map(
    (table) => `CREATE TRIGGER count_truncate AFTER TRUNCATE ON ${schema}.${table}
      FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.count_change()`,
  ),

  // Copies of audiences and terms, which the index in memory replaces.
  `DROP TRIGGER document_added ON ${schema}.documents`,
  `DROP TRIGGER document_audience_changed ON ${schema}.documents`,
  `DROP FUNCTION ${schema}.keep_document_audience()`,
  `DROP TABLE ${schema}.document_audience, ${schema}.search_entries, ${schema}.search_state`,
  `ALTER TABLE ${schema}.documents DROP COLUMN audience_copied`,
  `DROP INDEX ${schema}.documents_audience`,
];
