import { setTimeout as sleep } from "node:timers/promises";
import {
  type AcceptDeps,
  acceptDocument,
  acceptStructuredChunks,
  type ChunkStore,
  hasEnded,
  isRefusal,
  type Job,
  type JobQueue,
  type Publication,
  previewPublication,
  Refusal,
  RULE_OUTDATED,
  refuse,
  STRUCTURED_CHUNKS,
  UnreadableDocumentError,
  type Upload,
} from "@retrieval/core";
import Type, { type Static } from "typebox";
import { jobView, warningViews } from "../bodies/job-view.js";
import { documentOperations } from "../openapi/operations/documents.js";
import { parseJson } from "../pipeline/body.js";
import { PAGE } from "../pipeline/cursor.js";
import { type RouteRequest, route } from "../pipeline/route.js";

const DOCUMENT_LIMIT = 50 * 1024 * 1024;
/** How long `?wait=true` waits before it answers as if it had not been asked to. */
const WAIT_MS = 5 * 60_000;
/** How long it waits between two looks at the job: little at first, for small documents, then twice as long each time. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

const UploadQuery = Type.Object({
  title: Type.Optional(Type.String()),
  version: Type.Optional(Type.String()),
  access_rules: Type.Optional(Type.String()),
  publish: Type.Optional(Type.Boolean()),
  wait: Type.Boolean({ default: false }),
});

/** What may be said of a document: in the query beside a file, in the body of structured chunks. */
const SAID_OF_DOCUMENT = ["title", "version", "access_rules", "publish"] as const;

const NO_DOCUMENT = refuse("DOCUMENT_NOT_FOUND", { code: "document.unknown" });
const NO_DRAFT = refuse("DOCUMENT_NOT_FOUND", { code: "draft.unknown" });

