import { phraseOf, sentenceOf } from "@retrieval/api/texts";
import type { DepartmentsPreview } from "@retrieval/core/use-cases";
import type { Department } from "@retrieval/core/users";
import type { Command } from "commander";
import { say } from "../../texts/say.js";
import { answerLines } from "./answer-text.js";
import { table } from "./columns.js";
import { type Context, clientAction, withCommonOptions } from "./command.js";
import { readDepartmentsCsv } from "./departments-csv.js";
import { effectLines, listLines } from "./import-report.js";
import { named, readLocalFile } from "./local-file.js";
import { wholeNumber } from "./numbers.js";
import type { ExitCode, Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";

/**
 * A master that changes or removes the code of more than this share of the active users needs agreement to the number.
 * First codes do not count: users are often imported before the master that gives them a code.
 */
const RECODE_SHARE = 0.2;

interface ImportFlags {
  readonly dryRun?: boolean;
  /** The number of users who may get another department code or none, if the command asks. */
  readonly yesRecode?: number;
}

export function registerDepartmentCommands(program: Command, terminal: Terminal): void {
  const departments = program.command("departments").description("the department master: codes and names");

  const importing = departments
    .command("import")
    .description(
      "replace the department master by a CSV file (部署コード, 部署名, or code, name).\nUsers' codes that were found by a department's name are looked up again. A file with a refused line changes nothing;\nall refused lines are listed.",
    )
    .argument("<file>", "the CSV, - for standard input: UTF-8 (with or without BOM) or CP932")
    .option("--dry-run", "show what would change, and write nothing")
    .option(
      "--yes-recode <number>",
      "agree that this number of users gets another code or none; required above 20 %",
      wholeNumber,
    )
    .action(clientAction<[string], ImportFlags>(terminal, importDepartments));
  withCommonOptions(importing, [
    "retrieval departments import data/departments.csv --dry-run",
    "retrieval departments import data/departments.csv",
    "retrieval departments import data/departments.csv --yes-recode 60",
  ]);
}

async function importDepartments(
  { client, output, terminal, language }: Context,
  { dryRun = false, yesRecode }: ImportFlags,
  path: string,
): Promise<ExitCode> {
  const file = readDepartmentsCsv(await readLocalFile(path, terminal));
  if ("code" in file) throw new UsageError(`${named(path)}: ${sentenceOf([file], language)}`);
  const { departments: given, refused } = file;
  if (refused.length > 0) {
    const worded = refused.map((line) => ({ ...line, reason: phraseOf(line.problems, language) }));
    return refuse(output, path, worded);
  }
  if (given.length === 0) throw new UsageError(say("{path} contains no department.", { path: named(path) }));

  const changes = compare((await client.listDepartments()).body.items, given);
  const body = { departments: given };
  const previewed = await client.replaceDepartments({ dry_run: true, body });
  const { departments: _, ...preview } = previewed.body as DepartmentsPreview;
  const asks = preview.users_recoded > preview.active_users * RECODE_SHARE;
  const agreement = `--yes-recode ${preview.users_recoded}`;
  const print = (head: string, outcome: Outcome) =>
    report(output, `${named(path)} (${file.encoding}): ${head}`, changes, outcome);
  if (dryRun) {
    print(say("dry run, nothing was written"), { ...preview, applied: false });
    if (asks)
      output.note(
        say("{reason}. If the file is right, agree with {agreement}", { reason: tooMany(preview), agreement }),
      );
    return 0;
  }
  if (asks && yesRecode !== preview.users_recoded) {
    const error = { code: "CONFLICT", message: `${tooMany(preview)}.`, problems: [], request_id: null };
    print(say("nothing was written; this would happen"), { ...preview, applied: false, error });
    output.error(error.message);
    output.note(say("If the file is right, agree with {agreement}", { agreement }));
    return 1;
  }
  const { users_resolved_again } = (await client.replaceDepartments({ body })).body;
  print(say("imported"), { ...preview, users_resolved_again, applied: true });
  return 0;
}

/**
 * The effect of the file. After an import, `users_resolved_again` is counted; the other numbers are those of the
 * preview.
 */
interface Outcome extends Omit<DepartmentsPreview, "departments"> {
  readonly applied: boolean;
  readonly error?: object;
}

function tooMany({ users_recoded, active_users }: Omit<DepartmentsPreview, "departments">): string {
  return say(
    "This master would give {count} another department code or none; that is more than {percent} % of the {active_users} active users of role user",
    { count: say("{n} user(s)", { n: users_recoded }), percent: RECODE_SHARE * 100, active_users },
  );
}

function report(output: Context["output"], head: string, changes: ReturnType<typeof compare>, outcome: Outcome): void {
  const { unchanged, ...lists } = changes;
  const { added, renamed, removed } = lists;
  const { users_resolved_again, users_recoded, users_without_code } = outcome;
  const counts = {
    ...{ added: added.length, renamed: renamed.length, removed: removed.length, unchanged: unchanged.length },
    ...{ users_resolved_again, users_recoded, users_without_code },
  };
  const rows = Object.entries(lists).flatMap(([change, list]) => list.map((each) => ({ change, ...each })));
  output.line(head);
  output.lines(answerLines(counts, Number.POSITIVE_INFINITY).map((line) => `  ${line}`));
  output.lines(listLines("Departments:", rows, ["change", "code", "name"], { most: rows.length }));
  output.lines(effectLines(outcome));
  output.document({ ...lists, unchanged: unchanged.length, ...outcome });
}

function compare(before: readonly Department[], after: readonly Department[]) {
  const names = new Map(before.map(({ code, name }) => [code, name]));
  const kept = new Set(after.map(({ code }) => code));
  return {
    added: after.filter(({ code }) => !names.has(code)),
    renamed: after.filter(({ code, name }) => names.has(code) && names.get(code) !== name),
    removed: before.filter(({ code }) => !kept.has(code)),
    unchanged: after.filter(({ code, name }) => names.get(code) === name),
  };
}

function refuse(
  output: Context["output"],
  path: string,
  refused: readonly { readonly line: number; readonly reason: string }[],
): ExitCode {
  output.line(say("{path}: nothing was written", { path: named(path) }));
  output.line(say("Refused:"));
  output.lines(table(refused.map(({ line, reason }) => [say("  line {line}", { line }), reason])));
  output.document({ applied: false, refused });
  return 1;
}
