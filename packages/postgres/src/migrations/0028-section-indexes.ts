import { type Kysely, sql } from "kysely";

/** Indexes of sections outside the process, and which revisions each has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // In use for its layout is the one that was chosen last. `owner`: the database that made it, and not a copy of it.
  `CREATE TABLE section_indexes (
    name text PRIMARY KEY,
    owner text NOT NULL,
    layout text NOT NULL,
    dimensions integer,
    chosen_at timestamptz,
    used_at timestamptz NOT NULL DEFAULT clock_timestamp()
  )`,
  "CREATE INDEX section_indexes_layout ON section_indexes (layout, chosen_at)",
  // A row begins before the first section is sent, and ends after the last one is removed. Without `totals`, some
  // sections may be missing. `sections`: how many the index has, also without text.
  `CREATE TABLE indexed_revisions (
    name text NOT NULL REFERENCES section_indexes ON DELETE CASCADE,
    revision_id bigint NOT NULL,
    claim uuid NOT NULL DEFAULT gen_random_uuid(),
    claimed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    totals json,
    sections integer,
    meaning boolean NOT NULL DEFAULT false,
    PRIMARY KEY (name, revision_id)
  )`,
];
