import { isDocumentId } from "../chunks/chunk-id.js";
import { type Refusal, refuse } from "../errors.js";
import type { Job, JobQueue } from "../jobs/job-queue.js";
import { problemWithNewKey } from "../look-alikes.js";
import type { DocumentCatalog } from "./document-catalog.js";
import { type GivenOptions, type IngestOptions, readOptions } from "./ingest-options.js";
import type { StructuredUploadReader } from "./structured-upload-reader.js";

interface Upload extends GivenOptions {
  readonly media_type: string;
  readonly bytes: Uint8Array;
}

interface AcceptDeps {
  readonly jobs: JobQueue;
  readonly documents: Pick<DocumentCatalog, "find" | "nextRules">;
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

interface StructuredUploadDeps extends AcceptDeps {
  readonly structuredUploads: StructuredUploadReader;
}

/**
 * Accepts structured chunks with the document's fields in their JSON. They are read once, here; the job only stores
 * them.
 */
export async function acceptStructuredChunks(
  document_id: string,
  bytes: Uint8Array,
  by_user: string | null,
  { jobs, documents, structuredUploads }: StructuredUploadDeps,
): Promise<Job | Refusal> {
  const refusal = await refuseBeforeReading(document_id, bytes, documents);
  if (refusal !== null) return refusal;
  const read = await structuredUploads.read(document_id, bytes);
  if ("code" in read) return refuse("INVALID_REQUEST", read);
  return addIngestJob(document_id, { ...read.options, by_user }, read.payload, jobs);
}

async function refuseBeforeReading(
  document_id: string,
  bytes: Uint8Array,
  documents: AcceptDeps["documents"],
): Promise<Refusal | null> {
  if (!isDocumentId(document_id)) {
    return refuse("INVALID_IDENTIFIER", { code: "document_id.ill_formed" });
  }
  if (bytes.byteLength === 0) {
    return refuse("INVALID_REQUEST", { code: "upload.empty" });
  }
  const problem = problemWithNewKey("document_id", document_id);
  if (problem === null || (await exists(document_id, documents))) return null;
  return refuse("INVALID_IDENTIFIER", problem);
}

/** true: the document is published, or has a waiting draft. */
async function exists(document_id: string, documents: AcceptDeps["documents"]): Promise<boolean> {
  return (await documents.find(document_id)) !== null || (await documents.nextRules(document_id, "draft")) !== null;
}

function addIngestJob(document_id: string, options: IngestOptions, payload: Uint8Array, jobs: JobQueue): Promise<Job> {
  return jobs.add({ kind: "ingest", document_id, state: "queued", options, report: null, payload });
}
