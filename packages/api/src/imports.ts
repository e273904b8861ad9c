import { IMPORT_CHANGES } from "@retrieval/core/limits";
import Type from "typebox";
import { Failure, JobStateSchema, Progress } from "./jobs.js";
import { operationsOf } from "./parts/define.js";
import { DOCUMENT, JOB_ID } from "./parts/examples.js";
import { PAGE, YesDeactivate } from "./parts/parameters.js";
import { ProblemSchema } from "./parts/problem-schema.js";
import { closed, defaulted, nullable, pageOfList, type Shape } from "./parts/shapes.js";
import { Count, Problems } from "./parts/values.js";

/** Media types that browsers and command lines send for a CSV. */
const CSV_TYPES = ["text/csv", "application/vnd.ms-excel", "text/plain", "application/octet-stream"];

const Counts = closed({
  new: Count,
  changed: Count,
  unchanged: Count,
  reactivated: Count,
  deactivated: Count,
  skipped: Count,
  refused: Count,
});

const OfUser = {
  user_id: nullable(Type.String(), { description: "null: the line has no legible employee number." }),
  display_name: nullable(Type.String(), { description: "null: neither the line nor the service has a name." }),
};

const Refused = closed({
  line: Type.Integer({ minimum: 0, description: "0: a user who is not in the file." }),
  ...OfUser,
  reason: Type.String(),
  problems: Problems,
});

const Effect = closed({
  document_id: Type.String(),
  title: nullable(Type.String(), { description: "null: found by an older version." }),
  gained: Count,
  lost: Count,
});

export const Effects = Type.Array(Effect, {
  description: "The documents whose readers change, with the numbers of readers.",
});

export const ImportSchema = closed(
  {
    import_id: Type.String(),
    state: JobStateSchema,
    progress: Progress,
    encoding: Type.Enum(["UTF-8", "UTF-8 with BOM", "CP932"]),
    mode: Type.Enum(["import", "sync"]),
    counts: Counts,
    max_deactivated: nullable(Count, {
      description:
        "The number of users that the file could deactivate without agreement when it was checked; null: checked by an older version.",
    }),
    refused: Type.Array(Refused),
    warnings: Type.Array(closed({ line: Count, ...OfUser, warning: Type.String(), problem: ProblemSchema })),
    effects: Effects,
    ...Failure,
  },
  { $id: "Import" },
);

export const ImportedUserSchema = closed(
  {
    change: Type.Enum([...IMPORT_CHANGES]),
    line: nullable(Count, { description: "null: a user whom the file does not have." }),
    user_id: Type.String(),
    display_name: Type.String(),
  },
  { $id: "ImportedUser" },
);

/** An import of a file, from its dry run to its end. */
export type ImportAnswer = Shape<typeof ImportSchema>;

const COUNTS = { new: 1, changed: 0, unchanged: 0, reactivated: 0, deactivated: 0, skipped: 0, refused: 0 };
const IMPORT = {
  import_id: JOB_ID,
  state: "checked",
  progress: 0,
  encoding: "UTF-8",
  mode: "import",
  counts: COUNTS,
  max_deactivated: 56,
  refused: [],
  warnings: [],
  effects: [{ document_id: DOCUMENT.document_id, title: DOCUMENT.title, gained: 1, lost: 0 }],
  error: null,
  problems: [],
};

export const importOperations = operationsOf("Users", {
  checkImport: {
    access: "admin",
    summary: "Check what a CSV of users would change",
    description:
      "A dry run: writes only what `applyImport` needs. UTF-8 or CP932, at most 20,000 users. With mode=sync the file is " +
      "the truth for role user: users who are not in it are deactivated.",
    query: Type.Object({
      mode: defaulted(Type.Enum(["import", "sync"]), "import"),
      update: defaulted(Type.Boolean(), false),
      columns: Type.Optional(
        Type.String({
          maxLength: 1000,
          pattern:
            "^(?:(?:user_id|display_name|department|email):[^,]+)(?:,(?:user_id|display_name|department|email):[^,]+)*$",
          description: "The column of each field, by header or by number from 1: `user_id:社員番号,display_name:2`.",
        }),
      ),
    }),
    judgedByCore: ["columns"],
    body: { kind: "raw", limit: 16 * 1024 * 1024, types: CSV_TYPES },
    example: {
      query: { update: true },
      bodies: { "text/csv": { head_office: { value: "user_id,display_name\r\n900002,Suzuki Ichiro\r\n" } } },
    },
    answers: {
      200: { description: "What the import would do.", json: ImportSchema, example: IMPORT, inWords: true },
    },
  },
  applyImport: {
    access: "admin",
    summary: "Apply a checked import",
    description:
      "An import can be applied once. It runs in the background; `readImport` shows its progress. A synchronisation that " +
      "would deactivate more users than the limit allows is refused with CONFLICT and writes nothing, unless " +
      "`yes_deactivate` agrees.",
    query: Type.Object({ yes_deactivate: YesDeactivate }),
    example: { query: { yes_deactivate: 60 } },
    answers: {
      202: {
        description: "The import is being applied.",
        json: ImportSchema,
        example: { ...IMPORT, state: "queued" },
        inWords: true,
      },
    },
    refusals: ["IMPORT_NOT_FOUND", "CONFLICT"],
  },
  readImport: {
    access: "admin",
    summary: "Read the state of an import",
    answers: {
      200: {
        description: "The import's state, and the report so far.",
        json: ImportSchema,
        example: IMPORT,
        inWords: true,
      },
    },
    refusals: ["IMPORT_NOT_FOUND"],
  },
  listImportedUsers: {
    access: "admin",
    summary: "List the users whom an import adds or changes",
    description:
      "As its check found them: the users of each kind of change in the order of the file, at most 2,000 of each; " +
      "`counts` of the import are of all.",
    query: Type.Object({ ...PAGE, change: Type.Optional(Type.Enum([...IMPORT_CHANGES])) }),
    example: { query: { change: "new" } },
    answers: {
      200: {
        description: "A page of users.",
        json: pageOfList("ImportedUserPage", ImportedUserSchema),
        example: {
          items: [{ change: "new", line: 2, user_id: "900002", display_name: "Suzuki Ichiro" }],
          next_cursor: null,
        },
      },
    },
    refusals: ["IMPORT_NOT_FOUND"],
  },
});
