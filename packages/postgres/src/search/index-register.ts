import type {
  ClaimedRevision,
  EmbeddingModel,
  IndexedRevision,
  IndexRegister,
  RevisionKey,
  SectionsIndex,
  SentRevision,
} from "@retrieval/core/ports";
import { type Kysely, sql } from "kysely";
import { query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";
import { isSearched } from "../sql/searched-revision.js";

/** How many rows one statement takes or gives. */
const ROWS = { claimed: 1_000, past: 1_000, sizes: 10_000 };

/** Which revisions indexes outside the process have, in tables. */
export class PostgresIndexRegister implements IndexRegister {
  constructor(
    private readonly db: Kysely<Schema>,
    /** Whose vectors go into an index; null: none. */
    private readonly meaning: EmbeddingModel | null,
  ) {}

  chosen(layout: string): Promise<SectionsIndex | null> {
    return query(async () => {
      const { rows } = await sql<SectionsIndex>`
        UPDATE section_indexes SET used_at = clock_timestamp() WHERE name = ${chosenOf(sql`${layout}`)}
        RETURNING name, dimensions
      `.execute(this.db);
      return rows[0] ?? null;
    });
  }

  add(layout: string, { name, dimensions }: SectionsIndex): Promise<void> {
    return this.#run(
      sql`INSERT INTO section_indexes (owner, layout, name, dimensions)
        VALUES (${OWNER}, ${layout}, ${name}, ${dimensions}::integer)`,
    );
  }

  choose(name: string): Promise<void> {
    return this.#run(sql`UPDATE section_indexes SET chosen_at = clock_timestamp() WHERE name = ${name}`);
  }

  unused(): Promise<readonly string[]> {
    return query(async () => {
      const { rows } = await sql<{ name: string }>`
        SELECT name FROM section_indexes WHERE owner = ${OWNER} AND used_at < now() - interval '1 day' ORDER BY name
      `.execute(this.db);
      return rows.map(({ name }) => name);
    });
  }

  forget(name: string): Promise<void> {
    return this.#run(sql`DELETE FROM section_indexes WHERE name = ${name}`);
  }

  find(name: string, revisions: readonly RevisionKey[]) {
    return query(async () => {
      const { rows } = await sql<FoundRow>`
        WITH used AS (${useNow(name)})
        SELECT document_id, documents.revision_id::text, totals FROM section_indexes AS index
        LEFT JOIN (documents JOIN unnest(${revisions.map(({ document_id }) => document_id)}::text[],
            ${revisions.map(({ revision_id }) => revision_id)}::bigint[]) AS asked (document_id, revision_id)
          USING (document_id, revision_id)) ON true
        LEFT JOIN indexed_revisions ON indexed_revisions.name = index.name
          AND indexed_revisions.revision_id = documents.revision_id
        WHERE index.name = ${name} AND index.name = ${chosenOf(sql`index.layout`)} ORDER BY document_id
      `.execute(this.db);
      if (rows.length === 0) return null;
      const indexed: IndexedRevision[] = [];
      const missing: RevisionKey[] = [];
      for (const { document_id, revision_id, totals } of rows) {
        if (document_id === null || revision_id === null) continue;
        if (totals === null) missing.push({ document_id, revision_id });
        else indexed.push({ document_id, revision_id, totals });
      }
      return { indexed, missing };
    });
  }

  claim(name: string, except: ReadonlySet<string>): Promise<readonly ClaimedRevision[]> {
    return query(async () => {
      const { rows } = await sql<Omit<ClaimedRevision, "claimed_at"> & { claimed_at: string }>`
        WITH used AS (${useNow(name)}), waiting AS (
          SELECT document_id, documents.revision_id, totals IS NULL AS is_missing
          FROM documents LEFT JOIN indexed_revisions AS indexed
            ON indexed.name = ${name} AND indexed.revision_id = documents.revision_id
          WHERE documents.revision_id IS NOT NULL AND documents.revision_id <> ALL (${[...except]}::bigint[])
            AND (totals IS NULL OR NOT indexed.meaning AND ${this.#hasVectors()})
          ORDER BY totals IS NOT NULL, document_id LIMIT ${ROWS.claimed}
        ), claimed AS (
          INSERT INTO indexed_revisions AS known (name, revision_id) SELECT ${name}, revision_id FROM waiting
          ON CONFLICT (name, revision_id) DO UPDATE SET claim = known.claim
          RETURNING revision_id, claim, floor(extract(epoch FROM claimed_at) * 1000)::bigint AS claimed_at
        )
        SELECT document_id, revision_id::text, claim, claimed_at FROM waiting JOIN claimed USING (revision_id)
        ORDER BY NOT is_missing, document_id
      `.execute(this.db);
      return rows.map((row) => ({ ...row, claimed_at: Number(row.claimed_at) }));
    });
  }

  note(name: string, sent: readonly SentRevision[]): Promise<void> {
    return this.#run(sql`
      UPDATE indexed_revisions AS known SET totals = sent.totals, sections = sent.sections, meaning = sent.meaning
      FROM json_to_recordset(${JSON.stringify(sent)}::json)
        AS sent (revision_id bigint, totals json, sections integer, meaning boolean)
      WHERE known.name = ${name} AND known.revision_id = sent.revision_id
    `);
  }

  past(name: string): Promise<readonly string[]> {
    return query(async () => {
      const { rows } = await sql<Pick<RevisionKey, "revision_id">>`
        SELECT revision_id::text FROM indexed_revisions WHERE name = ${name} AND NOT EXISTS (
          SELECT FROM revisions
          WHERE revisions.revision_id = indexed_revisions.revision_id AND ${isSearched("revisions")}
        ) ORDER BY revision_id LIMIT ${ROWS.past}
      `.execute(this.db);
      return rows.map(({ revision_id }) => revision_id);
    });
  }

  drop(name: string, revision_ids: readonly string[]): Promise<void> {
    return this.#run(sql`DELETE FROM indexed_revisions WHERE ${isOf(name, revision_ids)}`);
  }

  distrust(name: string, revision_ids: readonly string[]): Promise<void> {
    return this.#run(sql`
      UPDATE indexed_revisions SET totals = NULL, meaning = false, claimed_at = clock_timestamp()
      WHERE ${isOf(name, revision_ids)}
    `);
  }

  async *sizes(name: string): AsyncGenerator<readonly [number: number, sections: number | null]> {
    for (let after = "0"; ; ) {
      const { rows } = await query(() =>
        sql<{ revision_id: string; sections: number | null }>`
          SELECT revision_id::text, CASE WHEN totals IS NOT NULL THEN sections END AS sections FROM indexed_revisions
          WHERE name = ${name} AND revision_id > ${after}::bigint
          ORDER BY revision_id LIMIT ${ROWS.sizes}
        `.execute(this.db),
      );
      for (const { revision_id, sections } of rows) yield [Number(revision_id), sections];
      if (rows.length < ROWS.sizes) return;
      after = rows.at(-1)?.revision_id ?? after;
    }
  }

  /** Of a row of documents, as a part of a statement. */
  #hasVectors() {
    if (this.meaning === null) return sql`false`;
    const { model, variant } = this.meaning;
    return sql`EXISTS (
      SELECT FROM embedding_models JOIN embedded_revisions USING (model_id)
      WHERE model = ${model} AND variant = ${variant} AND dimensions IS NOT NULL AND parts > 0
        AND embedded_revisions.revision_id = documents.revision_id
    )`;
  }

  #run(statement: ReturnType<typeof sql>): Promise<void> {
    return query(async () => void (await statement.execute(this.db)));
  }
}

interface FoundRow {
  readonly document_id: string | null;
  readonly revision_id: string | null;
  readonly totals: IndexedRevision["totals"] | null;
}

/**
 * What a database is, as far as any role may know: a copy that was restored from a dump makes its tables in another
 * order, and leaves the indexes to the one that it was copied from.
 */
const OWNER = sql`concat_ws('/', (SELECT oid FROM pg_database WHERE datname = current_database()),
  'documents'::regclass::oid, 'indexed_revisions'::regclass::oid, 'revisions'::regclass::oid, 'users'::regclass::oid)`;

const chosenOf = (layout: ReturnType<typeof sql>) => sql`(
  SELECT name FROM section_indexes WHERE owner = ${OWNER} AND layout = ${layout} AND chosen_at IS NOT NULL
  ORDER BY chosen_at DESC, name LIMIT 1
)`;

const useNow = (name: string) => sql`
  UPDATE section_indexes SET used_at = clock_timestamp() WHERE name = ${name} AND used_at < now() - interval '1 hour'
`;

const isOf = (name: string, revision_ids: readonly string[]) =>
  sql`name = ${name} AND revision_id = ANY (${[...revision_ids]}::bigint[])`;
