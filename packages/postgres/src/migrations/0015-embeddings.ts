import { type Kysely, sql } from "kysely";

/**
 * Vectors of meaning: each once for a model and a text, and the revisions that have all of theirs. A revision that gets
 * them counts as a change of its document, so that every index takes them up.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`SELECT quote_ident(current_schema()) AS schema`.execute(db);
  for (const statement of statements(rows[0]?.schema ?? "public")) await sql.raw(statement).execute(db);
}

/** As in 0014. */
const CHANGES_KEPT = 10_000;

const statements = (schema: string) => [
  `CREATE TABLE ${schema}.embedding_models (
    model_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    model text NOT NULL,
    passage_prefix text NOT NULL,
    dimensions integer,
    used_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (model, passage_prefix)
  )`,
  // The vector is 16-bit floats, little-endian.
  `CREATE TABLE ${schema}.embeddings (
    model_id integer NOT NULL REFERENCES ${schema}.embedding_models ON DELETE CASCADE,
    text_hash bytea NOT NULL,
    vector bytea NOT NULL,
    added_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (model_id, text_hash)
  )`,
  // The parts of a revision, in three lists of one length.
  `CREATE TABLE ${schema}.embedded_revisions (
    revision_id bigint NOT NULL REFERENCES ${schema}.revisions ON DELETE CASCADE,
    model_id integer NOT NULL REFERENCES ${schema}.embedding_models ON DELETE CASCADE,
    places integer[] NOT NULL,
    chunk_counts integer[] NOT NULL,
    text_hashes bytea[] NOT NULL,
    parts integer GENERATED ALWAYS AS (cardinality(places)) STORED,
    PRIMARY KEY (revision_id, model_id)
  )`,
  // Neither becomes shorter.
  `ALTER TABLE ${schema}.embeddings ALTER vector SET STORAGE EXTERNAL`,
  `ALTER TABLE ${schema}.embedded_revisions ALTER text_hashes SET STORAGE EXTERNAL`,

  // As in 0014, and the document of an embedded revision.
  `CREATE OR REPLACE FUNCTION ${schema}.count_change() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
    DECLARE
      this_transaction text := pg_current_xact_id()::text;
      changed text;
    BEGIN
      IF TG_OP <> 'TRUNCATE' AND TG_TABLE_NAME = 'documents' THEN
        changed := coalesce(NEW.document_id, OLD.document_id);
      ELSIF TG_TABLE_NAME = 'embedded_revisions' THEN
        SELECT document_id INTO changed FROM ${schema}.revisions WHERE revision_id = NEW.revision_id;
        IF NOT FOUND THEN
          RETURN NULL;
        END IF;
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
  `CREATE CONSTRAINT TRIGGER count_insert AFTER INSERT ON ${schema}.embedded_revisions
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ${schema}.count_change()`,
];
