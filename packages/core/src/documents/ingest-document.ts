import type { AccessRules } from "../access/rules.js";
import type { ChunkChanges } from "../chunks/compare.js";
import { CHUNKS_MAX, readChunks } from "../chunks/read-chunks.js";
import { relateChunks } from "../chunks/relations.js";
import { structureDocument } from "../chunks/structure-document.js";
import type { StructuredChunk } from "../chunks/structured-chunk.js";
import type { ChunkStore } from "../ports/chunk-store.js";
import type { Clock } from "../ports/clock.js";
import { type DocumentReader, UnreadableDocumentError } from "../ports/document-reader.js";
import type { Job } from "../ports/job-queue.js";
import { chunksIn, type IngestOptions, STRUCTURED_CHUNKS } from "./accept-document.js";

/** What an ingestion's job says when it is done. */
export interface IngestReport {
  readonly warnings: readonly string[];
  readonly changes: ChunkChanges;
}

export interface IngestDeps {
  readonly reader: DocumentReader;
  readonly chunks: Pick<ChunkStore, "publish" | "saveDraft">;
  readonly clock: Clock;
  /** The rule of a document that is new and comes without one (NEW_DOCUMENTS). */
  readonly newDocumentRules: AccessRules;
}

/**
 * Turns an accepted upload into the document's published version, or its draft. Doing it again does no harm: the same
 * bytes give the same chunks.
 *
 * @throws UnreadableDocumentError when the file cannot be read
 */
export async function ingestDocument(
  job: Job & { readonly payload: Uint8Array },
  deps: IngestDeps,
  onProgress: (progress: number) => Promise<void>,
): Promise<IngestReport> {
  const document_id = job.document_id as string;
  const options = job.options as IngestOptions;
  const { title, chunks, warnings } = await readUpload(document_id, options, job.payload, deps.reader);
  await onProgress(0.6);
  const version = {
    document_id,
    title,
    version: options.version ?? new Date(deps.clock.now()).toISOString().slice(0, 10),
    chunks,
    relations: relateChunks(chunks),
    access_rules: options.access_rules,
    default_rules: deps.newDocumentRules,
    accepted: job.accepted,
  };
  const changes = await (options.publish ? deps.chunks.publish(version) : deps.chunks.saveDraft(version));
  if (changes === "superseded") {
    return {
      warnings: [
        ...warnings,
        "a later upload of this document, or its deletion, came first; this version was not kept",
      ],
      changes: { unchanged: 0, changed: 0, added: 0, removed: 0 },
    };
  }
  return { warnings, changes };
}

async function readUpload(
  document_id: string,
  options: IngestOptions,
  payload: Uint8Array,
  reader: DocumentReader,
): Promise<{ title: string; chunks: readonly StructuredChunk[]; warnings: readonly string[] }> {
  if (options.media_type === STRUCTURED_CHUNKS) {
    const title = options.title ?? document_id;
    const read = readChunks({ document_id, title }, chunksIn(payload));
    if (typeof read === "string") throw new UnreadableDocumentError(read);
    return { title, ...read };
  }
  const { tree, title: own, warnings } = await reader.read(options.media_type, payload);
  const title = options.title ?? own ?? document_id;
  const chunks = structureDocument({ document_id, title }, tree);
  if (chunks.length > CHUNKS_MAX) {
    throw new UnreadableDocumentError(`The document makes ${chunks.length} chunks, more than ${CHUNKS_MAX}; split it.`);
  }
  return { title, chunks, warnings: chunks.length > 0 ? warnings : [...warnings, "the file has no visible text"] };
}
