import type { AccessRules } from "../access/rules.js";
import type { ChunkChanges } from "../chunks/compare.js";
import { type ContentCounts, countContents } from "../chunks/contents.js";
import type { ChunkRelations } from "../chunks/relations.js";
import type { StructuredChunk } from "../chunks/structured-chunk.js";
import type { Clock } from "../clock.js";
import { dayIn, dayInLabel } from "../day.js";
import { ChangeRefusedError } from "../errors.js";
import type { Job } from "../jobs/job-queue.js";
import type { Problem } from "../problems.js";
import type { ChunkStore, DocumentVersion, Publication, PublishedPlace } from "./chunk-store.js";
import { enactmentOf } from "./enactment.js";
import type { IngestOptions } from "./ingest-options.js";
import { STRUCTURED_CHUNKS } from "./media-types.js";
import type { UploadedOriginal } from "./original-file.js";
import type { UploadedFileReader } from "./uploaded-file-reader.js";

/** The report of a finished ingestion. */
export interface IngestReport {
  readonly warnings: readonly Problem[];
  readonly changes: ChunkChanges;
  readonly contents: ContentCounts;
  /** true: the document was published like this already, so nothing was published. */
  readonly unchanged: boolean;
}

/** Consecutive chunks of a document. */
export interface ChunkBatch {
  readonly chunks: readonly StructuredChunk[];
  /** One for each chunk. */
  readonly relations: readonly ChunkRelations[];
  /** How much has been read with this batch, 0 to 1. */
  readonly progress: number;
}

/**
 * Reads the chunks that `UploadedFileReader` and `ReadStructuredUpload` packed for a job, in document order. Each batch
 * MUST take milliseconds only: other work runs between two batches.
 */
export type ReadPackedChunks = (payload: Uint8Array) => AsyncIterable<ChunkBatch>;

interface IngestDeps {
  readonly files: Pick<UploadedFileReader, "read">;
  readonly readPacked: ReadPackedChunks;
  readonly chunks: Pick<ChunkStore, "publish" | "saveDraft">;
  readonly clock: Clock;
  /** Of the date that names a version without a name of its own; an IANA name. */
  readonly timeZone: string;
  /** The rule of a document that is new and comes without one (NEW_DOCUMENTS). */
  readonly newDocumentRules: AccessRules;
}

/**
 * Turns an accepted upload into the document's published version, or its draft. It can safely run twice: the same bytes
 * give the same chunks.
 *
 * @throws UnreadableDocumentError if the file cannot be read
 * @throws ChangeRefusedError if the version may not be published any more, or not by its sender; then nothing is written
 */
export async function ingestDocument(
  job: Job & { readonly payload: Uint8Array },
  deps: IngestDeps,
  onProgress: (progress: number) => Promise<void>,
): Promise<IngestReport> {
  const document_id = job.document_id as string;
  const options = job.options as IngestOptions;
  const { enactment = {} } = options;
  // Structured chunks were read when they were accepted.
  const {
    title,
    warnings: found,
    payload,
  } = options.media_type === STRUCTURED_CHUNKS
    ? { title: options.title ?? document_id, warnings: options.warnings, payload: job.payload }
    : await deps.files.read({ document_id, title: options.title }, options.media_type, job.payload);
  const original = originalOf(options, job.payload);
  const warnings = original?.original_for === "readers" && found.some(isEdit) ? [...found, SHOWS_EDITS] : found;
  const { chunks, relations } = await readInBatches(deps.readPacked(payload), (share) => onProgress(READ * share));
  await onProgress(READ);
  const contents = countContents(chunks);
  const version = {
    document_id,
    title,
    version: options.version ?? enactment.effective_from ?? dayIn(deps.clock.now(), deps.timeZone),
    version_is_default: options.version === null,
    chunks,
    relations,
    access_rules: options.access_rules,
    default_rules: deps.newDocumentRules,
    fields: options.fields,
    by_user: options.by_user,
    accepted: job.accepted,
    original,
    ...enactmentOf(enactment),
  };
  // What was recognised in pictures is not published unseen.
  const publish = options.publish && !found.some(({ code }) => code === "pdf.recognised");
  const outcome = await publishOrSaveDraft(version, publish, deps);
  if (outcome === "superseded") {
    return {
      warnings: [...warnings, { code: "version.superseded" }],
      changes: { unchanged: 0, changed: 0, added: 0, removed: 0 },
      contents,
      unchanged: false,
    };
  }
  const { changes, unchanged } = outcome;
  return { warnings: [...warnings, ...publicationWarnings(outcome)], changes, contents, unchanged };
}

