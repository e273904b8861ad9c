import { isDocumentId } from "../chunks/chunk-id.js";
import { type Refusal, refuse } from "../errors.js";
import type { Job, JobQueue } from "../jobs/job-queue.js";
import { problemWithNewKey } from "../look-alikes.js";
import type { Problem } from "../problems.js";
import type { DocumentCatalog, DocumentStanding } from "./document-catalog.js";
import { type GivenOptions, type IngestOptions, readOptions } from "./ingest-options.js";

interface Upload extends GivenOptions {
  readonly media_type: string;
  readonly bytes: Uint8Array;
}

interface AcceptDeps {
  readonly jobs: JobQueue;
  readonly documents: Pick<DocumentCatalog, "standings">;
}

/** Accepts an uploaded file: refuses what can be checked at once, and adds a job for the rest. */
export async function acceptDocument(
  document_id: string,
  upload: Upload,
  by_user: string | null,
  { jobs, documents }: AcceptDeps,
): Promise<Job | Refusal> {
  const { media_type, bytes } = upload;
  const refusal = await refuseBeforeReading(document_id, bytes, documents);
  if (refusal !== null) return refusal;
  const options = readOptions(media_type, upload);
  if ("code" in options) return refuse("INVALID_REQUEST", options);
  return addIngestJob(document_id, { ...options, by_user }, bytes, jobs);
}

/** A valid JSON upload of structured chunks, ready for its job. */
export interface StructuredUpload {
  readonly options: IngestOptions;
  /** The chunks with their relations, packed for `ReadPackedChunks`. */
  readonly payload: Uint8Array;
}

/**
 * Reads `{title, version, access_rules, publish, chunks}`, of which only `chunks` is required. Callers need no further
 * check. An upload may be 50 MiB: reading it MUST NOT hold up the thread that answers requests, and MUST end at limits
 * of time and memory.
 *
 * @param bytes are transferred: the array may be empty afterwards
 * @returns the problem for which the upload is refused
 */
export type ReadStructuredUpload = (document_id: string, bytes: Uint8Array) => Promise<StructuredUpload | Problem>;

interface StructuredUploadDeps extends AcceptDeps {
  readonly readStructuredChunks: ReadStructuredUpload;
}

/**
 * Accepts structured chunks with the document's fields in their JSON. They are read once, here; the job only stores
 * them.
 */
export async function acceptStructuredChunks(
  document_id: string,
  bytes: Uint8Array,
  by_user: string | null,
  { jobs, documents, readStructuredChunks }: StructuredUploadDeps,
): Promise<Job | Refusal> {
  const refusal = await refuseBeforeReading(document_id, bytes, documents);
  if (refusal !== null) return refusal;
  const read = await readStructuredChunks(document_id, bytes);
  if ("code" in read) return refuse("INVALID_REQUEST", read);
  return addIngestJob(document_id, { ...read.options, by_user }, read.payload, jobs);
}

async function refuseBeforeReading(
  document_id: string,
  bytes: Uint8Array,
  documents: AcceptDeps["documents"],
): Promise<Refusal | null> {
  const [standing] = isDocumentId(document_id) ? await documents.standings([document_id]) : [];
  const problem = problemWithDocumentId(standing, document_id);
  if (problem !== null) return refuse("INVALID_IDENTIFIER", problem);
  return bytes.byteLength === 0 ? refuse("INVALID_REQUEST", { code: "upload.empty" }) : null;
}

/** A published document or a waiting draft keeps an identifier that a new one could not have. */
export function problemWithDocumentId(standing: DocumentStanding | undefined, document_id: string): Problem | null {
  if (!isDocumentId(document_id)) return { code: "document_id.ill_formed" };
  const exists = standing !== undefined && (standing.published !== null || standing.draft !== null);
  return exists ? null : problemWithNewKey("document_id", document_id);
}

function addIngestJob(document_id: string, options: IngestOptions, payload: Uint8Array, jobs: JobQueue): Promise<Job> {
  return jobs.add({ document_id, options, payload });
}
