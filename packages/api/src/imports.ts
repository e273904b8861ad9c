import { IMPORT_CHANGES, USER_FILE_FIELDS } from "@retrieval/core/limits";
import Type from "typebox";
import { operationsOf } from "./parts/define.js";
import { YesDeactivate } from "./parts/parameters.js";
import { ProblemSchema } from "./parts/problem-schema.js";
import { closed, defaulted, named, nullable, type Shape } from "./parts/shapes.js";
import { count, flag, NAMED_DOCUMENT, NAMED_USER, Problems, text } from "./parts/values.js";

/** Media types that browsers and command lines send for a CSV. */
const CSV_TYPES = ["text/csv", "application/vnd.ms-excel", "text/plain", "application/octet-stream"];

const COLUMN = `(?:${USER_FILE_FIELDS.join("|")}):[^,]+`;

const Counts = named("ImportCounts", "How many lines or users of each kind.", {
  new: count("Users to create."),
  changed: count("Users to change."),
  unchanged: count("Users who stay as they are."),
  reactivated: count("Users to reactivate."),
  deactivated: count("Users to deactivate."),
  skipped: count("Users who exist, without update."),
  refused: count("Lines with a problem."),
});

const OfUser = {
  user_id: nullable(text("null: the line has no legible employee number.")),
  display_name: nullable(text("null: neither the line nor the service has a name.")),
};

const Refused = closed({
  line: count("0: a user who is not in the file."),
  ...OfUser,
  reason: text("Why the line is refused."),
  problems: Problems,
});

const Effect = closed({
  ...NAMED_DOCUMENT,
  gained: count("Users who would gain it."),
  lost: count("Users who would lose it."),
});

export const Effects = Type.Array(Effect, {
  description: "The documents whose readers change, with the numbers of readers.",
});

const ImportedUser = closed({
  change: Type.Enum([...IMPORT_CHANGES], { description: "What happens to the user." }),
  line: nullable(count("null: a user whom the file does not have.")),
  ...NAMED_USER,
});

export const ImportSchema = named("Import", "What an import of a file would do, or did.", {
  encoding: Type.Enum(["UTF-8", "UTF-8 with BOM", "CP932"], { description: "How the file was read." }),
  mode: Type.Enum(["import", "sync"], { description: "As it was asked for." }),
  counts: Counts,
  max_deactivated: count("The number of users that the file may deactivate without agreement."),
  refused: Type.Array(Refused, { description: "Lines that are not imported." }),
  warnings: Type.Array(
    closed({
      line: count("0: not in the file."),
      ...OfUser,
      warning: text("As a sentence."),
      problem: ProblemSchema,
    }),
    { description: "Lines that are imported with a warning." },
  ),
  users: Type.Array(ImportedUser, {
    description:
      "The users whom the import adds or changes, each kind of change in the order of the file, at most 2,000 of each; `counts` are of all.",
  }),
  effects: Effects,
});

/** What an import of a file would do, or did. */
export type ImportAnswer = Shape<typeof ImportSchema>;

export const importOperations = operationsOf("Users", {
  importUserFile: {
    summary: "Import users from a CSV",
    description:
      "UTF-8 or CP932, at most 20,000 users. With mode=sync the file is the truth for role user: users who are not in it " +
      "are deactivated. Send the file with dry_run=true first: it writes nothing and answers what the file would do, with " +
      "an ETag. Send it again with this ETag as If-Match and without dry_run to apply it, all of it in one transaction; if " +
      "it would do something else by now, the answer is 412 and nothing is written. A synchronisation that would " +
      "deactivate more users than the limit allows is refused with CONFLICT, unless `yes_deactivate` agrees.",
    query: Type.Object({
      mode: defaulted(
        Type.Enum(["import", "sync"], { description: "sync: users who are not in the file are deactivated." }),
        "import",
      ),
      update: defaulted(flag("true: users who exist are updated."), false),
      columns: Type.Optional(
        Type.String({
          maxLength: 1000,
          pattern: `^(?:${COLUMN})(?:,${COLUMN})*$`,
          description: "The column of each field, by header or by number from 1: `user_id:社員番号,display_name:2`.",
        }),
      ),
      dry_run: defaulted(flag("true: answer what would change, and write nothing."), false),
      yes_deactivate: YesDeactivate,
    }),
    judgedByCore: ["columns"],
    headers: ["If-Match"],
    body: { kind: "raw", limit: 16 * 1024 * 1024, types: CSV_TYPES },
    example: {
      query: { update: true, dry_run: true },
      bodies: { "text/csv": "user_id,display_name\r\n900002,Suzuki Ichiro\r\n" },
    },
    answers: {
      200: {
        description: "What the import would do, with dry_run=true, or did.",
        json: ImportSchema,
        headers: ["ETag"],
        inWords: true,
      },
    },
    refusals: ["CONFLICT", "PRECONDITION_FAILED", "PRECONDITION_REQUIRED"],
  },
});
