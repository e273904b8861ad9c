import { type Kysely, sql } from "kysely";

/** The life of a document: days of effect, notices and their confirmations, abolition, and who cares for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

/** A reader's act on a version: it lives as long as the version, and is only added. */
const acts = (name: string) => `CREATE TABLE ${name} (
    document_id text COLLATE "C" NOT NULL,
    number integer NOT NULL,
    user_id text COLLATE "C" NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (document_id, number, user_id)
  )`;

const STATEMENTS = [
  // The writer of a publication does their work.
  "DROP TRIGGER version_published ON documents",
  "DROP FUNCTION number_version",
  "DROP TRIGGER document_deleted ON documents",
  "DROP FUNCTION delete_versions",
  // `kept_from`: the day on which it was published, or its day was corrected. `version_is_default`: its label follows
  // its first day. `fields`: what a draft changes of its document.
  `ALTER TABLE revisions
    ADD effective_from date,
    ADD kept_from date,
    ADD note text,
    ADD notice text NOT NULL DEFAULT 'none' CHECK (notice IN ('none', 'tell', 'confirm')),
    ADD confirm_by date,
    ADD withdrawn json,
    ADD returned json,
    ADD fields json,
    ADD version_is_default boolean NOT NULL DEFAULT false`,
  // Versions from before days of effect were in force from their publication on. A clock may have been set back since,
  // and the last one published is in force.
  `UPDATE revisions SET effective_from = day, kept_from = day FROM (
    SELECT revision_id, max((published_at AT TIME ZONE 'UTC')::date) OVER (PARTITION BY document_id ORDER BY number) AS day
    FROM revisions WHERE number IS NOT NULL
  ) AS dated WHERE dated.revision_id = revisions.revision_id`,
  `ALTER TABLE documents
    ADD next_on date,
    ADD abolitions json NOT NULL DEFAULT '[]',
    ADD number text,
    ADD category text,
    ADD owner text,
    ADD contact text,
    ADD review_by date,
    ADD editors text[] COLLATE "C" NOT NULL DEFAULT '{}',
    ADD source text,
    ADD history text NOT NULL DEFAULT 'admins' CHECK (history IN ('admins', 'readers'))`,
  // Lists by category have the index's directory for their order.
  "DROP TRIGGER count_update ON documents",
  `CREATE CONSTRAINT TRIGGER count_update AFTER UPDATE ON documents
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
      OLD.revision_id IS DISTINCT FROM NEW.revision_id OR NEW.revision_id IS NOT NULL
        AND (OLD.title, OLD.version, OLD.audience, OLD.number, OLD.category)
          IS DISTINCT FROM (NEW.title, NEW.version, NEW.audience, NEW.number, NEW.category))
    EXECUTE FUNCTION count_change()`,
  "CREATE INDEX documents_next_on ON documents (next_on) WHERE next_on IS NOT NULL",
  // Which day the pointers of all documents stand for. The first instance states the time zone.
  `CREATE TABLE calendar (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    time_zone text,
    day date NOT NULL
  )`,
  "INSERT INTO calendar (day) SELECT coalesce(max(effective_from), '2000-01-01') FROM revisions",
  acts("confirmations"),
  "CREATE INDEX confirmations_of_user ON confirmations (user_id)",
  acts("notice_reads"),
  "CREATE INDEX notice_reads_of_user ON notice_reads (user_id)",
  `CREATE TABLE reminders (
    reminder_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    document_id text COLLATE "C" NOT NULL,
    number integer NOT NULL,
    by_user text COLLATE "C",
    at timestamptz NOT NULL DEFAULT clock_timestamp()
  )`,
  "CREATE INDEX reminders_of_version ON reminders (document_id, number)",
  // What stays of a text that was destroyed.
  `CREATE TABLE destroyed (
    document_id text COLLATE "C" NOT NULL,
    number integer NOT NULL,
    text_sha256 text NOT NULL,
    legal_order text,
    by_user text COLLATE "C",
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (document_id, number)
  )`,
];
