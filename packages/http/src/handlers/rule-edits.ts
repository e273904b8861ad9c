import { type LanguageCode, phraseOf, type ruleEditOperations } from "@retrieval/api";
import { isRefusal } from "@retrieval/core/errors";
import type { Problem } from "@retrieval/core/problems";
import { changeManyRules } from "@retrieval/core/use-cases";
import type { HandlersOf } from "../routing/handler.js";
import { recordedPreview } from "./recorded-preview.js";
import { warningsInWords } from "./warnings-in-words.js";

export const ruleEditHandlers: HandlersOf<typeof ruleEditOperations, "audit" | "documents" | "users"> = {
  async previewRuleEdit({ body, language }, deps, session) {
    const preview = await recordedPreview(body.document_ids, body.change, deps, session);
    if (isRefusal(preview)) return preview;
    const documents = reported(preview.documents, language);
    return { status: 200, body: { ...preview, documents, warnings: warningsInWords(preview.warnings, language) } };
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
