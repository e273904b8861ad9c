import { type ImportAnswer, type importOperations, type LanguageCode, phraseOf } from "@retrieval/api";
import { isRefusal, type Refusal, refuse } from "@retrieval/core/errors";
import { USER_FILE_FIELDS } from "@retrieval/core/limits";
import type { UserColumns } from "@retrieval/core/ports";
import { checkFileImport, listedIn, releaseFileImport } from "@retrieval/core/use-cases";
import { type FileImportJob, reportOf } from "@retrieval/core/users";
import type { HandlersOf } from "../routing/handler.js";
import { failureView } from "./jobs.js";

export const importHandlers: HandlersOf<
  typeof importOperations,
  "audit" | "documents" | "jobs" | "onJob" | "readUserFile" | "users"
> = {
  async checkImport({ body, query: { mode, update, columns: given }, language }, deps, { user }) {
    const columns = readColumns(given);
    if (isRefusal(columns)) return columns;
    const request = { bytes: body, mode, update, caller_id: user.user_id, ...(columns && { columns }) };
    const checked = await checkFileImport(request, deps);
    if (isRefusal(checked)) return checked;
    const { job, user_ids } = checked;
    // Of a file with one user, the report tells whether this department is the user's, and what the user may read.
    const effects = { import_id: job.job_id, documents_affected: job.options.effects.length };
    const details = { ...effects, ...listedIn({ user_ids }) };
    const user_id = user_ids.length === 1 ? (user_ids[0] as string) : null;
    const who = { by_user: user.user_id, user_id, document_id: null };
    await deps.audit.record([{ kind: "access-explained", ...who, details }]);
    return { status: 200, body: importView(job, language) };
  },
  async applyImport({ params, query: { yes_deactivate }, language }, deps, { user }) {
    const job = await releaseFileImport(params.import_id, user.user_id, yes_deactivate, deps);
    if (isRefusal(job)) return job;
    deps.onJob();
    return { status: 202, body: importView(job as FileImportJob, language) };
  },
  async readImport({ params, language }, { jobs }) {
    const job = await jobs.find("import", params.import_id);
    return job === null
      ? refuse("IMPORT_NOT_FOUND", { code: "import.unknown" })
      : { status: 200, body: importView(job as FileImportJob, language) };
  },
  async listImportedUsers({ params, query: { limit, change }, after, cursors }, { jobs }) {
    const job = (await jobs.find("import", params.import_id)) as FileImportJob | null;
    if (job === null) return refuse("IMPORT_NOT_FOUND", { code: "import.unknown" });
    // An import that an older version checked names no users.
    const { users = [] } = job.options as Partial<typeof job.options>;
    const asked = users.filter((user) => change === undefined || user.change === change);
    const places = asked.map((user, place) => ({ user, place })).slice(Number(after ?? -1) + 1);
    const { items, next_cursor } = cursors.pageOf(places.slice(0, limit + 1), limit, ({ place }) => String(place));
    return { status: 200, body: { items: items.map(({ user }) => user), next_cursor } };
  },
};

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

/** The dry run wrote the report, and every step since has kept it. */
function importView(job: FileImportJob, language: LanguageCode): ImportAnswer {
  const { job_id, state, progress, options, problems } = job;
  // An import that an older version of the service checked has neither.
  const { effects = [], max_deactivated = null } = options as Partial<typeof options>;
  const { refused, warnings, ...report } = reportOf(job);
  return {
    import_id: job_id,
    state,
    progress,
    ...report,
    refused: refused.map((line) => ({ ...line, reason: phraseOf(line.problems, language) })),
    warnings: warnings.map((line) => ({ ...line, warning: phraseOf([line.problem], language) })),
    max_deactivated,
    effects: effects.map((effect) => ({ ...effect, title: effect.title ?? null })),
    ...failureView(problems, language),
  };
}
