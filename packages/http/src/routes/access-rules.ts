import type { LanguageCode, WordedRules, WordedRulesPreview } from "@retrieval/api";
import {
  changeRules,
  explainAccess,
  isRefusal,
  KEY_MAX,
  previewRules,
  type Refusal,
  type RulesState,
  readRules,
  refuse,
  restoreRules,
} from "@retrieval/core";
import Type from "typebox";
import { wordedWarnings } from "../bodies/worded-warnings.js";
import type { Answer } from "../errors.js";
import { accessRuleOperations } from "../openapi/operations/access-rules.js";
import { PAGE } from "../pipeline/cursor.js";
import { route } from "../pipeline/route.js";

/** Versions of a rule are counted in 32 bits: no rule has a greater one. */
const RULES_VERSION_MAX = 2 ** 31 - 1;

const RestoreBody = Type.Object(
  { version: Type.Integer({ minimum: 1, maximum: RULES_VERSION_MAX }) },
  { additionalProperties: false },
);

export const accessRuleRoutes = [
  route({
    method: "get",
    path: "/api/manage/documents/:document_id/access-rules",
    access: "admin",
    operation: accessRuleOperations.readAccessRules,
    async handle({ params, language }, { documents }) {
      return rulesAnswer(await readRules(params.document_id as string, documents), language);
    },
  }),
  route({
    method: "put",
    path: "/api/manage/documents/:document_id/access-rules",
    access: "admin",
    operation: accessRuleOperations.changeAccessRules,
    // Core judges the rule, as it judges one that comes with an upload.
    body: { kind: "json", limit: 1024 * 1024, schema: Type.Unknown() },
    async handle({ params, body, req, language }, { documents }, { user }) {
      const expected = expectedVersion(req.headers["if-match"]);
      if (isRefusal(expected)) return expected;
      const document_id = params.document_id as string;
      return rulesAnswer(await changeRules(document_id, body, expected.version, user.user_id, documents), language);
    },
  }),
  route({
    method: "post",
    path: "/api/manage/documents/:document_id/access-rules/preview",
    access: "admin",
    operation: accessRuleOperations.previewAccessRules,
    body: { kind: "json", limit: 1024 * 1024, schema: Type.Unknown() },
    async handle({ params, body, language }, deps) {
      const answer = await previewRules(params.document_id as string, body, deps);
      if (isRefusal(answer)) return answer;
      const { gained, lost, warnings } = answer;
      const view: WordedRulesPreview = { gained, lost, warnings: wordedWarnings(warnings, language) };
      return { status: 200, body: view };
    },
  }),
  route({
    method: "get",
    path: "/api/manage/documents/:document_id/access-rules/history",
    access: "admin",
    operation: accessRuleOperations.listAccessRuleVersions,
    query: Type.Object(PAGE),
    async handle({ params, query: { limit, cursor }, cursors }, { documents }) {
      const from = cursors.read(cursor);
      if (isRefusal(from)) return from;
      const before = from.after === undefined ? {} : { before: Number(from.after) };
      const page = { limit: limit + 1, ...before };
      const versions = await documents.rulesHistory(params.document_id as string, page);
      if (versions.length === 0 && cursor === undefined)
        return refuse("DOCUMENT_NOT_FOUND", { code: "document.unknown" });
      const { page: shown, next_cursor } = cursors.pageOf(versions, limit, ({ rules_version }) =>
        String(rules_version),
      );
      const view = shown.map(({ at, ...version }) => ({ ...version, at: new Date(at).toISOString() }));
      return { status: 200, body: { versions: view, next_cursor } };
    },
  }),
  route({
    method: "post",
    path: "/api/manage/documents/:document_id/access-rules/restore",
    access: "admin",
    operation: accessRuleOperations.restoreAccessRules,
    body: { kind: "json", limit: 16 * 1024, schema: RestoreBody },
    async handle({ params, body, req, language }, { documents }, { user }) {
      // Unlike a rule that somebody typed, an older version is the same whatever stands now: If-Match is welcome, not asked for.
      const expected = expectedVersion(req.headers["if-match"] ?? "*");
      if (isRefusal(expected)) return expected;
      const document_id = params.document_id as string;
      return rulesAnswer(
        await restoreRules(document_id, body.version, expected.version, user.user_id, documents),
        language,
      );
    },
  }),
  route({
    method: "get",
    path: "/api/manage/documents/:document_id/access",
    access: "admin",
    operation: accessRuleOperations.explainAccess,
    query: Type.Object({ user_id: Type.String({ minLength: 1, maxLength: KEY_MAX }) }),
    async handle({ params, query: { user_id } }, deps, { user }) {
      const document_id = params.document_id as string;
      const answer = await explainAccess(document_id, user_id, deps);
      if (isRefusal(answer)) return answer;
      const details = { allowed: answer.allowed };
      await deps.audit.record([{ kind: "access-explained", by_user: user.user_id, user_id, document_id, details }]);
      return { status: 200, body: answer };
    },
  }),
];

function rulesAnswer(state: RulesState | Refusal, language: LanguageCode): Answer | Refusal {
  if (isRefusal(state)) return state;
  const { answer, rules_version } = state;
  const body: WordedRules = { ...answer, warnings: wordedWarnings(answer.warnings, language) };
  return { status: 200, body, headers: { ETag: `"${rules_version}"` } };
}

/** RFC 9110 §13.1.1: `*` overwrites whatever stands; a weak or foreign tag matches nothing. */
function expectedVersion(header: string | undefined): { readonly version: number | null } | Refusal {
  const tag = header?.trim();
  if (!tag) return refuse("PRECONDITION_REQUIRED", { code: "access_rules.if_match_missing" });
  if (tag === "*") return { version: null };
  const version = Number(tag.match(/^"([1-9][0-9]{0,9})"$/)?.[1] ?? Infinity);
  return version <= RULES_VERSION_MAX
    ? { version }
    : refuse("PRECONDITION_FAILED", { code: "access_rules.if_match_unknown" });
}
