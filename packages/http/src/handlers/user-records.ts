import { type BulkImportAnswer, type LanguageCode, phraseOf, type userRecordOperations } from "@retrieval/api";
import { isRefusal } from "@retrieval/core/errors";
import { type BulkImport, importUsers, synchroniseUser } from "@retrieval/core/use-cases";
import type { HandlersOf } from "../routing/handler.js";
import { warningsInWords } from "./warnings-in-words.js";

export const userRecordHandlers: HandlersOf<typeof userRecordOperations, "hashPassword" | "users"> = {
  async importUsers({ body, query: { yes_deactivate }, language }, deps, { user }) {
    const answer = await importUsers(body, user.user_id, deps, yes_deactivate);
    if (isRefusal(answer)) return answer;
    const said = inWords(answer, language);
    return answer.errors.length > 0 ? { status: 207, body: said } : { status: 200, body: said };
  },
  async synchroniseUser({ params, body, language }, { users }, { user }) {
    const answer = await synchroniseUser(params.user_id, body, user.user_id, users);
    if (isRefusal(answer)) return answer;
    const { warnings, ...rest } = answer;
    const said = { ...rest, ...(warnings.length > 0 && { warnings: warningsInWords(warnings, language) }) };
    return answer.result === "created" ? { status: 201, body: said } : { status: 200, body: said };
  },
};

function inWords({ errors, warnings, ...counts }: BulkImport, language: LanguageCode): BulkImportAnswer {
  return {
    ...counts,
    errors: errors.map((entry) => ({ ...entry, error: phraseOf(entry.problems, language) })),
    ...(warnings.length > 0
      ? { warnings: warnings.map((entry) => ({ ...entry, warning: phraseOf([entry.problem], language) })) }
      : {}),
  };
}
