import { type ImportAnswer, type importOperations, type LanguageCode, phraseOf } from "@retrieval/api";
import { isRefusal, type Refusal, refuse } from "@retrieval/core/errors";
import { USER_FILE_FIELDS } from "@retrieval/core/limits";
import type { UserColumns } from "@retrieval/core/ports";
import { applyFileImport, type FileImport, listedIn, planFileImport } from "@retrieval/core/use-cases";
import type { FileImportReport } from "@retrieval/core/users";
import type { AppDeps } from "../deps.js";
import type { HandlersOf } from "../routing/handler.js";

export const importHandlers: HandlersOf<
  typeof importOperations,
  "audit" | "documents" | "fingerprintKey" | "readUserFile" | "users"
> = {
  async importUserFile({ body, query, req, language }, deps, { user }) {
    const { mode, update, dry_run, yes_deactivate } = query;
    const columns = readColumns(query.columns);
    if (isRefusal(columns)) return columns;
    const request = { bytes: body, mode, update, caller_id: user.user_id, ...(columns && { columns }) };
    const expected = dry_run ? null : expectedPlan(req.headers["if-match"]);
    if (isRefusal(expected)) return expected;
    const done =
      expected === null
        ? await planFileImport(request, deps)
        : await applyFileImport(request, { ...expected, yes_deactivate }, deps);
    if (isRefusal(done)) return done;
    // An import is recorded with its changes; a failure after them must not hide that they are done.
    if (dry_run) await recordExplained(done, user.user_id, deps);
    return { status: 200, body: reportView(done.report, language), headers: { ETag: `"${done.plan}"` } };
  },
};

/** RFC 9110 §13.1.1: `*` applies what the file does now; a weak or foreign tag is no plan's. */
function expectedPlan(header: string | undefined): { readonly plan: string | null } | Refusal {
  const tag = header?.trim();
  if (!tag) return refuse("PRECONDITION_REQUIRED", { code: "import.if_match_missing" });
  return { plan: tag === "*" ? null : (tag.match(/^"([\w-]+)"$/)?.[1] ?? "") };
}

/** Of a file with one user, the report tells whether this department is the user's, and what the user may read. */
async function recordExplained({ report, user_ids }: FileImport, by_user: string, { audit }: Pick<AppDeps, "audit">) {
  const details = { documents_affected: report.effects.length, ...listedIn({ user_ids }) };
  const user_id = user_ids.length === 1 ? (user_ids[0] as string) : null;
  await audit.record([{ kind: "access-explained", by_user, user_id, document_id: null, details }]);
}

/** `user_id:社員番号,display_name:2`: field and header, or field and the column's place from 1. */
function readColumns(text: string | undefined): UserColumns | Refusal | undefined {
  if (text === undefined) return undefined;
  const columns: Record<string, string> = {};
  for (const part of text.split(",")) {
    const [field = "", ...rest] = part.split(":");
    const column = rest.join(":");
    if (!(USER_FILE_FIELDS as readonly string[]).includes(field) || column === "") {
      return refuse("INVALID_REQUEST", { code: "columns.ill_formed", fields: USER_FILE_FIELDS });
    }
    columns[field] = column;
  }
  return columns as UserColumns;
}

function reportView({ refused, warnings, ...report }: FileImportReport, language: LanguageCode): ImportAnswer {
  return {
    ...report,
    refused: refused.map((line) => ({ ...line, reason: phraseOf(line.problems, language) })),
    warnings: warnings.map((line) => ({ ...line, warning: phraseOf([line.problem], language) })),
  };
}
