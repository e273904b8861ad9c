import {
  checkFileImport,
  type FileImportJob,
  isRefusal,
  type PeopleColumns,
  type Refusal,
  refuse,
  releaseFileImport,
} from "@retrieval/core";
import Type from "typebox";
import { importView } from "../bodies/import-view.js";
import { peopleOperations } from "../openapi/operations/people.js";
import { YesDeactivate } from "../openapi/schemas/users.js";
import { route } from "../pipeline/route.js";

const IMPORT_LIMIT = 16 * 1024 * 1024;
/** What browsers and command lines send for a CSV. */
const CSV_TYPES = ["text/csv", "application/vnd.ms-excel", "text/plain", "application/octet-stream"];
const COLUMN_FIELDS = ["user_id", "display_name", "department", "email"] as const;

export const importRoutes = [
  route({
    method: "post",
    path: "/api/manage/imports",
    access: "admin",
    operation: peopleOperations.checkImport,
    body: { kind: "raw", limit: IMPORT_LIMIT, types: () => CSV_TYPES },
    query: Type.Object({
      mode: Type.Enum(["import", "sync"], { default: "import" }),
      update: Type.Boolean({ default: false }),
      columns: Type.Optional(Type.String({ maxLength: 1000 })),
    }),
    async handle({ body, query: { mode, update, columns: given }, language }, deps, { user }) {
      const columns = readColumns(given);
      if (isRefusal(columns)) return columns;
      const request = { bytes: body as Uint8Array, mode, update, caller_id: user.user_id, ...(columns && { columns }) };
      const job = await checkFileImport(request, { ...deps, reader: deps.peopleFiles });
      return isRefusal(job) ? job : { status: 200, body: importView(job, language) };
    },
  }),
  route({
    method: "post",
    path: "/api/manage/imports/:import_id/apply",
    access: "admin",
    operation: peopleOperations.applyImport,
    query: Type.Object({ yes_deactivate: YesDeactivate }),
    async handle({ params, query: { yes_deactivate }, language }, deps, { user }) {
      const job = await releaseFileImport(params.import_id as string, user.user_id, yes_deactivate, deps);
      if (isRefusal(job)) return job;
      deps.onJob();
      return { status: 202, body: importView(job as FileImportJob, language) };
    },
  }),
  route({
    method: "get",
    path: "/api/manage/imports/:import_id",
    access: "admin",
    operation: peopleOperations.readImport,
    async handle({ params, language }, { jobs }) {
      const job = await jobs.find("import", params.import_id as string);
      return job === null
        ? refuse("IMPORT_NOT_FOUND", "No such import.")
        : { status: 200, body: importView(job as FileImportJob, language) };
    },
  }),
];

/** `user_id:社員番号,display_name:2`: field and header, or field and the column's place from 1. */
function readColumns(text: string | undefined): PeopleColumns | Refusal | undefined {
  if (text === undefined) return undefined;
  const columns: Record<string, string> = {};
  for (const part of text.split(",")) {
    const [field = "", ...rest] = part.split(":");
    const column = rest.join(":");
    if (!(COLUMN_FIELDS as readonly string[]).includes(field) || column === "") {
      return refuse(
        "INVALID_REQUEST",
        `columns must be pairs like user_id:社員番号,display_name:2; the fields are ${COLUMN_FIELDS.join(", ")}.`,
      );
    }
    columns[field] = column;
  }
  return columns as PeopleColumns;
}