export const documentRoutes = [
  route({
    method: "get",
    path: "/api/manage/documents",
    access: "admin",
    operation: documentOperations.listDocuments,
    query: Type.Object({ ...PAGE, query: Type.Optional(Type.String({ maxLength: 200 })) }),
    async handle({ query: { limit, cursor, query }, cursors }, { documents }) {
      const from = cursors.read(cursor);
      if (isRefusal(from)) return from;
      const rows = await documents.list({ ...from, limit: limit + 1, ...(query ? { query } : {}) });
      const { page, next_cursor } = cursors.pageOf(rows, limit, ({ document_id }) => document_id);
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
    method: "get",
    path: "/api/manage/drafts",
    access: "admin",
    operation: documentOperations.listDrafts,
    query: Type.Object(PAGE),
    async handle({ query: { limit, cursor }, cursors }, { documents }) {
      const from = cursors.read(cursor);
      if (isRefusal(from)) return from;
      const rows = await documents.drafts({ ...from, limit: limit + 1 });
      const { page, next_cursor } = cursors.pageOf(rows, limit, ({ document_id }) => document_id);
      return { status: 200, body: { drafts: page, next_cursor } };
    },
  }),
  route({
    method: "put",
    path: "/api/manage/documents/:document_id",
    access: "admin",
    operation: documentOperations.uploadDocument,
    body: { kind: "raw", limit: DOCUMENT_LIMIT, types: ({ documentTypes }) => [...documentTypes, STRUCTURED_CHUNKS] },
    query: UploadQuery,
    async handle(request, deps, { user }) {
      const { params, body, mediaType, query, req, aside } = request;
      const { onJob } = deps;
      const document_id = params.document_id as string;
      const bytes = body as Uint8Array;
      const job =
        mediaType === STRUCTURED_CHUNKS
          ? (refuseOptionsIn(query) ?? (await acceptStructuredChunks(document_id, bytes, user.user_id, deps)))
          : await acceptFile(document_id, { media_type: mediaType, bytes }, query, user.user_id, deps);
      if (isRefusal(job)) return job;
      onJob();
      const ended = query.wait ? await ending(job, deps.jobs, aside, () => req.socket.destroyed) : null;
      return ended
        ? { status: 200, body: jobView(ended, request.language) }
        : { status: 202, body: { job_id: job.job_id } };
    },
  }),
  route({
    method: "delete",
    path: "/api/manage/documents/:document_id",
    access: "admin",
    operation: documentOperations.deleteDocument,
    async handle({ params }, { documents }, { user }) {
      const removed = await documents.remove(params.document_id as string, user.user_id);
      return removed ? { status: 204 } : NO_DOCUMENT;
    },
  }),
  route({
    method: "post",
    path: "/api/manage/documents/:document_id/publish",
    access: "admin",
    operation: documentOperations.publishDraft,
    async handle({ params, language }, { chunks }, { user }) {
      const published = await publishedDraft(params.document_id as string, user.user_id, chunks);
      if (published !== null && isRefusal(published)) return published;
      return published
        ? {
            status: 200,
            body: {
              changes: published.changes,
              warnings: warningViews(published.rule_outdated ? [RULE_OUTDATED] : [], language),
            },
          }
        : NO_DRAFT;
    },
  }),
  route({
    method: "get",
    path: "/api/manage/documents/:document_id/publication",
    access: "admin",
    operation: documentOperations.previewPublication,
    query: Type.Object({ draft: Type.Boolean({ default: false }) }),
    async handle({ params, query: { draft } }, deps) {
      const answer = await previewPublication(params.document_id as string, draft ? "draft" : "upload", deps);
      return isRefusal(answer) ? answer : { status: 200, body: answer };
    },
  }),
  route({
    method: "get",
    path: "/api/manage/documents/:document_id/chunks",
    access: "admin",
    operation: documentOperations.listChunks,
    query: Type.Object({ ...PAGE, draft: Type.Boolean({ default: false }) }),
    async handle({ params, query: { limit, cursor, draft }, cursors }, { chunks, audit }, { user }) {
      const from = cursors.read(cursor);
      if (isRefusal(from)) return from;
      const after = from.after === undefined ? {} : { after: Number(from.after) };
      const document_id = params.document_id as string;
      const page = await chunks.list(document_id, { draft, limit, ...after });
      if (page === null) return draft ? NO_DRAFT : NO_DOCUMENT;
      // Each page: a reading need not go on to the next one.
      if (draft) {
        const details = { chunks: page.chunks.length };
        await audit.record([{ kind: "draft-read", by_user: user.user_id, user_id: null, document_id, details }]);
      }
      return {
        status: 200,
        body: { chunks: page.chunks, next_cursor: page.more ? cursors.write(String(page.last)) : null },
      };
    },
  }),
];

/** A refusal where its words cannot be indexed within the limits; the draft waits on. */
async function publishedDraft(
  document_id: string,
  by_user: string,
  chunks: Pick<ChunkStore, "publishDraft">,
): Promise<Publication | Refusal | null> {
  try {
    return await chunks.publishDraft(document_id, by_user);
  } catch (error) {
    if (!(error instanceof UnreadableDocumentError)) throw error;
    return new Refusal("INVALID_REQUEST", error.problems);
  }
}

async function acceptFile(
  document_id: string,
  file: Pick<Upload, "media_type" | "bytes">,
  { title, version, access_rules, publish }: Static<typeof UploadQuery>,
  by_user: string,
  deps: AcceptDeps,
): Promise<Job | Refusal> {
  const rules = access_rules === undefined ? undefined : parseJson(Buffer.from(access_rules));
  if (isRefusal(rules)) return refuse("INVALID_REQUEST", { code: "upload.rule_not_json" });
  const upload = { ...file, title, version, publish, access_rules: rules?.value };
  return acceptDocument(document_id, upload, by_user, deps);
}

/** A rule that nobody reads would leave the document open: what stands in the wrong place is refused, not passed over. */
function refuseOptionsIn(query: Static<typeof UploadQuery>): Refusal | null {
  const misplaced = SAID_OF_DOCUMENT.filter((name) => query[name] !== undefined);
  if (misplaced.length === 0) return null;
  return refuse("INVALID_REQUEST", { code: "upload.misplaced_fields", fields: misplaced });
}

async function ending(
  job: Job,
  jobs: JobQueue,
  aside: RouteRequest<unknown, unknown>["aside"],
  isGone: () => boolean,
): Promise<Job | null> {
  for (let waited = 0, pause = FIRST_PAUSE_MS, mayLook = true; waited < WAIT_MS && !isGone(); ) {
    const now = mayLook ? await jobs.find(job.kind, job.job_id) : job;
    if (now === null || hasEnded(now.state)) return now;
    mayLook = await aside(() => sleep(pause));
    waited += pause;
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
  }
  return null;
}
