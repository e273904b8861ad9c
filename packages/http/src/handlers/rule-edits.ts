import { type LanguageCode, phraseOf, type ruleEditOperations } from "@retrieval/api";
import { isRefusal } from "@retrieval/core/errors";
import type { Problem } from "@retrieval/core/problems";
import { changeManyRules, listedIn, previewRuleEdit } from "@retrieval/core/use-cases";
import type { HandlersOf } from "../routing/handler.js";
import { previewDetails } from "./preview-details.js";
import { warningsInWords } from "./warnings-in-words.js";

export const ruleEditHandlers: HandlersOf<typeof ruleEditOperations, "audit" | "documents" | "users"> = {
  async previewRuleEdit({ body, language }, deps, { user }) {
    const { kind, access_rules } = body.change;
    const preview = await previewRuleEdit(body.document_ids, body.change, deps);
    if (isRefusal(preview)) return preview;
    const { warnings, documents, ...overAll } = preview;
    const found = documents.flatMap(({ document_id, title }) => (title === null ? [] : [document_id]));
    const details = { ...previewDetails(kind, access_rules, overAll), ...listedIn({ document_ids: found }) };
    const who = { by_user: user.user_id, user_id: null, document_id: null };
    await deps.audit.record([{ kind: "access-explained", ...who, details }]);
    const said = { documents: reported(documents, language), warnings: warningsInWords(warnings, language) };
    return { status: 200, body: { ...overAll, ...said } };
  },
  async changeManyAccessRules({ body, language }, { documents }, { user }) {
    const change = await changeManyRules(body.documents, body.change, user.user_id, documents);
    if (isRefusal(change)) return change;
    const said = { ...change, documents: reported(change.documents, language) };
    return change.failed > 0 ? { status: 207, body: said } : { status: 200, body: said };
  },
};

function reported<Entry extends { readonly problems: readonly Problem[] }>(
  entries: readonly Entry[],
  language: LanguageCode,
) {
  return entries.map((entry) => ({
    ...entry,
    error: entry.problems.length === 0 ? null : phraseOf(entry.problems, language),
  }));
}