/** Structured chunks are no file that a reader could open. */
function originalOf({ media_type, original }: IngestOptions, bytes: Uint8Array): UploadedOriginal | null {
  if (original === "none" || media_type === STRUCTURED_CHUNKS) return null;
  return { bytes, media_type, original_for: original ?? "admins", original_for_is_default: original === undefined };
}

/** The downloaded file shows what the document does not. */
const SHOWS_EDITS: Problem = { code: "original.shows_edits" };

function isEdit({ code }: Problem): boolean {
  return /^(?:docx\.(?:comments_left_out|tracked_changes)|xlsx\.objects_left_out|(?:xlsx|pptx)\.hidden_left_out)$/.test(
    code,
  );
}

/** What happened to the version and the rule that came with it, where the sender may not expect it. */
export function publicationWarnings(publication: Publication): readonly Problem[] {
  const { rule_outdated, rule_replaced, published, needs_approval } = publication;
  if (needs_approval) return [NEEDS_APPROVAL];
  const warnings = published === null ? [] : dayWarnings(published);
  if (rule_outdated) return [...warnings, { code: "version.rule_outdated" }];
  return rule_replaced ? [...warnings, { code: "version.rule_replaced" }] : warnings;
}

/** Another administrator than its uploader publishes the version. */
const NEEDS_APPROVAL: Problem = { code: "draft.needs_approval" };

function dayWarnings(published: PublishedPlace): readonly Problem[] {
  const { version, effective_from, day, standing, in_force_from, abolished_on } = published;
  const warnings: Problem[] = [];
  if (standing === "in_force" && effective_from < day) {
    warnings.push({ code: "version.effective_from_past", effective_from });
  } else if (standing === "past" && in_force_from !== null) {
    warnings.push({ code: "version.not_in_force", effective_from, in_force_from });
  }
  if (abolished_on !== null) warnings.push({ code: "version.revives", effective_from, abolished_on });
  if ((dayInLabel(version) ?? effective_from) !== effective_from) {
    warnings.push({ code: "version.label_differs_from_date", version, effective_from });
  }
  return warnings;
}

const UNPUBLISHED = {
  unchanged: false,
  ...{ rule_outdated: false, rule_replaced: false },
  ...{ needs_approval: false, published: null },
};

async function publishOrSaveDraft(
  version: DocumentVersion,
  publish: boolean,
  { chunks }: IngestDeps,
): Promise<Publication | "superseded"> {
  try {
    if (publish) return await chunks.publish(version);
    const changes = await chunks.saveDraft(version);
    return changes === "superseded" ? changes : { ...UNPUBLISHED, changes };
  } catch (error) {
    if (!(error instanceof ChangeRefusedError)) throw error;
    const outcome = { code: publish ? "version.not_published" : "draft.not_kept" } as const;
    throw new ChangeRefusedError(error.code, error.reason, outcome);
  }
}

/** The progress when all chunks are read and have yet to be stored. */
const READ = 0.6;

interface ReadChunks {
  readonly chunks: readonly StructuredChunk[];
  readonly relations: readonly ChunkRelations[];
}

/** Reports progress between batches, when other work can run. */
async function readInBatches(
  batches: AsyncIterable<ChunkBatch>,
  onProgress: (share: number) => Promise<void>,
): Promise<ReadChunks> {
  const chunks: StructuredChunk[] = [];
  const relations: ChunkRelations[] = [];
  for await (const batch of batches) {
    for (const chunk of batch.chunks) chunks.push(chunk);
    for (const relation of batch.relations) relations.push(relation);
    await onProgress(batch.progress);
  }
  return { chunks, relations };
}
