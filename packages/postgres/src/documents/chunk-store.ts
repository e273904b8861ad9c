import type { ReaderFilter } from "@retrieval/core";
import { type ChunkChanges, compareChunks, type StructuredChunk } from "@retrieval/core/chunks";
import {
  type ChunkStore,
  type DocumentVersion,
  type EmbeddedChunk,
  type ExportPage,
  type ExportQuery,
  type FoundChunk,
  type FoundOutline,
  type Publication,
  ROWS_BYTES_MAX,
  type WrittenEmbedVersions,
} from "@retrieval/core/ports";
import { type Kysely, sql, type Transaction } from "kysely";
import { addSearchEntries } from "../search/search-entries.js";
import type { SearchTexts } from "../search/search-text.js";
import { inTransaction, query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";
import { canBeStored } from "../sql/storable-text.js";
import { requireAdmin } from "../users/sender.js";
import { type HeldDocument, hold, holdOrAdd } from "./document-row.js";
import { writeEmbedVersions } from "./embed-versions.js";
import { exportPage } from "./export-chunks.js";
import { chunkFinder } from "./find-chunk.js";
import { findOutline } from "./find-outline.js";
import { addRevision, chunksOf, type HashedChunk, hashesOf } from "./revisions.js";
import { planned, writePlan } from "./write-publication.js";

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

  publish(version: DocumentVersion): Promise<Publication | "superseded"> {
    const { document_id, chunks, by_user = null } = version;
    return inTransaction(this.db, async (trx) => {
      const held = await holdOrAdd(trx, version, by_user);
      const plan = planned(held, { ...version, event: "publish", by_user });
      if (plan === "superseded") return plan;
      const changes = await compare(trx, held, chunks);
      // Not an error: the job ran before, and only its end was lost.
      if (typeof plan === "string") return { changes, rule_outdated: false };
      const incoming = await addRevision(trx, version, plan.draft_rule);
      await writePlan(trx, held, plan, { by_user, incoming, changes });
      await addSearchEntries(trx, document_id, incoming, chunks, this.searchTexts);
      await requireAdmin(trx, by_user);
      return { changes, rule_outdated: plan.rule_outdated };
    });
  }

  saveDraft(version: DocumentVersion): Promise<ChunkChanges | "superseded"> {
    const { chunks, by_user = null } = version;
    return inTransaction(this.db, async (trx) => {
      const held = await holdOrAdd(trx, version, by_user);
      const plan = planned(held, { ...version, event: "save-draft", by_user });
      if (plan === "superseded") return plan;
      const changes = await compare(trx, held, chunks);
      if (typeof plan === "string") return changes;
      const incoming = await addRevision(trx, version, plan.draft_rule);
      await writePlan(trx, held, plan, { by_user, incoming, changes });
      await requireAdmin(trx, by_user);
      return changes;
    });
  }

  async publishDraft(document_id: string, by_user: string | null = null): Promise<Publication | null> {
    if (!canBeStored(document_id)) return null;
    return inTransaction(this.db, async (trx) => {
      const held = await hold(trx, document_id, by_user);
      const plan = planned(held, { event: "publish-draft", by_user });
      if (typeof plan === "string") return null;
      const draft_id = held.draft_id as string;
      const changes = await compare(trx, held, await hashesOf(trx, draft_id));
      await writePlan(trx, held, plan, { by_user, changes });
      await addSearchEntries(trx, document_id, draft_id, await chunksOf(trx, draft_id), this.searchTexts);
      await requireAdmin(trx, by_user);
      return { changes, rule_outdated: plan.rule_outdated };
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

async function compare(
  trx: Transaction<Schema>,
  { revision_id }: HeldDocument,
  after: readonly HashedChunk[],
): Promise<ChunkChanges> {
  const before = await hashesOf(trx, revision_id);
  return compareChunks(new Map(before.map(({ chunk_id, metadata }) => [chunk_id, metadata.text_hash])), after);
}
