import {
  changeRules,
  explainAccess,
  isRefusal,
  KEY_MAX,
  type Refusal,
  type RulesState,
  readRules,
  refuse,
} from "@retrieval/core";
import Type from "typebox";
import type { Answer } from "../errors.js";
import { route } from "../pipeline/route.js";

/** Versions of a rule are counted in 32 bits: no rule has a greater one. */
const RULES_VERSION_MAX = 2 ** 31 - 1;

export const accessRuleRoutes = [
  route({
    method: "get",
    path: "/api/manage/documents/:document_id/access-rules",
    access: "admin",
    async handle({ params }, { documents }) {
      return rulesAnswer(await readRules(params.document_id as string, documents));
    },
  }),
  route({
    method: "put",
    path: "/api/manage/documents/:document_id/access-rules",
    access: "admin",
    // Core judges the rule, as it judges one that comes with an upload.
    body: { kind: "json", limit: 1024 * 1024, schema: Type.Unknown() },
    async handle({ params, body, req }, { documents }) {
      const expected = expectedVersion(req.headers["if-match"]);
      if (isRefusal(expected)) return expected;
      return rulesAnswer(await changeRules(params.document_id as string, body, expected.version, documents));
    },
  }),
  route({
    method: "get",
    path: "/api/manage/documents/:document_id/access",
    access: "admin",
    query: Type.Object({ user_id: Type.String({ minLength: 1, maxLength: KEY_MAX }) }),
    async handle({ params, query }, deps) {
      const answer = await explainAccess(params.document_id as string, query.user_id, deps);
      return isRefusal(answer) ? answer : { status: 200, body: answer };
    },
  }),
];

function rulesAnswer(state: RulesState | Refusal): Answer | Refusal {
  return isRefusal(state) ? state : { status: 200, body: state.answer, headers: { ETag: `"${state.rules_version}"` } };
}

/** RFC 9110 §13.1.1: `*` overwrites whatever stands; a weak or foreign tag matches nothing. */
function expectedVersion(header: string | undefined): { readonly version: number | null } | Refusal {
  const tag = header?.trim();
  if (!tag)
    return refuse(
      "PRECONDITION_REQUIRED",
      "Send If-Match with the ETag that you read, or * to overwrite whatever stands.",
    );
  if (tag === "*") return { version: null };
  const version = Number(tag.match(/^"([1-9][0-9]{0,9})"$/)?.[1] ?? Infinity);
  return version <= RULES_VERSION_MAX
    ? { version }
    : refuse(
        "PRECONDITION_FAILED",
        "If-Match is not the ETag of this document's rule. Read it again, and decide anew.",
      );
}
