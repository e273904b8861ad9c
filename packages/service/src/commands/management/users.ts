import { USER_FILE_FIELDS } from "@retrieval/core/limits";
import { type Command, InvalidArgumentError } from "commander";
import { say } from "../../texts/say.js";
import { clientAction, withCommonOptions } from "./command.js";
import { wholeNumber } from "./numbers.js";
import type { Terminal } from "./terminal.js";
import { importUserFile } from "./users-import.js";

const FILE = "the portal's CSV, - for standard input: UTF-8 (with or without BOM) or CP932";
const COLUMNS =
  "the column of each field, by header or number: user_id:社員番号,display_name:2 (also department, email)";
const REPORT = "also write refused lines and warnings to this CSV file";

export function registerUserCommands(program: Command, terminal: Terminal): void {
  const users = program.command("users").description("import and synchronise users");

  const importing = users
    .command("import")
    .description(
      "create the users of a CSV file (社員番号, 氏名, 部署, メールアドレス, or the same in English).\nExisting users are skipped, or changed with --update; no user is deactivated.",
    )
    .argument("<file>", FILE)
    .option("--update", "change existing users as in the file")
    .option("--dry-run", "show what would happen, and write nothing")
    .option("--columns <map>", COLUMNS, columnPairs)
    .option("--report <file.csv>", REPORT)
    .action(
      clientAction<[string], ImportFlags & { update?: boolean }>(terminal, (context, flags, file) =>
        importUserFile(context, file, { ...common(flags), mode: "import", update: flags.update === true }),
      ),
    );
  withCommonOptions(importing, [
    "retrieval users import data/head-office.csv --dry-run",
    "retrieval users import data/head-office.csv --update --report refused.csv",
    "retrieval users import staff.csv --columns user_id:職員コード,display_name:3",
  ]);

  const syncing = users
    .command("sync")
    .description(
      "make a CSV file the truth for users of role user: creates, changes and reactivates the users in the file,\ndeactivates the others. Administrators and developers stay unchanged.",
    )
    .argument("<file>", FILE)
    .option("--dry-run", "show what would happen, and write nothing")
    .option(
      "--yes-deactivate <number>",
      "agree to this number of deactivations; required for more than 20 % of the users, and more than 10, in 24 hours",
      wholeNumber,
    )
    .option("--columns <map>", COLUMNS, columnPairs)
    .option("--report <file.csv>", REPORT)
    .action(
      clientAction<[string], ImportFlags & { yesDeactivate?: number }>(terminal, (context, flags, file) => {
        const { yesDeactivate } = flags;
        const agreed = yesDeactivate === undefined ? {} : { yesDeactivate };
        return importUserFile(context, file, { ...common(flags), ...agreed, mode: "sync", update: true });
      }),
    );
  withCommonOptions(syncing, [
    "retrieval users sync data/head-office.csv --dry-run",
    "retrieval users sync data/head-office.csv --yes-deactivate 60",
  ]);
}

interface ImportFlags {
  readonly dryRun?: boolean;
  readonly columns?: string;
  readonly report?: string;
}

function common({ dryRun, columns, report }: ImportFlags) {
  return { dryRun: dryRun === true, columns, ...(report === undefined ? {} : { report }) };
}

/** Checked here, because a refusal by the service would look like a problem of the file. */
function columnPairs(text: string): string {
  const wellFormed = text.split(",").every((pair) => {
    const [field = "", ...column] = pair.split(":");
    return (USER_FILE_FIELDS as readonly string[]).includes(field) && column.join(":") !== "";
  });
  if (wellFormed) return text;
  throw new InvalidArgumentError(
    say("It must be pairs like user_id:社員番号,display_name:2; the fields are {fields}.", {
      fields: USER_FILE_FIELDS.join(", "),
    }),
  );
}
