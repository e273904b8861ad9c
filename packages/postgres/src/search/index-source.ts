import type { StructuredChunk } from "@retrieval/core/chunks";
import {
  type Generation,
  type IndexChanges,
  type IndexedDocument,
  type IndexSource,
  UnreadableDocumentError,
  type VectorMaker,
} from "@retrieval/core/ports";
import { type KeptEntry, TERMS_VERSION } from "@retrieval/core/search";
import { type CompiledQuery, type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { prepared } from "../sql/prepared-statements.js";
import { query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";
import { addVectors, dropUnusedVectors, noteVersion } from "./term-vectors.js";
import { entriesOf } from "./vocabulary-store.js";

/** The documents of a page, and about its bytes of memory. */
const PAGE = { documents: 500, bytes: 8 * 1024 * 1024 };
/** About what an element of an audience takes in memory. */
const AUDIENCE_BYTES = 64;

/** Reads the changes that triggers count (migration 0014), and the term vectors of published revisions. */
export class PostgresIndexSource implements IndexSource {
  readonly #generation: CompiledQuery<Head>;
  readonly #changesSince: CompiledQuery<ChangesRow>;

  /** @param termsVersion another one than this code's is for tests */
  constructor(
    private readonly db: Kysely<Schema>,
    private readonly vectors: VectorMaker,
    private readonly termsVersion = TERMS_VERSION,
  ) {
    this.#generation = prepared(sql<Head>`SELECT number, stamp FROM index_head`.compile(db));
    this.#changesSince = prepared(changesSince(db));
  }

  generation(): Promise<Generation> {
    return query(async () => generationOf((await this.db.executeQuery(this.#generation)).rows[0] as Head));
  }

  changesSince({ number, stamp }: Generation): Promise<IndexChanges | null> {
    return query(async () => {
      const { rows } = await this.db.executeQuery<ChangesRow>({ ...this.#changesSince, parameters: [number, stamp] });
      const { is_known, document_ids, vocabulary, ...head } = rows[0] as ChangesRow;
      return is_known ? { generation: generationOf(head), document_ids, vocabulary } : null;
    });
  }

  documents(document_ids: readonly string[]): Promise<readonly IndexedDocument[]> {
    return query(async () => {
      const documents: IndexedDocument[] = [];
      for (const row of await this.#read(sql`document_id = ANY (${[...document_ids]}::text[])`)) {
        const document = await this.#withVectors(row);
        if (document !== null) documents.push(document);
      }
      return documents;
    });
  }

  page(after: string | null): Promise<readonly IndexedDocument[]> {
    return query(async () => {
      if (after === null) await noteVersion(this.db, this.termsVersion);
      const documents: IndexedDocument[] = [];
      for (let from = after ?? "", bytes = 0; documents.length === 0; ) {
        const rows = await this.#read(sql`document_id > ${from}`, PAGE);
        if (rows.length === 0) break;
        for (const row of rows) {
          const document = await this.#withVectors(row);
          from = row.document_id;
          if (document === null) continue;
          documents.push(document);
          bytes += document.vectors.byteLength;
          // The statement knows only the size of stored vectors.
          if (bytes > PAGE.bytes) break;
        }
      }
      return documents;
    });
  }

  vocabulary(): Promise<readonly KeptEntry[]> {
    return query(async () => (await entriesOf(this.db)).filter(({ on }) => on));
  }

  keepVectors(): Promise<void> {
    return query(async () => {
      await noteVersion(this.db, this.termsVersion);
      await dropUnusedVectors(this.db);
    });
  }

  async #read(which: RawBuilder<SqlBool>, page?: typeof PAGE): Promise<DocumentRow[]> {
    const { rows } = await sql<DocumentRow>`
      SELECT document_id, title, version, revision_id, audience, encode(vectors, 'base64') AS vectors, floor(extract(epoch FROM coalesce(
        (SELECT max(at) FROM document_states WHERE document_states.document_id = measured.document_id),
        (SELECT created_at FROM revisions WHERE revisions.revision_id = measured.revision_id)
      )) * 1000)::float8 AS published_at
      FROM (
        SELECT *, row_number() OVER (ORDER BY document_id) AS nth,
          sum(coalesce(octet_length(vectors), 0) + cardinality(audience) * ${AUDIENCE_BYTES}::bigint)
            OVER (ORDER BY document_id) AS bytes
        FROM (
          SELECT document_id, title, version, revision_id, audience FROM documents
          WHERE revision_id IS NOT NULL AND ${which} ORDER BY document_id LIMIT ${page?.documents ?? null}::bigint
        ) AS published
        LEFT JOIN (SELECT revision_id, vectors FROM term_vectors WHERE terms_version = ${this.termsVersion}) AS made
          USING (revision_id)
      ) AS measured
      WHERE nth = 1 OR ${page?.bytes ?? null}::bigint IS NULL OR bytes <= ${page?.bytes ?? null}::bigint
      ORDER BY document_id
    `.execute(this.db);
    return rows;
  }

  /** @returns null if the document is not published any more */
  async #withVectors(row: DocumentRow): Promise<IndexedDocument | null> {
    for (let now: DocumentRow | undefined = row; now !== undefined; ) {
      // A buffer of its own, which can be transferred to another thread.
      const vectors = now.vectors === null ? await this.#make(now) : new Uint8Array(Buffer.from(now.vectors, "base64"));
      if (vectors !== null) return { ...now, vectors };
      [now] = await this.#read(sql`document_id = ${row.document_id}`);
    }
    return null;
  }

  /** @returns null if another revision is published meanwhile */
  async #make({ document_id, revision_id, title }: DocumentRow): Promise<Uint8Array | null> {
    const { rows } = await sql<{ chunk: StructuredChunk | null }>`
      SELECT chunk FROM documents LEFT JOIN chunks USING (revision_id)
      WHERE document_id = ${document_id} AND revision_id = ${revision_id}::bigint ORDER BY place
    `.execute(this.db);
    if (rows.length === 0) return null;
    const chunks = rows.flatMap(({ chunk }) => chunk ?? []);
    const vectors = await this.vectors.make(title, chunks).catch((error: unknown) => {
      if (!(error instanceof UnreadableDocumentError)) throw error;
      throw new Error(`The term vectors of ${document_id} could not be made. ${error.message}`);
    });
    await addVectors(this.db, revision_id, this.termsVersion, vectors);
    return vectors;
  }
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

interface DocumentRow extends Omit<IndexedDocument, "vectors"> {
  /** In base64, which takes half the time of pg's own way, hexadecimal digits; pg cannot read binary results. */
  readonly vectors: string | null;
}

export const generationOf = ({ number, stamp }: Head): Generation => ({ number: Number(number), stamp });

/** One statement, which sees one state. Parameters: number and stamp. */
function changesSince(db: Kysely<Schema>): CompiledQuery<ChangesRow> {
  return sql<ChangesRow>`
    WITH since AS (SELECT ${0}::bigint AS number, ${""}::uuid AS stamp)
    SELECT head.number, head.stamp,
      EXISTS (SELECT FROM changes JOIN since USING (number, stamp)) AS is_known,
      ARRAY(
        SELECT DISTINCT document_id FROM changes
        WHERE number > (SELECT number FROM since) AND document_id IS NOT NULL ORDER BY document_id
      ) AS document_ids,
      EXISTS (SELECT FROM changes WHERE number > (SELECT number FROM since) AND document_id IS NULL) AS vocabulary
    FROM index_head AS head
  `.compile(db);
}
