import { type Kysely, sql } from "kysely";

/**
 * Keeps replaced revisions as older versions, each with its number, and uploaded files, each content once
 * (docs/decisions/0025-versions-and-originals.md).
 *
 * Triggers number versions and delete them with their document, so that no statement can forget it, also of an older
 * instance beside this one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`SELECT quote_ident(current_schema()) AS schema`.execute(db);
  for (const statement of statements(rows[0]?.schema ?? "public")) await sql.raw(statement).execute(db);
}

const statements = (schema: string) => [
  // Another instance may be publishing: its version would get no number.
  `LOCK TABLE ${schema}.documents IN SHARE ROW EXCLUSIVE MODE`,
  `CREATE TABLE ${schema}.originals (
    sha256 bytea PRIMARY KEY,
    bytes integer NOT NULL
  )`,
  `CREATE TABLE ${schema}.original_parts (
    sha256 bytea NOT NULL REFERENCES ${schema}.originals ON DELETE CASCADE,
    part integer NOT NULL,
    content bytea NOT NULL,
    PRIMARY KEY (sha256, part)
  )`,
  // Most files are already compressed.
  `ALTER TABLE ${schema}.original_parts ALTER content SET STORAGE EXTERNAL`,

  `ALTER TABLE ${schema}.documents ADD COLUMN versions integer NOT NULL DEFAULT 0`,
  `ALTER TABLE ${schema}.revisions
    ADD COLUMN number integer,
    ADD COLUMN published_at timestamptz,
    ADD COLUMN by_user text,
    ADD COLUMN chunk_count integer,
    ADD COLUMN original bytea REFERENCES ${schema}.originals,
    ADD COLUMN original_media_type text,
    ADD COLUMN original_for text CHECK (original_for IN ('admins', 'readers')),
    ADD UNIQUE (document_id, number)`,
  // The index of the new constraint finds a document's revisions too.
  `DROP INDEX ${schema}.revisions_document`,
  `CREATE INDEX revisions_original ON ${schema}.revisions (original) WHERE original IS NOT NULL`,

  // For the oldest versions of all documents, with their chunks.
  `CREATE INDEX revisions_published ON ${schema}.revisions (published_at, revision_id) INCLUDE (chunk_count)
    WHERE number IS NOT NULL`,

  // chunk_count stays null until the revision is replaced: no reader waits while all chunks are counted.
  `UPDATE ${schema}.revisions SET number = 1, published_at = created_at,
      by_user = (SELECT by_user FROM ${schema}.audit_entries
        WHERE audit_entries.document_id = revisions.document_id AND kind = 'document-published'
        ORDER BY entry_id DESC LIMIT 1)
    WHERE revision_id IN (SELECT revision_id FROM ${schema}.documents)`,
  `UPDATE ${schema}.revisions SET published_at = published.at
    FROM (
      SELECT document_id, max(at) AS at FROM ${schema}.document_states WHERE title IS NOT NULL GROUP BY document_id
    ) AS published
    WHERE revisions.number = 1 AND revisions.document_id = published.document_id`,
  `UPDATE ${schema}.documents SET versions = 1 WHERE revision_id IS NOT NULL`,

  `CREATE FUNCTION ${schema}.number_version() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.versions := OLD.versions + 1;
      UPDATE ${schema}.revisions SET number = NEW.versions, published_at = clock_timestamp()
        WHERE revision_id = NEW.revision_id;
      RETURN NEW;
    END
  $$`,
  `CREATE TRIGGER version_published BEFORE UPDATE ON ${schema}.documents FOR EACH ROW
    WHEN (NEW.revision_id IS NOT NULL AND NEW.revision_id IS DISTINCT FROM OLD.revision_id)
    EXECUTE FUNCTION ${schema}.number_version()`,

  `CREATE FUNCTION ${schema}.delete_versions() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM ${schema}.revisions WHERE document_id = NEW.document_id AND number IS NOT NULL;
      RETURN NULL;
    END
  $$`,
  `CREATE TRIGGER document_deleted AFTER UPDATE ON ${schema}.documents FOR EACH ROW
    WHEN (OLD.revision_id IS NOT NULL AND NEW.revision_id IS NULL)
    EXECUTE FUNCTION ${schema}.delete_versions()`,
];
