import type { UserColumns } from "@retrieval/core/ports";
import { type Command, InvalidArgumentError } from "commander";
import { firstRows } from "../../client/first-rows.js";
import { say } from "../../texts/say.js";
import { table } from "./columns.js";
import { type Context, clientAction, withCommonOptions } from "./command.js";
import { limitNumber, wholeNumber } from "./numbers.js";
import type { ExitCode, Terminal } from "./terminal.js";
import { registerChangeCommand } from "./users-change.js";
import { importUserFile } from "./users-import.js";

const FILE = "the portal's CSV, - for standard input: UTF-8 (with or without BOM) or CP932";
const COLUMNS =
  "the column of each field, by header or number: user_id:社員番号,display_name:2 (also department, email)";
const REPORT = "also write refused lines and warnings to this CSV file";

export function registerUserCommands(program: Command, terminal: Terminal): void {
  const users = program.command("users").description("import, synchronise, look up and change users");

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

  const showing = users
    .command("show")
    .description("show users by part of their number or name: number, name, role, and state")
    .argument("[query]", "part of an employee number or name (default: all users)")
    .option("--without-department-code", "only users without a department code")
    .option("--limit <number>", "the maximum number", limitNumber, 200)
    .action(clientAction<[string | undefined], ShowFlags>(terminal, showUsers));
  withCommonOptions(showing, [
    "retrieval users show 001234",
    "retrieval users show 田中",
    "retrieval users show --without-department-code",
  ]);

  registerChangeCommand(users, terminal);

  const signingOut = users
    .command("sign-out")
    .description(
      "end all sessions and access tokens of a user: every token issued so far is refused from the next request on",
    )
    .argument("<user>", "the employee number")
    .action(clientAction<[string], object>(terminal, signOut));
  withCommonOptions(signingOut, ["retrieval users sign-out 001234"]);
}

async function signOut({ client, output }: Context, _flags: object, user_id: string): Promise<ExitCode> {
  await client.signOutUser({ user_id });
  output.line(say("All sessions and access tokens of {user_id} are ended. The user can sign in again.", { user_id }));
  output.document({ user_id, signed_out: true });
  return 0;
}

interface ImportFlags {
  readonly dryRun?: boolean;
  readonly columns?: string;
  readonly report?: string;
}

function common({ dryRun, columns, report }: ImportFlags) {
  return { dryRun: dryRun === true, columns, ...(report === undefined ? {} : { report }) };
}

interface ShowFlags {
  readonly withoutDepartmentCode?: boolean;
  readonly limit: number;
}

async function showUsers(
  { client, output }: Context,
  { withoutDepartmentCode, limit }: ShowFlags,
  query: string | undefined,
): Promise<ExitCode> {
  const { rows: users, more } = await firstRows(
    limit,
    (limit) => client.pages("listUsers", { query, without_department_code: withoutDepartmentCode, limit }),
    ({ users }) => users,
  );
  output.lines(
    table(
      users.map(({ user_id, display_name, role, is_active }) => [
        user_id,
        display_name,
        role,
        is_active ? say("active") : say("inactive"),
      ]),
    ),
  );
  output.document({ users, more });
  if (users.length === 0)
    output.note(query === undefined ? say("No users found.") : say("No user matches {query}.", { query }));
  if (more) output.note(say("There are more than {limit}; raise --limit to show them.", { limit }));
  return users.length === 0 && query !== undefined ? 1 : 0;
}

const FIELDS: Readonly<Record<keyof UserColumns, true>> = {
  user_id: true,
  display_name: true,
  department: true,
  email: true,
};

/** Checked here, because a refusal by the service would look like a problem of the file. */
function columnPairs(text: string): string {
  const wellFormed = text.split(",").every((pair) => {
    const [field = "", ...column] = pair.split(":");
    return Object.hasOwn(FIELDS, field) && column.join(":") !== "";
  });
  if (wellFormed) return text;
  throw new InvalidArgumentError(
    say("It must be pairs like user_id:社員番号,display_name:2; the fields are {fields}.", {
      fields: Object.keys(FIELDS).join(", "),
    }),
  );
}
