import type { StructuredChunk } from "@retrieval/core/chunks";
import {
  type EmbeddingModel,
  type Generation,
  type IndexChanges,
  type IndexedDocument,
  type IndexedPage,
  type IndexReach,
  type IndexSource,
  UnreadableDocumentError,
  type VectorMaker,
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
/** About what an element of an audience takes in memory. */
const AUDIENCE_BYTES = 64;

/** Some documents, and the revisions of which no vectors are needed. */
interface Some {
  readonly document_ids: readonly string[];
  readonly held: ReadonlySet<string>;
}

export interface IndexSourceOptions {
  /** The model whose vectors come with the documents; null: none. */
  readonly meaning?: EmbeddingModel | null;
  /** Another one than this code's is for tests. */
  readonly termsVersion?: number;
}

/**
 * Reads the changes that triggers count (migrations 0014 and 0015), and the term vectors and vectors of meaning of
 * published revisions.
 */
export class PostgresIndexSource implements IndexSource {
  readonly #generation: CompiledQuery<Head>;
  readonly #changesSince: CompiledQuery<ChangesRow>;
  private readonly meaning: EmbeddingModel | null;
  private readonly termsVersion: number;

  constructor(
    private readonly db: Kysely<Schema>,
    private readonly vectors: VectorMaker,
    { meaning = null, termsVersion = TERMS_VERSION }: IndexSourceOptions = {},
  ) {
    this.meaning = meaning;
    this.termsVersion = termsVersion;
    this.#generation = prepared(sql<Head>`SELECT number, stamp FROM index_head`.compile(db));
    this.#changesSince = prepared(changesSince(db));
  }

  generation(): Promise<Generation> {
    return query(async () => generationOf((await this.db.executeQuery(this.#generation)).rows[0] as Head));
  }

  changesSince({ generation, newest }: IndexReach): Promise<IndexChanges | null> {
    const parameters = [generation.number, generation.stamp, newest.number, newest.stamp];
    return query(async () => {
      const { rows } = await this.db.executeQuery<ChangesRow>({ ...this.#changesSince, parameters });
      const { is_known, document_ids, vocabulary, ...head } = rows[0] as ChangesRow;
      return is_known ? { generation: generationOf(head), document_ids, vocabulary } : null;
    });
  }

  async *documents(which: Parameters<IndexSource["documents"]>[0]): AsyncGenerator<IndexedPage, void> {
    if (which === null) await query(() => noteVersion(this.db, this.termsVersion));
    const some = which && { document_ids: which.document_ids, held: new Set(which.held_revisions) };
    for (let after: string | null = ""; after !== null; ) {
      const { last, ...page }: ReadPage = await query(() => this.#page(some, after as string));
      yield page;
      after = last;
    }
  }

  vocabulary(): Promise<{ readonly generation: Generation; readonly entries: readonly KeptEntry[] }> {
    return query(async () => {
      const { rows } = await sql<Head & { entries: KeptEntry[] }>`
        SELECT number, stamp, coalesce(
          (SELECT json_agg(entry ORDER BY said) FROM vocabulary AS entry WHERE "on"), '[]'
        ) AS entries FROM index_head
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

  async #page(some: Some | null, after: string): Promise<ReadPage> {
    const { generation, rows, isLast } = await this.#read(some, after);
    const read: WithoutMeaning[] = [];
    let last = isLast ? null : (rows.at(-1)?.document_id ?? null);
    let bytes = 0;
    let newest = generation;
    for (const row of rows) {
      const { document, read_in } = await this.#withVectors(row, some, generation);
      if (read_in.number > newest.number) newest = read_in;
      if (document !== null) read.push(document);
      bytes += document?.vectors?.byteLength ?? 0;
      // The statement knows only the size of stored vectors.
      if (bytes > PAGE.bytes && row !== rows.at(-1)) {
        last = row.document_id;
        break;
      }
    }
    return { generation: newest, documents: await this.#withMeaning(read), last };
  }

  async #withMeaning(read: readonly WithoutMeaning[]): Promise<IndexedDocument[]> {
    const revision_ids = read.map(({ revision_id }) => revision_id);
    const meanings =
      this.meaning === null || read.length === 0 ? null : await readMeanings(this.db, this.meaning, revision_ids);
    return read.map((document) => ({ ...document, meaning: meanings?.get(document.revision_id) ?? null }));
  }

  /** One statement, which sees one state. */
  async #read(some: Some | null, after: string) {
    const { rows } = await sql<Head & (DocumentRow | NoDocumentRow)>`
      SELECT head.number, head.stamp, found.* FROM index_head AS head LEFT JOIN (
        SELECT document_id, title, version, revision_id, audience, of, encode(vectors, 'base64') AS vectors,
          floor(extract(epoch FROM (
            SELECT published_at FROM revisions WHERE revisions.revision_id = measured.revision_id
          )) * 1000)::float8 AS published_at
        FROM (
          SELECT *, row_number() OVER (ORDER BY document_id) AS nth, count(*) OVER ()::integer AS of,
            sum(coalesce(octet_length(vectors), 0) + cardinality(audience) * ${AUDIENCE_BYTES}::bigint + ${this.#meaningBytes()})
              OVER (ORDER BY document_id) AS bytes
          FROM (
            SELECT document_id, title, version, revision_id, audience FROM documents
            WHERE revision_id IS NOT NULL AND document_id > ${after}
              ${some === null ? sql`` : sql`AND document_id = ANY (${[...some.document_ids]}::text[])`}
            ORDER BY document_id LIMIT ${PAGE.documents}
          ) AS published
          LEFT JOIN (
            SELECT revision_id, vectors FROM term_vectors
            WHERE terms_version = ${this.termsVersion} AND revision_id <> ALL (${[...(some?.held ?? [])]}::bigint[])
          ) AS made USING (revision_id)
        ) AS measured
        WHERE nth = 1 OR bytes <= ${PAGE.bytes}::bigint
      ) AS found ON true ORDER BY document_id
    `.execute(this.db);
    const found = rows.filter((row): row is Head & DocumentRow => row.document_id !== null);
    const of = found[0]?.of ?? 0;
    return {
      generation: generationOf(rows[0] as Head),
      rows: found,
      isLast: of < PAGE.documents && found.length === of,
    };
  }

  /** What the vectors of a revision take in memory, as a part of a statement. */
  #meaningBytes(): RawBuilder<string> {
    if (this.meaning === null) return sql`0`;
    const { model, variant } = this.meaning;
    return sql`coalesce((
      SELECT parts::bigint * dimensions FROM embedding_models JOIN embedded_revisions USING (model_id)
      WHERE model = ${model} AND variant = ${variant}
        AND embedded_revisions.revision_id = published.revision_id
    ), 0)`;
  }

  /** @returns null if the document is not published any more, with the state in which it was not */
  async #withVectors(
    row: DocumentRow,
    some: Some | null,
    read_in: Generation,
  ): Promise<{ readonly document: WithoutMeaning | null; readonly read_in: Generation }> {
    let now: { readonly row: DocumentRow | undefined; readonly read_in: Generation } = { row, read_in };
    while (now.row !== undefined) {
      const { number: _, stamp: __, of: ___, vectors, ...head } = now.row as Head & DocumentRow;
      if (some?.held.has(head.revision_id)) return { document: { ...head, vectors: null }, read_in: now.read_in };
      // A buffer of its own, which can be transferred to another thread.
      const stored = vectors === null ? null : new Uint8Array(Buffer.from(vectors, "base64"));
      const made = stored === null ? await this.#make(now.row) : { vectors: stored };
      if (made !== null) return { document: { ...head, ...made }, read_in: now.read_in };
      const again = await this.#read({ document_ids: [row.document_id], held: new Set() }, "");
      now = { row: again.rows[0], read_in: again.generation };
    }
    return { document: null, read_in: now.read_in };
  }

  /** @returns null if another revision is published meanwhile */
  async #make({
    document_id,
    revision_id,
    title,
  }: DocumentRow): Promise<Pick<IndexedDocument, "vectors" | "unsearchable"> | null> {
    const { rows } = await sql<{ chunk: StructuredChunk | null }>`
      SELECT chunk FROM documents LEFT JOIN chunks USING (revision_id)
      WHERE document_id = ${document_id} AND revision_id = ${revision_id}::bigint ORDER BY place
    `.execute(this.db);
    if (rows.length === 0) return null;
    const chunks = rows.flatMap(({ chunk }) => chunk ?? []);
    try {
      const vectors = await this.vectors.make(title, chunks);
      await addVectors(this.db, revision_id, this.termsVersion, vectors);
      return { vectors };
    } catch (error) {
      // One document must not keep all others from being found.
      if (!(error instanceof UnreadableDocumentError)) throw error;
      return { vectors: vectorsWithoutText(), unsearchable: error.message };
    }
  }
}

interface ReadPage extends IndexedPage {
  /** The last document_id that was looked at, if there are more. */
  readonly last: string | null;
}

interface Head {
  readonly number: string;
  readonly stamp: string;
}

interface ChangesRow extends Head {
  readonly is_known: boolean;
  readonly document_ids: string[];
  readonly vocabulary: boolean;
}

interface NoDocumentRow {
  readonly document_id: null;
}

type WithoutMeaning = Omit<IndexedDocument, "meaning">;

interface DocumentRow extends Omit<WithoutMeaning, "vectors" | "unsearchable"> {
  /** How many documents the page could have. */
  readonly of: number;
  /** In base64, which takes half the time of pg's own way, hexadecimal digits; pg cannot read binary results. */
  readonly vectors: string | null;
}

export const generationOf = ({ number, stamp }: Head): Generation => ({ number: Number(number), stamp });

/** One statement, which sees one state. Parameters: number and stamp of two generations. */
function changesSince(db: Kysely<Schema>): CompiledQuery<ChangesRow> {
  return sql<ChangesRow>`
    WITH since AS (SELECT ${0}::bigint AS number, ${""}::uuid AS stamp),
      newest AS (SELECT ${0}::bigint AS number, ${""}::uuid AS stamp)
    SELECT head.number, head.stamp,
      EXISTS (SELECT FROM changes JOIN since USING (number, stamp))
        AND EXISTS (SELECT FROM changes JOIN newest USING (number, stamp)) AS is_known,
      ARRAY(
        SELECT DISTINCT document_id FROM changes
        WHERE number > (SELECT number FROM since) AND document_id IS NOT NULL ORDER BY document_id
      ) AS document_ids,
      EXISTS (SELECT FROM changes WHERE number > (SELECT number FROM since) AND document_id IS NULL) AS vocabulary
    FROM index_head AS head
  `.compile(db);
}
