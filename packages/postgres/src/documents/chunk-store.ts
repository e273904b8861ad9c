import type { ReaderFilter } from "@retrieval/core";
import type { ChunkChanges } from "@retrieval/core/chunks";
import type { DraftPublication } from "@retrieval/core/documents";
import type {
  ChunkStore,
  DocumentVersion,
  FoundChunk,
  FoundOutline,
  FoundPart,
  FoundPassage,
  MakeVectors,
  OfDraft,
  PartToRead,
  Publication,
} from "@retrieval/core/ports";
import { type Kysely, sql } from "kysely";
import { inTransaction, query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";
import { canBeStored } from "../sql/storable-text.js";
import { changeDocument, compareWith, publicationOf } from "./change-document.js";
import { chunkPage } from "./chunk-page.js";
import { chunkFinder } from "./find-chunk.js";
import { findOutline } from "./find-outline.js";
import { findPassages } from "./find-passages.js";
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

  /** @param four_eyes true: who uploads a version does not publish it */
  constructor(
    private readonly db: Kysely<Schema>,
    private readonly makeVectors: MakeVectors,
    private readonly four_eyes = false,
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

  async findPassages(chunk_ids: readonly string[], reader: ReaderFilter): Promise<readonly FoundPassage[]> {
    return query(() => findPassages(this.db, chunk_ids, reader));
  }

  async list(document_id: string, { draft, ...page }: { draft: boolean; limit: number; after?: number }) {
    if (!canBeStored(document_id)) return null;
    const revision = sql.ref<string | null>(draft ? "documents.draft_id" : "documents.revision_id");
    return query(() => chunkPage(this.db, document_id, revision, page));
  }

  async outline(document_id: string, reader: ReaderFilter, revision_id?: string): Promise<FoundOutline | null> {
    if (!canBeStored(document_id)) return null;
    return query(() => findOutline(this.db, document_id, reader, revision_id));
  }

  async read(
    document_id: string,
    part: PartToRead,
    limit: number,
    reader: ReaderFilter,
    revision_id?: string,
  ): Promise<FoundPart | null> {
    if (!canBeStored(document_id)) return null;
    return query(() => readPart(this.db, document_id, part, limit, reader, revision_id));
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
      const content = { version, makeVectors: this.makeVectors, four_eyes: this.four_eyes };
      const change = await changeDocument(trx, document_id, { ...version, event, by_user }, content);
      if (change.refusal === "superseded") return change.refusal;
      if (change.refusal === null) return publicationOf(change);
      // Not an error: the job ran before, and only its end was lost.
      const changes = await compareWith(trx, change.held.revision_id, chunks);
      const needs_approval = event === "publish" && change.held.draft?.accepted === version.accepted;
      return { changes, unchanged: false, rule_outdated: false, rule_replaced: false, needs_approval, published: null };
    });
  }

  async publishDraft(
    document_id: string,
    by_user: string | null = null,
    publication: DraftPublication & OfDraft = {},
  ): Promise<Publication | null> {
    if (!canBeStored(document_id)) return null;
    return inTransaction(this.db, async (trx) => {
      const content = { version: null, makeVectors: this.makeVectors, four_eyes: this.four_eyes };
      const change = await changeDocument(
        trx,
        document_id,
        { ...publication, event: "publish-draft", by_user },
        content,
      );
      return change.refusal === null ? publicationOf(change) : null;
    });
  }
}
