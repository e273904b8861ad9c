import { type AccessRules, readAccessRules } from "../access/rules.js";
import { isDocumentId } from "../chunks/chunk-id.js";
import { readChunks } from "../chunks/read-chunks.js";
import { isRefusal, type Refusal, refuse } from "../errors.js";
import type { Job, JobQueue } from "../ports/job-queue.js";
import { problemWithLine, TITLE_MAX } from "../text.js";

/** The media type under which a job keeps structured chunks. */
export const STRUCTURED_CHUNKS = "application/json";

/** What an upload's job was asked to do. */
export interface IngestOptions {
  readonly media_type: string;
  /** null: the document's own title, else its document_id. */
  readonly title: string | null;
  /** null: the date on which it is ingested. */
  readonly version: string | null;
  readonly access_rules: AccessRules | null;
  readonly publish: boolean;
}

export interface Upload {
  readonly media_type: string;
  readonly bytes: Uint8Array;
  readonly title?: unknown;
  readonly version?: unknown;
  readonly access_rules?: unknown;
  readonly publish?: unknown;
}

/** Takes a document in: everything that can be said at once is refused at once, the rest becomes a job. */
export async function acceptDocument(document_id: string, upload: Upload, jobs: JobQueue): Promise<Job | Refusal> {
  if (!isDocumentId(document_id)) {
    return refuse(
      "INVALID_IDENTIFIER",
      "document_id must begin with a letter or digit and have at most 128 letters, digits, `.`, `_` or `-`.",
    );
  }
  const options = readOptions(upload);
  if (isRefusal(options)) return options;
  const problem =
    upload.media_type === STRUCTURED_CHUNKS ? problemWithChunks(document_id, options, upload.bytes) : null;
  if (problem !== null) return refuse("INVALID_REQUEST", `${problem}.`);
  if (upload.bytes.byteLength === 0)
    return refuse("INVALID_REQUEST", "The body is empty; send the file as the raw body.");
  return jobs.add({ kind: "ingest", document_id, state: "queued", options, report: null, payload: upload.bytes });
}

function readOptions({
  media_type,
  title = null,
  version = null,
  access_rules = null,
  publish = true,
}: Upload): IngestOptions | Refusal {
  for (const [name, value] of Object.entries({ title, version })) {
    const problem = value === null ? null : problemWithLine(value, TITLE_MAX);
    if (problem !== null) return refuse("INVALID_REQUEST", `${name} ${problem}.`);
  }
  const rules = access_rules === null ? null : readAccessRules(access_rules);
  if (typeof rules === "string") return refuse("INVALID_REQUEST", `${rules}.`);
  if (typeof publish !== "boolean") return refuse("INVALID_REQUEST", "publish must be true or false.");
  return { media_type, title: title as string | null, version: version as string | null, access_rules: rules, publish };
}

function problemWithChunks(document_id: string, { title }: IngestOptions, bytes: Uint8Array): string | null {
  const read = readChunks({ document_id, title: title ?? document_id }, chunksIn(bytes));
  return typeof read === "string" ? read : null;
}

/** The chunks in the body of a JSON upload, which the adapter has parsed once already. */
export function chunksIn(bytes: Uint8Array): unknown {
  return (JSON.parse(new TextDecoder().decode(bytes)) as { chunks?: unknown }).chunks;
}
