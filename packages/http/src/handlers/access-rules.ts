import type { accessRuleOperations, LanguageCode } from "@retrieval/api";
import { isRefusal, NO_DOCUMENT, type Refusal } from "@retrieval/core/errors";
import { changeRules, explainAccess, type RulesState, readRules, restoreRules } from "@retrieval/core/use-cases";
import { expectedVersion } from "../routing/expected-version.js";
import type { AnswerOf, HandlersOf } from "../routing/handler.js";
import { rowsBefore } from "../routing/page-cursors.js";
import { recordedPreview } from "./recorded-preview.js";
import { warningsInWords } from "./warnings-in-words.js";

export const accessRuleHandlers: HandlersOf<typeof accessRuleOperations, "audit" | "documents" | "users"> = {
  async readAccessRules({ params, language }, { documents }) {
    return rulesAnswer(await readRules(params.document_id, documents), language);
  },
  async changeAccessRules({ params, body, req, language }, { documents }, { user }) {
    const expected = expectedVersion(req.headers["if-match"]);
    if (isRefusal(expected)) return expected;
    return rulesAnswer(
      await changeRules(params.document_id, body, expected.version, user.user_id, documents),
      language,
    );
  },
  async previewAccessRules({ params, body, language }, deps, session) {
    const preview = await recordedPreview([params.document_id], { replace: body }, deps, session);
    if (isRefusal(preview)) return preview;
    const { gained, lost, warnings, documents } = preview;
    if (documents[0]?.title === null) return NO_DOCUMENT;
    const named = ({ count, users }: typeof gained) => {
      return { count, users: users.map(({ user_id, display_name }) => ({ user_id, display_name })) };
    };
    const effects = { gained: named(gained), lost: named(lost) };
    return { status: 200, body: { ...effects, warnings: warningsInWords(warnings, language) } };
  },
  async listAccessRuleVersions({ params, query: { limit }, after, cursors }, { documents }) {
    const page = { limit: limit + 1, ...rowsBefore(after) };
    const versions = await documents.rulesHistory(params.document_id, page);
    if (versions.length === 0 && after === undefined) return NO_DOCUMENT;
    const { items, next_cursor } = cursors.pageOf(versions, limit, ({ rules_version }) => String(rules_version));
    const view = items.map(({ at, ...version }) => ({ ...version, at: new Date(at).toISOString() }));
    return { status: 200, body: { items: view, next_cursor } };
  },
  async restoreAccessRules({ params, body, req, language }, { documents }, { user }) {
    // An older version is the same whatever the current rule is, so If-Match is optional.
    const expected = expectedVersion(req.headers["if-match"] ?? "*");
    if (isRefusal(expected)) return expected;
    const { document_id } = params;
    return rulesAnswer(
      await restoreRules(document_id, body.version, expected.version, user.user_id, documents),
      language,
    );
  },
  async explainAccess({ params: { document_id }, query: { user_id } }, deps, { user }) {
    const answer = await explainAccess(document_id, user_id, deps);
    if (isRefusal(answer)) return answer;
    const details = { allowed: answer.allowed };
    await deps.audit.record([{ kind: "access-explained", by_user: user.user_id, user_id, document_id, details }]);
    return { status: 200, body: answer };
  },
};

function rulesAnswer(state: RulesState | Refusal, language: LanguageCode): AnswerOf<"changeAccessRules"> | Refusal {
  if (isRefusal(state)) return state;
  const { answer, rules_version } = state;
  const body = { ...answer, warnings: warningsInWords(answer.warnings, language) };
  return { status: 200, body, headers: { ETag: `"${rules_version}"` } };
}
