import { setTimeout as sleep } from "node:timers/promises";
import type { documentOperations, QueryOf } from "@retrieval/api";
import { openEnd, readDocumentFields, readEnactment } from "@retrieval/core/documents";
import { isRefusal, NO_DOCUMENT, type Refusal, refuse } from "@retrieval/core/errors";
import { DOCUMENT_FIELD_NAMES, NOTE_MAX, problemWithLine, STRUCTURED_CHUNKS } from "@retrieval/core/limits";
import { type DocumentRecord, hasEnded, type Job, type JobQueue } from "@retrieval/core/ports";
import {
  acceptDocument,
  acceptStructuredChunks,
  comingOf,
  planUploads,
  publicationWarnings,
} from "@retrieval/core/use-cases";
import type { RouteDeps } from "../deps.js";
import type { CallerSession } from "../routing/authenticate.js";
import { expectedVersion } from "../routing/expected-version.js";
import type { AnyRequest, HandlerRequest, HandlersOf } from "../routing/handler.js";
import { placeAfter, rowsAfter, wholeList } from "../routing/page-cursors.js";
import { parseJson } from "../routing/read-body.js";
import { failureView, jobView } from "./jobs.js";
import { refusedIfUnreadable } from "./refused-if-unreadable.js";
import { warningsInWords } from "./warnings-in-words.js";

/** How long `?wait=true` waits before it answers as if it had not been asked to. */
const WAIT_MS = 5 * 60_000;
/** How long it waits between two looks at the job: little at first, for small documents, then twice as long each time. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/** Options of an upload: in the query beside a file, in the body of structured chunks. */
const UPLOAD_OPTIONS = [
  ...(["title", "version", "access_rules", "publish", ...DOCUMENT_FIELD_NAMES] as const),
  ...(["effective_from", "notice", "confirm_by", "note"] as const),
];

const NO_DRAFT = refuse("DOCUMENT_NOT_FOUND", { code: "draft.unknown" });

/** The draft that If-Match names; without it, the one that waits. */
function expectedDraft(req: AnyRequest["req"]) {
  const expected = expectedVersion(req.headers["if-match"] ?? "*");
  return isRefusal(expected) ? expected : { expected_draft: expected.version };
}

const doneToDraft = (refusal: string | null) => (refusal === null ? ({ status: 204 } as const) : NO_DRAFT);

async function publishDraft(
  { params, body, req, language }: Pick<HandlerRequest<"publishDraft">, "params" | "body" | "req" | "language">,
  { chunks }: Pick<RouteDeps, "chunks">,
  { user }: CallerSession,
) {
  const enactment = readEnactment(body, true);
  if ("code" in enactment) return refuse("INVALID_REQUEST", enactment);
  const expected = expectedDraft(req);
  if (isRefusal(expected)) return expected;
  const label = body?.version === undefined ? {} : { version: body.version };
  const given = { ...enactment, ...label, ...expected };
  const published = await refusedIfUnreadable(chunks.publishDraft(params.document_id, user.user_id, given));
  if (published === null) return NO_DRAFT;
  if (isRefusal(published)) return published;
  const warnings = warningsInWords(publicationWarnings(published), language);
  return { status: 200 as const, body: { changes: published.changes, warnings } };
}

export const documentHandlers: HandlersOf<
  typeof documentOperations,
  "audit" | "chunks" | "documents" | "jobs" | "lives" | "newDocumentRules" | "onJob" | "readStructuredChunks" | "users"
