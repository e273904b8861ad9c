import {
  audienceOf,
  type ChunkChanges,
  type ChunkStore,
  compareChunks,
  type DocumentVersion,
  type EmbeddedChunk,
  type ExportPage,
  type ExportQuery,
  type FoundChunk,
  type FoundOutline,
  type Publication,
  type ReaderFilter,
  ROWS_BYTES_MAX,
  type StructuredChunk,
  type WrittenEmbedVersions,
} from "@retrieval/core";
import { type Kysely, sql, type Transaction } from "kysely";
import { addAuditEntries } from "./audit-entries.js";
import { type HeldDocument, headColumns, hold, holdOrAdd, type WaitingDraft } from "./document-row.js";
import { enforced } from "./document-rule.js";
import { keepEmbedVersions, writeEmbedVersions } from "./embed-versions.js";
import { inTransaction, query } from "./errors.js";
import { exportPage } from "./export-chunks.js";
import { chunkFinder } from "./find-chunk.js";
import { findOutline } from "./find-outline.js";
import { addRevision, chunksOf, dropRevisions, type HashedChunk, hashesOf } from "./revisions.js";
import { recordDeletedDraft, recordPublication, recordRule } from "./rule-record.js";
import type { Schema } from "./schema.js";
import { addSearchEntries, isCopiedToNew } from "./search-entries.js";
import type { SearchTexts } from "./search-text.js";
import { requireAdmin } from "./sender.js";
import { canBeStored } from "./storable-text.js";

/**
 * A version is a revision with its chunks, and a document's row points to the one that readers see. Whoever moves the
 * pointer holds the row, so that versions, drafts and deletions of one document go one after the other.
 *
 * The rule that was last in force stays with a document, through versions that bring none and through its deletion: a
 * restricted document that is deleted and uploaded again is as restricted as before.
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
      // A version without chunks is still a version: one row, with nothing beside it.
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
    return inTransaction(this.db, async (trx) => {
      const document = await holdOrAdd(trx, version);
      if (document.accepted > version.accepted) return "superseded";
      const changes = await compare(trx, document, version.chunks);
      // The job ran before and only its end was lost: what it wrote stands, and so does a rule changed since.
      if (document.accepted === version.accepted) return { changes, rule_outdated: false };
      const revision_id = await addRevision(trx, version, null);
      const { draft } = document;
      const outdated = draft !== null && draft.accepted < version.accepted ? draft.revision_id : null;
      const access_rules = version.access_rules ?? document.pending_rules;
      const by_user = version.by_user ?? null;
      const shown = await show(trx, document, { ...version, revision_id, access_rules }, outdated, {
        by_user,
        changes,
      });
      if (draft !== null && outdated !== null) await recordDeletedDraft(trx, version.document_id, draft, by_user);
      await addSearchEntries(trx, version.document_id, revision_id, version.chunks, this.searchTexts);
      await requireAdmin(trx, by_user);
      return { changes, ...shown };
    });
  }

  saveDraft(version: DocumentVersion): Promise<ChunkChanges | "superseded"> {
    return inTransaction(this.db, async (trx) => {
      const document = await holdOrAdd(trx, version);
      const { document_id, draft } = document;
      const latest = Math.max(document.accepted, draft?.accepted ?? 0);
      if (latest > version.accepted) return "superseded";
      const changes = await compare(trx, document, version.chunks);
      if (latest === version.accepted) return changes;
      // A corrected draft that says nothing of its rule keeps what was said with the one that it replaces, unless a rule
      // was stated since: as the corrected draft's own, that of the older draft would be put back over it.
      const keepsDraftRule = draft !== null && draft.accepted >= document.rules_accepted;
      const draft_id = await addRevision(
        trx,
        version,
        version.access_rules ?? (keepsDraftRule ? draft.access_rules : null),
      );
      await trx.updateTable("documents").set({ draft_id }).where("document_id", "=", document_id).execute();
      await dropRevisions(trx, [draft?.revision_id ?? null]);
      const details = { title: version.title, version: version.version, changes };
      const by_user = version.by_user ?? null;
      await addAuditEntries(trx, [{ kind: "draft-saved", by_user, user_id: null, document_id, details }]);
      await requireAdmin(trx, by_user);
      return changes;
    });
  }

  async publishDraft(document_id: string, by_user: string | null = null): Promise<Publication | null> {
    if (!canBeStored(document_id)) return null;
    return inTransaction(this.db, async (trx) => {
      const document = await hold(trx, document_id);
      if (!document?.draft) return null;
      const { draft } = document;
      const changes = await compare(trx, document, await hashesOf(trx, draft.revision_id));
      const shown = await show(trx, document, draft, draft.revision_id, { by_user, changes });
      const chunks = await chunksOf(trx, draft.revision_id);
      await addSearchEntries(trx, document_id, draft.revision_id, chunks, this.searchTexts);
      await requireAdmin(trx, by_user);
      return { changes, ...shown };
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

/**
 * Points the document's row to a revision, puts its rule in force unless one stated later is, and drops what nobody can
 * see any more.
 */
async function show(
  trx: Transaction<Schema>,
  { document_id, revision_id: old, rules_accepted, draft }: HeldDocument,
  next: WaitingDraft,
  draftGone: string | null,
  { by_user, changes }: { readonly by_user: string | null; readonly changes: ChunkChanges },
): Promise<Pick<Publication, "rule_outdated">> {
  const { access_rules } = next;
  const rule_outdated = access_rules !== null && next.accepted < rules_accepted;
  const brought = rule_outdated ? null : access_rules;
  await trx
    .updateTable("documents")
    .set({
      ...headColumns(document_id, next),
      revision_id: next.revision_id,
      accepted: String(next.accepted),
      draft_id: draftGone === null ? (draft?.revision_id ?? null) : null,
      // A rule in force has a version, a mere default too.
      ...(brought === null
        ? { rules_version: sql<number>`greatest(1, rules_version)` }
        : enforced(brought, next.accepted)),
      audience_copied: isCopiedToNew(next.revision_id, brought && audienceOf(brought)),
      updated_at: sql<Date>`now()`,
    })
    .where("document_id", "=", document_id)
    .execute();
  const cause = brought === null ? "default" : "upload";
  await recordRule(trx, document_id, { by_user, cause });
  const { title, version } = next;
  const details = { title, version, changes, rule_outdated };
  await recordPublication(trx, document_id, { title, version }, { kind: "document-published", by_user, details });
  await keepEmbedVersions(trx, old, next.revision_id);
  await dropRevisions(trx, [old, draftGone === next.revision_id ? null : draftGone]);
  return { rule_outdated };
}
