import type { CallOf, JsonOf } from "@retrieval/api/client";
import type { Role } from "@retrieval/core";
import { ROLES } from "@retrieval/core/limits";
import { type Command, Option } from "commander";
import { say } from "../../texts/say.js";
import { affectedLines } from "./access-effect.js";
import { table } from "./columns.js";
import { type Context, clientAction, withCommonOptions } from "./command.js";
import { agreed } from "./confirm.js";
import type { ExitCode, Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";

type UserChange = CallOf<"changeUser">["body"];

interface ChangeFlags {
  readonly role?: Role;
  readonly active?: boolean;
  readonly inactive?: boolean;
  /** false: --no-department-code */
  readonly departmentCode?: string | false;
  readonly removeDepartmentCode?: string;
  readonly addGroup?: readonly string[];
  readonly removeGroup?: readonly string[];
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

export function registerChangeCommand(users: Command, terminal: Terminal): void {
  const changing = users
    .command("change")
    .description(
      "change one user: role, state, department code, single groups. What is not named stays.\nOn a terminal, shows the documents that the user gains and loses and asks before it writes.",
    )
    .argument("<user>", "the employee number")
    .addOption(new Option("--role <role>", "the role").choices([...ROLES]))
    .option("--active", "the user can sign in")
    .option("--inactive", "the user cannot sign in and sees nothing; open sessions end")
    .option("--department-code <code>", "set the department code")
    .option("--no-department-code", "take the department code away")
    .option("--remove-department-code <code>", "take the department code away if it is this one")
    .option("--add-group <group>", "add a group (repeatable)", collected)
    .option("--remove-group <group>", "remove a group (repeatable)", collected)
    .option("--dry-run", "show the documents that the user gains and loses, and write nothing")
    .option("--yes", "do not ask")
    .action(clientAction<[string], ChangeFlags>(terminal, changeUser));
  withCommonOptions(
    changing,
    [
      "retrieval users change 001234 --role developer",
      "retrieval users change 001234 --inactive",
      "retrieval users change 001234 --department-code D1020 --dry-run",
      "retrieval users change 001234 --add-group pilots --remove-group board",
    ],
    ["\nThe output is the same whether or not the user had the department or group before; no command shows them.\n"],
  );
}

const collected = (value: string, before: readonly string[] = []) => [...before, value];

async function changeUser(context: Context, flags: ChangeFlags, user_id: string): Promise<ExitCode> {
  const { client, output, terminal } = context;
  const body = changeFrom(flags);
  const asks = terminal.stdin.isTTY === true && !output.json && flags.yes !== true;
  if (flags.dryRun === true || asks) {
    const { body: preview } = await client.previewUserChange({ user_id, body });
    printUser(context, preview);
    output.lines(effectLines(preview));
    if (flags.dryRun === true) {
      output.note(say("Dry run, nothing was written."));
      output.document({ ...preview, applied: false });
      return 0;
    }
    if (!(await agreed(say("Change {user_id}?", { user_id }), terminal))) {
      output.note(say("Nothing was written."));
      return 1;
    }
  }
  const { body: changed } = await client.changeUser({ user_id, body });
  if (!asks) printUser(context, changed);
  output.note(say("The change is written."));
  output.document({ ...changed, applied: true });
  return 0;
}

function changeFrom(flags: ChangeFlags): UserChange {
  const { role, active, inactive, departmentCode, removeDepartmentCode, addGroup, removeGroup } = flags;
  if (active && inactive) throw new UsageError(say("--active and --inactive exclude each other."));
  const body: UserChange = {
    ...(role !== undefined && { role }),
    ...((active || inactive) && { is_active: active === true }),
    ...(departmentCode !== undefined && { department_code: departmentCode === false ? null : departmentCode }),
    ...(removeDepartmentCode !== undefined && { remove_department_code: removeDepartmentCode }),
    ...(addGroup !== undefined && { add_groups: [...addGroup] }),
    ...(removeGroup !== undefined && { remove_groups: [...removeGroup] }),
  };
  if (Object.keys(body).length === 0) throw new UsageError(say("Name a change, for example --add-group pilots."));
  return body;
}

/** The user with role and state as they are after the change. */
function printUser({ output }: Context, { user, warnings }: JsonOf<"changeUser">): void {
  output.lines(table([[user.user_id, user.display_name, user.role, user.is_active ? say("active") : say("inactive")]]));
  for (const { message } of warnings) output.warning(message);
}

function effectLines({ gained, lost }: JsonOf<"previewUserChange">): string[] {
  if (gained.count + lost.count === 0) return [say("The user gains and loses no document.")];
  const rows = ({ documents }: typeof gained) => documents.map(({ document_id, title }) => [document_id, title]);
  return [
    ...affectedLines(say("Gains documents"), gained.count, rows(gained)),
    ...affectedLines(say("Loses documents"), lost.count, rows(lost)),
  ];
}
