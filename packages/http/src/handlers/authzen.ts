import { ADDRESSES, type authzenOperations, type BodyOf } from "@retrieval/api";
import { isRefusal, refuse } from "@retrieval/core/errors";
import { FOUND_IDS_MAX } from "@retrieval/core/limits";
import type { IdPage } from "@retrieval/core/ports";
import {
  evaluateAccess,
  evaluateEach,
  findReadable,
  findReaders,
  readAccessQuestion,
  undecided,
} from "@retrieval/core/use-cases";
import type { RouteDeps } from "../deps.js";
import type { HandlersOf } from "../routing/handler.js";
import { Cursors, rowsAfter } from "../routing/page-cursors.js";
import { reportsMismatch } from "./access-mismatch.js";

export const authzenHandlers: HandlersOf<typeof authzenOperations, "access" | "cursorKeys" | "metrics" | "publicUrl"> =
  {
    async evaluateAccess({ body }, deps) {
      return { status: 200, body: await evaluateAccess(body, deps) };
    },
    async evaluateAccesses({ body: { evaluations = [], options = {}, ...defaults } }, deps) {
      if (evaluations.length > 0) {
        const { evaluations_semantic = "execute_all" } = options;
        const answers = await evaluateEach(evaluations, defaults, evaluations_semantic, deps);
        return { status: 200, body: { evaluations: answers } };
      }
      const question = readAccessQuestion({}, defaults);
      if ("code" in question) return refuse("INVALID_REQUEST", question);
      return { status: 200, body: await evaluateAccess(question, deps) };
    },
    async searchSubjects({ body, req }, deps, { user }) {
      const { id } = body.resource;
      const watch = { ...deps, onAccessMismatch: reportsMismatch(req, deps) };
      const list = pageFor(ADDRESSES.searchSubjects.path, id, user.user_id, deps);
      return found(body, body.subject.type, list, (page) => findReaders(id, page, watch));
    },
    async searchResources({ body, req }, deps, { user }) {
      const { id } = body.subject;
      const watch = { ...deps, onAccessMismatch: reportsMismatch(req, deps) };
      const list = pageFor(ADDRESSES.searchResources.path, id, user.user_id, deps);
      return found(body, body.resource.type, list, (page) => findReadable(id, page, watch));
    },
    async readAuthzenConfiguration(_request, { publicUrl }) {
      if (publicUrl === null) return refuse("NOT_FOUND", { code: "public_url.unset" });
      const at = (id: keyof typeof ADDRESSES) => `${publicUrl}${ADDRESSES[id].path}`;
      return {
        status: 200,
        headers: { "Cache-Control": "public, max-age=300" },
        body: {
          policy_decision_point: publicUrl,
          access_evaluation_endpoint: at("evaluateAccess"),
          access_evaluations_endpoint: at("evaluateAccesses"),
          search_subject_endpoint: at("searchSubjects"),
          search_resource_endpoint: at("searchResources"),
        },
      };
    },
  };

/** The pages of a search: of one user or document, for one caller. */
function pageFor(operation: string, id: string, user_id: string, { cursorKeys }: Pick<RouteDeps, "cursorKeys">) {
  return new Cursors(cursorKeys, { operation, params: { id }, query: {}, user_id });
}

async function found(
  { subject, action, resource, page = {} }: BodyOf<"searchSubjects"> | BodyOf<"searchResources">,
  type: string,
  list: Cursors,
  find: (page: IdPage) => Promise<readonly string[]>,
) {
  const limit = Math.min(page.limit ?? FOUND_IDS_MAX, FOUND_IDS_MAX);
  // The end of a search is an empty token.
  const after = list.read(page.token || undefined);
  if (isRefusal(after)) return after;
  const isDecided = undecided(subject.type, action.name, resource.type) === null;
  const ids = isDecided ? await find({ limit: limit + 1, ...rowsAfter(after) }) : [];
  const { items, next_cursor } = list.pageOf(ids, limit, (id) => id);
  const results = items.map((id) => ({ type, id }));
  return { status: 200 as const, body: { page: { next_token: next_cursor ?? "", count: items.length }, results } };
}
