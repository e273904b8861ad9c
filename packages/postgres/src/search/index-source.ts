import type { StructuredChunk } from "@retrieval/core/chunks";
import {
  type DirectoryDocument,
  type DirectoryPage,
  type EmbeddingModel,
  type Generation,
  type IndexChanges,
  type IndexSource,
  type MakeVectors,
  type RevisionKey,
  type RevisionText,
  UnreadableDocumentError,
} from "@retrieval/core/ports";
import { type KeptEntry, TERMS_VERSION, vectorsWithoutText } from "@retrieval/core/search";
import { type CompiledQuery, type Kysely, type RawBuilder, sql } from "kysely";
import { prepared } from "../sql/prepared-statements.js";
import { query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";
import { readMeanings } from "./document-meanings.js";
import { addVectors, dropUnusedVectors, noteVersion } from "./term-vectors.js";

/** The documents of a page, and about its bytes of memory. */
const PAGE = { documents: 500, bytes: 8 * 1024 * 1024 };
/** About what an element of an audience, and a document beside its audience, takes in memory. */
const AUDIENCE_BYTES = 64;
const DOCUMENT_BYTES = 512;
/** About the bytes of memory of changes that are read at once: two million elements of audiences. */
const CHANGES_BYTES = 128 * 1024 * 1024;

export interface IndexSourceOptions {
  /** The model whose vectors come with the documents; null: none. */
  readonly meaning?: EmbeddingModel | null;
  /** Others than this code's are for tests. */
  readonly termsVersion?: number;
  readonly changesBytes?: number;
}

/**
 * Reads the changes that triggers count, and the term vectors and vectors of meaning of published revisions.
 */
export class PostgresIndexSource implements IndexSource {
  readonly #generation: CompiledQuery<Head>;
  readonly #changesSince: CompiledQuery<ChangesRow>;
  private readonly meaning: EmbeddingModel | null;
  private readonly termsVersion: number;

  constructor(
    private readonly db: Kysely<Schema>,
    private readonly makeVectors: MakeVectors,
    { meaning = null, termsVersion = TERMS_VERSION, changesBytes = CHANGES_BYTES }: IndexSourceOptions = {},
  ) {
    this.meaning = meaning;
    this.termsVersion = termsVersion;
    this.#generation = prepared(sql<Head>`SELECT number, stamp FROM index_head`.compile(db));
    this.#changesSince = prepared(changesSince(db, changesBytes));
  }

  generation(): Promise<Generation> {
    return query(async () => generationOf((await this.db.executeQuery(this.#generation)).rows[0] as Head));
  }

  changesSince({ number, stamp }: Generation): Promise<IndexChanges | null> {
    return query(async () => {
      const statement = { ...this.#changesSince, parameters: [number, stamp] };
      const { rows } = await this.db.executeQuery<ChangesRow>(statement);
      const { is_known, documents, removed, vocabulary, ...head } = rows[0] as ChangesRow;
      return is_known ? { generation: generationOf(head), documents, removed, vocabulary } : null;
    });
  }

  async *documents(): AsyncGenerator<DirectoryPage, void> {
    await query(() => noteVersion(this.db, this.termsVersion));
    for (let after: string | null = ""; after !== null; ) {
      const { rows } = await query(() => this.#documents(after as string));
      const documents = rows.flatMap(({ document }) => document ?? []);
      yield { generation: generationOf(rows[0] as Head), documents };
      const of = rows[0]?.of ?? 0;
      const isLast = of < PAGE.documents && documents.length === of;
      after = isLast ? null : (documents.at(-1)?.document_id ?? null);
    }
  }

  async *texts(
    revisions: readonly RevisionKey[],
    held: ReadonlySet<string>,
  ): AsyncGenerator<RevisionText[], undefined> {
    for (let rest = revisions; rest.length > 0; ) {
      const { texts, read } = await query(() => this.#texts(rest, held));
      yield texts;
      rest = rest.slice(read);
    }
  }

  vocabulary(): Promise<{ readonly generation: Generation; readonly entries: readonly KeptEntry[] }> {
    return query(async () => {
      const { rows } = await sql<Head & { entries: KeptEntry[] }>`
        SELECT number, stamp, ${ENTRIES} AS entries FROM index_head
      `.execute(this.db);
      const { entries, ...head } = rows[0] as (typeof rows)[0];
      return { generation: generationOf(head), entries };
    });
  }

  keepVectors(): Promise<void> {
    return query(async () => {
      await noteVersion(this.db, this.termsVersion);
      await dropUnusedVectors(this.db);
    });
  }

  /** One statement, which sees one state: the documents behind an id, as many as fit, at least one. */
  #documents(after: string) {
    return sql<Head & { readonly document: DirectoryDocument | null; readonly of: number | null }>`
      SELECT head.number, head.stamp, document, of FROM index_head AS head LEFT JOIN (
        SELECT documents.document_id, ${DIRECTORY_DOCUMENT} AS document, row_number() OVER by_id AS nth,
          count(*) OVER ()::integer AS of, sum(cardinality(audience)) OVER by_id * ${AUDIENCE_BYTES}::bigint AS bytes
        FROM (
          SELECT * FROM documents WHERE revision_id IS NOT NULL AND document_id > ${after}
          ORDER BY document_id LIMIT ${PAGE.documents}
        ) AS documents JOIN revisions USING (revision_id)
        WINDOW by_id AS (ORDER BY documents.document_id)
      ) AS page ON nth = 1 OR bytes <= ${PAGE.bytes}::bigint
      ORDER BY document_id
    `.execute(this.db);
  }

  async #texts(revisions: readonly RevisionKey[], held: ReadonlySet<string>) {
    const keys = revisions.slice(0, PAGE.documents);
    const { rows } = await sql<TextRow>`
      SELECT * FROM (
        SELECT nth::integer, document_id, revision_id, title, count(*) OVER ()::integer AS of,
          encode(vectors, 'base64') AS vectors, row_number() OVER in_turn AS turn,
          sum(coalesce(octet_length(vectors), 0) + ${this.#meaningBytes()}) OVER in_turn AS bytes
        FROM unnest(
          ${keys.map(({ document_id }) => document_id)}::text[], ${keys.map(({ revision_id }) => revision_id)}::bigint[]
        ) WITH ORDINALITY AS asked (document_id, revision_id, nth)
        JOIN documents USING (document_id, revision_id)
        LEFT JOIN (
          SELECT revision_id, vectors FROM term_vectors
          WHERE terms_version = ${this.termsVersion} AND revision_id <> ALL (${[...held]}::bigint[])
        ) AS made USING (revision_id)
        WINDOW in_turn AS (ORDER BY nth)
      ) AS measured WHERE turn = 1 OR bytes <= ${PAGE.bytes}::bigint ORDER BY nth
    `.execute(this.db);
    const texts: Omit<RevisionText, "meaning">[] = [];
    let read = rows.length === (rows[0]?.of ?? 0) ? keys.length : (rows.at(-1) as TextRow).nth;
    let bytes = 0;
    for (const row of rows) {
      const { document_id, revision_id } = row;
      const text = held.has(revision_id) ? { vectors: null } : await this.#vectorsOf(row);
      if (text !== null) texts.push({ document_id, revision_id, ...text });
      bytes += text?.vectors?.byteLength ?? 0;
      // The statement knows only the size of stored vectors.
      if (bytes <= PAGE.bytes || row === rows.at(-1)) continue;
      read = row.nth;
      break;
    }
    return { texts: await this.#withMeaning(texts), read };
  }

  async #withMeaning(texts: readonly Omit<RevisionText, "meaning">[]): Promise<RevisionText[]> {
    const revision_ids = texts.map(({ revision_id }) => revision_id);
    const meanings =
      this.meaning === null || texts.length === 0 ? null : await readMeanings(this.db, this.meaning, revision_ids);
    return texts.map((text) => ({ ...text, meaning: meanings?.get(text.revision_id) ?? null }));
  }

  /** What the vectors of a revision take in memory, as a part of a statement. */
  #meaningBytes(): RawBuilder<string> {
    if (this.meaning === null) return sql`0`;
    const { model, variant } = this.meaning;
    return sql`coalesce((
      SELECT parts::bigint * dimensions FROM embedding_models JOIN embedded_revisions USING (model_id)
      WHERE model = ${model} AND variant = ${variant}
        AND embedded_revisions.revision_id = asked.revision_id
    ), 0)`;
  }

  /** @returns null if another revision is published meanwhile */
  async #vectorsOf({
    document_id,
    revision_id,
    title,
    vectors: stored,
  }: TextRow): Promise<Pick<RevisionText, "vectors" | "unsearchable"> | null> {
    // A buffer of its own, which can be transferred to another thread.
    if (stored !== null) return { vectors: new Uint8Array(Buffer.from(stored, "base64")) };
    const { rows } = await sql<{ chunk: StructuredChunk | null }>`
      SELECT chunk FROM documents LEFT JOIN chunks USING (revision_id)
      WHERE document_id = ${document_id} AND revision_id = ${revision_id}::bigint ORDER BY place
    `.execute(this.db);
    if (rows.length === 0) return null;
    const chunks = rows.flatMap(({ chunk }) => chunk ?? []);
    try {
      const vectors = await this.makeVectors(title, chunks);
      await addVectors(this.db, revision_id, this.termsVersion, vectors);
      return { vectors };
    } catch (error) {
      // One document must not keep all others from being found.
      if (!(error instanceof UnreadableDocumentError)) throw error;
      return { vectors: vectorsWithoutText(), unsearchable: error.message };
    }
  }
}

interface Head {
  readonly number: string;
  readonly stamp: string;
}

interface ChangesRow extends Head, Omit<IndexChanges, "generation"> {
  readonly is_known: boolean;
}

interface TextRow extends RevisionKey {
  /** Its number among those asked for. */
  readonly nth: number;
  /** How many there are. */
  readonly of: number;
  readonly title: string;
  /** In base64, which takes half the time of pg's own way, hexadecimal digits; pg cannot read binary results. */
  readonly vectors: string | null;
}

export const generationOf = ({ number, stamp }: Head): Generation => ({ number: Number(number), stamp });

/** Of a row of documents and revisions. */
const DIRECTORY_DOCUMENT = sql`json_build_object(
  'document_id', documents.document_id, 'title', documents.title, 'version', documents.version,
  'revision_id', revision_id::text, 'published_at', floor(extract(epoch FROM published_at) * 1000)::bigint,
  'shelf', json_build_object('category', category, 'number', documents.number), 'audience', audience
)`;

const ENTRIES = sql`coalesce((SELECT json_agg(entry ORDER BY said) FROM vocabulary AS entry WHERE "on"), '[]')`;

/** One statement, which sees one state. Parameters: number and stamp of a generation. More than `bytes` is unknown. */
function changesSince(db: Kysely<Schema>, bytes: number): CompiledQuery<ChangesRow> {
  return sql<ChangesRow>`
    WITH since AS (SELECT ${0}::bigint AS number, ${""}::uuid AS stamp),
      all_changed AS (SELECT DISTINCT document_id FROM changes WHERE number > (SELECT number FROM since)),
      measured AS (
        SELECT sum(${sql.lit(DOCUMENT_BYTES)} + coalesce((
          SELECT greatest(${sql.lit(AUDIENCE_BYTES)} * cardinality(audience)::bigint, octet_length(audience::text))
          FROM documents WHERE documents.document_id = all_changed.document_id
        ), 0)::bigint) > ${sql.lit(bytes)}::bigint AS is_too_much
        FROM all_changed
      ),
      changed AS (SELECT document_id FROM all_changed, measured WHERE NOT is_too_much),
      now AS (
        SELECT documents.document_id, ${DIRECTORY_DOCUMENT} AS document
        FROM changed JOIN documents USING (document_id) JOIN revisions USING (revision_id)
      )
    SELECT head.number, head.stamp, EXISTS (SELECT FROM changes JOIN since USING (number, stamp))
        AND (SELECT is_too_much IS NOT TRUE FROM measured) AS is_known,
      coalesce((SELECT json_agg(document ORDER BY document_id) FROM now), '[]') AS documents,
      ARRAY(
        SELECT document_id FROM changed
        WHERE document_id IS NOT NULL AND document_id NOT IN (SELECT document_id FROM now) ORDER BY document_id
      ) AS removed,
      CASE WHEN EXISTS (SELECT FROM changed WHERE document_id IS NULL) THEN ${ENTRIES} END AS vocabulary
    FROM index_head AS head
  `.compile(db);
}
