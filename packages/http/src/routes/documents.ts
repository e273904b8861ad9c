import { setTimeout as sleep } from "node:timers/promises";
import {
  acceptDocument,
  isRefusal,
  type Job,
  type JobQueue,
  type Refusal,
  refuse,
  STRUCTURED_CHUNKS,
  type Upload,
} from "@retrieval/core";
import Type, { type Static } from "typebox";
import { parseJson } from "../pipeline/body.js";
import { PAGE, pageOf, readCursor, writeCursor } from "../pipeline/cursor.js";
import { route } from "../pipeline/route.js";
import { problemWith } from "../pipeline/validate.js";
import { jobView } from "./jobs.js";

const DOCUMENT_LIMIT = 50 * 1024 * 1024;
/** How long `?wait=true` waits before it answers as if it had not been asked to. */
const WAIT_MS = 5 * 60_000;
const WAIT_STEP_MS = 50;

const UploadQuery = Type.Object({
  title: Type.Optional(Type.String()),
  version: Type.Optional(Type.String()),
  access_rules: Type.Optional(Type.String()),
  publish: Type.Optional(Type.Boolean()),
  wait: Type.Boolean({ default: false }),
});

/** A document as structured chunks; the chunks themselves are judged in core, which names each one's fault. */
const StructuredBody = Type.Object(
  {
    title: Type.Optional(Type.String()),
    version: Type.Optional(Type.String()),
    access_rules: Type.Optional(Type.Unknown()),
    publish: Type.Optional(Type.Boolean()),
    chunks: Type.Array(Type.Unknown()),
  },
  { additionalProperties: false },
);

export const documentRoutes = [
  route({
    method: "get",
    path: "/api/manage/documents",
    access: "admin",
    query: Type.Object({ ...PAGE, query: Type.Optional(Type.String({ maxLength: 200 })) }),
    async handle({ query: { limit, cursor, query } }, { documents }) {
      const from = readCursor(cursor);
      if (isRefusal(from)) return from;
      const rows = await documents.list({ ...from, limit: limit + 1, ...(query ? { query } : {}) });
      const { page, next_cursor } = pageOf(rows, limit, ({ document_id }) => document_id);
      const view = page.map(({ document_id, title, version, access_rules }) => ({
        document_id,
        title,
        version,
        access_rules,
      }));
      return { status: 200, body: { documents: view, next_cursor } };
    },
  }),
  route({
    method: "put",
    path: "/api/manage/documents/:document_id",
    access: "admin",
    body: { kind: "raw", limit: DOCUMENT_LIMIT, types: ({ documentTypes }) => [...documentTypes, STRUCTURED_CHUNKS] },
    query: UploadQuery,
    async handle({ params, body, mediaType, query, req }, { jobs, onJob }) {
      const upload = readUpload(body as Uint8Array, mediaType, query);
      if (isRefusal(upload)) return upload;
      const job = await acceptDocument(params.document_id as string, upload, jobs);
      if (isRefusal(job)) return job;
      onJob();
      const ended = query.wait ? await ending(job, jobs, () => req.socket.destroyed) : null;
      return ended ? { status: 200, body: jobView(ended) } : { status: 202, body: { job_id: job.job_id } };
    },
  }),
  route({
    method: "delete",
    path: "/api/manage/documents/:document_id",
    access: "admin",
    async handle({ params }, { documents }) {
      const removed = await documents.remove(params.document_id as string);
      return removed ? { status: 204 } : refuse("DOCUMENT_NOT_FOUND", "No such document.");
    },
  }),
  route({
    method: "post",
    path: "/api/manage/documents/:document_id/publish",
    access: "admin",
    async handle({ params }, { chunks }) {
      const changes = await chunks.publishDraft(params.document_id as string);
      return changes
        ? { status: 200, body: { changes } }
        : refuse("DOCUMENT_NOT_FOUND", "No draft of this document is waiting.");
    },
  }),
  route({
    method: "get",
    path: "/api/manage/documents/:document_id/chunks",
    access: "admin",
    query: Type.Object({ ...PAGE, draft: Type.Boolean({ default: false }) }),
    async handle({ params, query: { limit, cursor, draft } }, { chunks }) {
      const from = readCursor(cursor);
      if (isRefusal(from)) return from;
      const after = from.after === undefined ? {} : { after: Number(from.after) };
      if (after.after !== undefined && !Number.isSafeInteger(after.after)) {
        return refuse("INVALID_REQUEST", "cursor is not one that this list gave out; begin again without it.");
      }
      const page = await chunks.list(params.document_id as string, { draft, limit, ...after });
      if (page === null)
        return refuse("DOCUMENT_NOT_FOUND", draft ? "No draft of this document is waiting." : "No such document.");
      return {
        status: 200,
        body: { chunks: page.chunks, next_cursor: page.more ? writeCursor(String(page.last)) : null },
      };
    },
  }),
];

/** A file brings what is said about it in the query; structured chunks bring it in their own JSON. */
function readUpload(bytes: Uint8Array, media_type: string, query: Static<typeof UploadQuery>): Upload | Refusal {
  if (media_type !== STRUCTURED_CHUNKS) {
    const { title, version, publish } = query;
    const access_rules = query.access_rules === undefined ? undefined : parseJson(Buffer.from(query.access_rules));
    if (isRefusal(access_rules)) return refuse("INVALID_REQUEST", "access_rules in the query is not JSON.");
    return { media_type, bytes, title, version, publish, access_rules: access_rules?.value };
  }
  const parsed = parseJson(bytes);
  if (isRefusal(parsed)) return parsed;
  const problem = problemWith(StructuredBody, parsed.value);
  if (problem !== null) return refuse("INVALID_REQUEST", problem);
  const { title, version, access_rules, publish } = parsed.value as Static<typeof StructuredBody>;
  return { media_type, bytes, title, version, access_rules, publish };
}

async function ending(job: Job, jobs: JobQueue, isGone: () => boolean): Promise<Job | null> {
  for (let waited = 0; waited < WAIT_MS && !isGone(); waited += WAIT_STEP_MS) {
    const now = await jobs.find(job.kind, job.job_id);
    if (now === null || now.state === "done" || now.state === "failed") return now;
    await sleep(WAIT_STEP_MS);
  }
  return null;
}
