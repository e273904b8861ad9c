import type { ReaderFilter } from "@retrieval/core";
import type { ChunkChanges, StructuredChunk } from "@retrieval/core/chunks";
import {
  type ChunkStore,
  type DocumentVersion,
  type EmbeddedChunk,
  type ExportPage,
  type ExportQuery,
  type FoundChunk,
  type FoundOutline,
  type FoundPart,
  type PartToRead,
  type Publication,
  ROWS_BYTES_MAX,
  type WrittenEmbedVersions,
} from "@retrieval/core/ports";
import { type Kysely, sql } from "kysely";
import type { SearchTexts } from "../search/search-text.js";
import { inTransaction, query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";
import { canBeStored } from "../sql/storable-text.js";
import { changeDocument, compareWithPublished } from "./change-document.js";
import { writeEmbedVersions } from "./embed-versions.js";
import { exportPage } from "./export-chunks.js";
import { chunkFinder } from "./find-chunk.js";
import { findOutline } from "./find-outline.js";
import { readPart } from "./read-part.js";

/**
 * A version is a revision with its chunks, and a document's row points to the one that readers see. A transaction that
 * moves the pointer locks the row, so that versions, drafts and deletions of one document happen one after the other.
 *
 * The rule last in force stays with a document, through versions that bring none and through its deletion: a restricted
 * document that is deleted and uploaded again is as restricted as before.
 */
export class PostgresChunkStore implements ChunkStore {
  readonly #findChunk: ReturnType<typeof chunkFinder>;

  constructor(
    private readonly db: Kysely<Schema>,
    private readonly searchTexts: SearchTexts,
  ) {
    this.#findChunk = chunkFinder(db);
  }

  async find(
    document_id: string,
    chunk_id: string,
    reader: ReaderFilter,
    { related }: { related: number },
  ): Promise<FoundChunk | null> {
    if (!canBeStored(document_id) || !canBeStored(chunk_id)) return null;
    return query(() => this.#findChunk(document_id, chunk_id, reader, related));
  }

  async list(document_id: string, { draft, limit, after = -1 }: { draft: boolean; limit: number; after?: number }) {
    if (!canBeStored(document_id)) return null;
    return query(async () => {
      const revision = sql.ref(draft ? "documents.draft_id" : "documents.revision_id");
      // A version without chunks is still a version: one row with nothing beside it.
      const { rows } = await sql<{ readonly place: number | null; readonly chunk: StructuredChunk | null }>`
        WITH page AS (
          SELECT place, chunk FROM documents LEFT JOIN chunks ON chunks.revision_id = ${revision} AND place > ${after}
          WHERE document_id = ${document_id} AND ${revision} IS NOT NULL ORDER BY place LIMIT ${limit + 1}
        ), measured AS (
          SELECT place, chunk, sum(octet_length(chunk::text) + 1) OVER (ORDER BY place) AS bytes,
            row_number() OVER (ORDER BY place) AS nth
          FROM page
        )
        SELECT place, CASE WHEN nth = 1 OR bytes <= ${ROWS_BYTES_MAX} THEN chunk END AS chunk FROM measured ORDER BY place
      `.execute(this.db);
      if (rows.length === 0) return null;
      const there = rows.filter((row) => row.place !== null);
      const shown = there.slice(0, limit).filter((row) => row.chunk !== null);
      return {
        chunks: shown.map(({ chunk }) => chunk as StructuredChunk),
        last: shown.at(-1)?.place ?? null,
        more: there.length > shown.length,
      };
    });
  }

  async outline(document_id: string, reader: ReaderFilter): Promise<FoundOutline | null> {
    if (!canBeStored(document_id)) return null;
    return query(() => findOutline(this.db, document_id, reader));
  }

  async read(document_id: string, part: PartToRead, limit: number, reader: ReaderFilter): Promise<FoundPart | null> {
    if (!canBeStored(document_id)) return null;
    return query(() => readPart(this.db, document_id, part, limit, reader));
  }

  publish(version: DocumentVersion): Promise<Publication | "superseded"> {
    return this.#takeVersion("publish", version);
  }

  async saveDraft(version: DocumentVersion): Promise<ChunkChanges | "superseded"> {
    const saved = await this.#takeVersion("save-draft", version);
    return saved === "superseded" ? saved : saved.changes;
  }

  #takeVersion(event: "publish" | "save-draft", version: DocumentVersion): Promise<Publication | "superseded"> {
    const { document_id, chunks, by_user = null } = version;
    return inTransaction(this.db, async (trx) => {
      const content = { version, searchTexts: this.searchTexts };
      const change = await changeDocument(trx, document_id, { ...version, event, by_user }, content);
      if (change.refusal === "superseded") return change.refusal;
      if (change.refusal === null) return { changes: change.changes, rule_outdated: change.plan.rule_outdated };
      // Not an error: the job ran before, and only its end was lost.
      return { changes: await compareWithPublished(trx, change.held, chunks), rule_outdated: false };
    });
  }

  async publishDraft(document_id: string, by_user: string | null = null): Promise<Publication | null> {
    if (!canBeStored(document_id)) return null;
    return inTransaction(this.db, async (trx) => {
      const content = { version: null, searchTexts: this.searchTexts };
      const change = await changeDocument(trx, document_id, { event: "publish-draft", by_user }, content);
      return change.refusal === null ? { changes: change.changes, rule_outdated: change.plan.rule_outdated } : null;
    });
  }

  exportPage(asked: ExportQuery): Promise<ExportPage> {
    return query(() => exportPage(this.db, asked));
  }

  async writeEmbedVersions(
    document_id: string,
    embed_version: string,
    embedded: readonly EmbeddedChunk[],
    by_user: string | null = null,
  ): Promise<WrittenEmbedVersions | null> {
    if (!canBeStored(document_id)) return null;
    return inTransaction(this.db, (trx) => writeEmbedVersions(trx, document_id, embed_version, embedded, by_user));
  }
}
