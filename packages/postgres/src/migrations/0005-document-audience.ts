import { type Kysely, sql } from "kysely";

/**
 * A second copy of the audience of each published document, a row per element: in the order of a reader's pages, so
 * that a page costs the same whatever share of the documents the reader sees
 * (docs/decisions/0015-pages-for-each-reader.md).
 *
 * Triggers maintain it, so that no statement that writes a document can forget it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`SELECT quote_ident(current_schema()) AS schema`.execute(db);
  for (const statement of statements(rows[0]?.schema ?? "public")) await sql.raw(statement).execute(db);
}

const statements = (schema: string) => [
  // Another instance may be writing: a commit between the copy and the triggers would be lost.
  `LOCK TABLE ${schema}.documents IN SHARE ROW EXCLUSIVE MODE`,
  `CREATE TABLE ${schema}.document_audience (
    principal text COLLATE "C" NOT NULL,
    document_id text COLLATE "C" NOT NULL,
    PRIMARY KEY (principal, document_id)
  )`,
  `INSERT INTO ${schema}.document_audience (principal, document_id)
    SELECT DISTINCT unnest(audience), document_id FROM ${schema}.documents WHERE revision_id IS NOT NULL`,
  `ALTER TABLE ${schema}.document_audience
    ADD FOREIGN KEY (document_id) REFERENCES ${schema}.documents ON DELETE CASCADE`,

  // Only changes are written: a rule may name thousands of users.
  `CREATE FUNCTION ${schema}.keep_document_audience() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      before text[] := CASE WHEN TG_OP = 'UPDATE' AND OLD.revision_id IS NOT NULL THEN OLD.audience ELSE '{}' END;
      after text[] := CASE WHEN NEW.revision_id IS NOT NULL THEN NEW.audience ELSE '{}' END;
    BEGIN
      DELETE FROM ${schema}.document_audience
        WHERE document_id = NEW.document_id AND principal IN (SELECT unnest(before) EXCEPT SELECT unnest(after));
      INSERT INTO ${schema}.document_audience (principal, document_id)
        SELECT principal, NEW.document_id FROM (SELECT unnest(after) EXCEPT SELECT unnest(before)) AS added (principal);
      RETURN NULL;
    END
  $$`,
  `CREATE TRIGGER document_added AFTER INSERT ON ${schema}.documents FOR EACH ROW
    WHEN (NEW.revision_id IS NOT NULL) EXECUTE FUNCTION ${schema}.keep_document_audience()`,
  `CREATE TRIGGER document_audience_changed AFTER UPDATE ON ${schema}.documents FOR EACH ROW
    WHEN (OLD.audience IS DISTINCT FROM NEW.audience OR (OLD.revision_id IS NULL) <> (NEW.revision_id IS NULL))
    EXECUTE FUNCTION ${schema}.keep_document_audience()`,
];