> = {
  async listDocuments({ query: { limit, cursor: _, query, abolished = false, ...named }, after, cursors }, deps) {
    const rows = await deps.documents.list({
      ...rowsAfter(after),
      ...named,
      limit: limit + 1,
      state: abolished ? "abolished" : "known",
      ...(query && { query }),
    });
    const { items, next_cursor } = cursors.pageOf(rows, limit, ({ document_id }) => document_id);
    return { status: 200, body: { items: items.map(recordView), next_cursor } };
  },
  async readManagedDocument({ params }, { documents }) {
    const record = await documents.record(params.document_id);
    return record === null ? NO_DOCUMENT : { status: 200, body: recordView(record) };
  },
  async changeDocument({ params: { document_id }, body }, { documents }, { user }) {
    const fields = readDocumentFields(body);
    if ("code" in fields) return refuse("INVALID_REQUEST", fields);
    const changed = await documents.changeFields(document_id, fields, user.user_id);
    const record = changed ? await documents.record(document_id) : null;
    return record === null ? NO_DOCUMENT : { status: 200, body: recordView(record) };
  },
  async listDrafts({ query: { limit }, after, cursors }, { documents }) {
    const rows = await documents.drafts({ ...rowsAfter(after), limit: limit + 1 });
    return { status: 200, body: cursors.pageOf(rows, limit, ({ document_id }) => document_id) };
  },
  async planUploads({ body, language }, deps) {
    const planned = await planUploads(body.documents, deps);
    const items = planned.map((each) => ({ ...each, ...failureView(each.problems, language) }));
    return { status: 200, body: wholeList(items) };
  },
  async uploadDocument(request, deps, { user }) {
    const { body: bytes, mediaType, query, req, aside } = request;
    const { document_id } = request.params;
    const isStructured = mediaType === STRUCTURED_CHUNKS;
    const options = isStructured ? refuseOptionsIn(query) : parseOptionsIn(query);
    if (isRefusal(options)) return options;
    const job = isStructured
      ? await acceptStructuredChunks(document_id, bytes, user.user_id, deps)
      : await acceptDocument(document_id, { ...options, media_type: mediaType, bytes }, user.user_id, deps);
    if (isRefusal(job)) return job;
    deps.onJob();
    const ended = query.wait ? await ending(job, deps.jobs, aside, () => req.socket.destroyed) : null;
    return ended
      ? { status: 200, body: jobView(ended, request.language) }
      : { status: 202, body: { job_id: job.job_id } };
  },
  async deleteDocument({ params }, { documents }, { user }) {
    const removed = await documents.remove(params.document_id, user.user_id);
    if (removed === "was-in-force") return refuse("CONFLICT", { code: "document.was_in_force" });
    return removed ? { status: 204 } : NO_DOCUMENT;
  },
  publishDraft,
  approveDraft: publishDraft,
  async returnDraft({ params, body: { comment }, req }, { lives }, { user }) {
    const problem = problemWithLine("comment", comment.replace(/[\t\r\n]/g, " "), NOTE_MAX);
    if (problem !== null) return refuse("INVALID_REQUEST", problem);
    const expected = expectedDraft(req);
    if (isRefusal(expected)) return expected;
    const event = { event: "return-draft", comment, ...expected } as const;
    return doneToDraft(await lives.change(params.document_id, event, user.user_id));
  },
  async deleteDraft({ params, req }, { lives }, { user }) {
    const expected = expectedDraft(req);
    if (isRefusal(expected)) return expected;
    return doneToDraft(await lives.change(params.document_id, { event: "delete-draft", ...expected }, user.user_id));
  },
  async listChunks({ params: { document_id }, query: { limit, draft }, after, cursors }, { chunks, audit }, { user }) {
    const page = await chunks.list(document_id, { draft, limit, ...placeAfter(after) });
    if (page === null) return draft ? NO_DRAFT : NO_DOCUMENT;
    // Each page: a reading need not go on to the next one.
    if (draft) {
      const details = { chunks: page.chunks.length };
      await audit.record([{ kind: "draft-read", by_user: user.user_id, user_id: null, document_id, details }]);
    }
    return { status: 200, body: cursors.chunkPage(page) };
  },
};

/** The document as answered: its rule has an ETag of its own. */
function recordView<Record extends DocumentRecord>({ rules_version: _, life, ...record }: Record) {
  const end = life && openEnd(life, life.day);
  return {
    ...record,
    coming: life && comingOf(life),
    abolished: end && { effective_on: end.effective_on, reason: end.reason, replaced_by: end.replaced_by },
  };
}

/** The options of a file, of which the query has the rule and the editors as JSON text. */
function parseOptionsIn({ access_rules, editors, wait: _, ...options }: QueryOf<"uploadDocument">) {
  const rules = access_rules === undefined ? undefined : parseJson(Buffer.from(access_rules));
  if (isRefusal(rules) && rules.problems[0]?.code === "body.repeated_name") return rules;
  if (isRefusal(rules)) return refuse("INVALID_REQUEST", { code: "upload.rule_not_json" });
  const named = editors === undefined ? undefined : parseJson(Buffer.from(editors));
  if (isRefusal(named)) return refuse("INVALID_REQUEST", { code: "upload.editors_not_json" });
  return { ...options, access_rules: rules?.value, editors: named?.value };
}

/** A rule in the wrong place would be ignored and leave the document open, so it is refused. */
function refuseOptionsIn(query: QueryOf<"uploadDocument">): Refusal | null {
  const misplaced = UPLOAD_OPTIONS.filter((name) => query[name] !== undefined);
  if (misplaced.length > 0) return refuse("INVALID_REQUEST", { code: "upload.misplaced_fields", fields: misplaced });
  if (query.original === undefined || query.original === "none") return null;
  return refuse("INVALID_REQUEST", { code: "upload.no_original" });
}

async function ending(
  job: Job,
  jobs: JobQueue,
  aside: AnyRequest["aside"],
  isGone: () => boolean,
): Promise<Job | null> {
  for (let waited = 0, pause = FIRST_PAUSE_MS, mayLook = true; waited < WAIT_MS && !isGone(); ) {
    const now = mayLook ? await jobs.find(job.job_id) : job;
    if (now === null || hasEnded(now.state)) return now;
    mayLook = await aside(() => sleep(pause));
    waited += pause;
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
  }
  return null;
}
