import type { ImportAnswer } from "@retrieval/api";
import { RefusalError } from "@retrieval/api/client";
import type { ProblemCode } from "@retrieval/core/problems";
import type { Command } from "commander";
import { say } from "../../texts/say.js";
import { type Context, clientAction, errorDocument, refusalText, withCommonOptions } from "./command.js";
import { noteLines, reportCsv, reportLines } from "./import-report.js";
import { checkWritable, named, readLocalFile, writeLocalParts } from "./local-file.js";
import { wholeNumber } from "./numbers.js";
import type { ExitCode, Terminal } from "./terminal.js";

const FILE = "the portal's CSV, - for standard input: UTF-8 (with or without BOM) or CP932";
const COLUMNS =
  "the column of each field, by header or number: user_id:社員番号,display_name:2 (also department, email)";

interface ImportFlags {
  readonly update?: boolean;
  readonly dryRun?: boolean;
  readonly columns?: string;
  readonly report?: string;
  /** The number of deactivations that the operator agrees to. */
  readonly yesDeactivate?: number;
}

export function registerUserCommands(program: Command, terminal: Terminal): void {
  const users = program.command("users").description("import and synchronise users");
  const reading = (mode: ImportAnswer["mode"], description: string) =>
    users
      .command(mode)
      .description(description)
      .argument("<file>", FILE)
      .option("--dry-run", "show what would happen, and write nothing")
      .option("--columns <map>", COLUMNS)
      .option("--report <file.csv>", "also write refused lines and warnings to this CSV file")
      .action(
        clientAction<[string], ImportFlags>(terminal, (context, flags, file) =>
          importUserFile(context, file, mode, mode === "sync" ? { ...flags, update: true } : flags),
        ),
      );

  withCommonOptions(
    reading(
      "import",
      "create the users of a CSV file (社員番号, 氏名, 部署, メールアドレス, or the same in English).\nExisting users are skipped, or changed with --update; no user is deactivated.",
    ).option("--update", "change existing users as in the file"),
    [
      "retrieval users import data/head-office.csv --dry-run",
      "retrieval users import data/head-office.csv --update --report refused.csv",
      "retrieval users import staff.csv --columns user_id:職員コード,display_name:3",
    ],
  );
  withCommonOptions(
    reading(
      "sync",
      "make a CSV file the truth for users of role user: creates, changes and reactivates the users in the file,\ndeactivates the others. Administrators and developers stay unchanged.",
    ).option(
      "--yes-deactivate <number>",
      "agree to this number of deactivations; required for more than 20 % of the users, and more than 10, in 24 hours",
      wholeNumber,
    ),
    [
      "retrieval users sync data/head-office.csv --dry-run",
      "retrieval users sync data/head-office.csv --yes-deactivate 60",
    ],
  );
}

/** Runs the dry run, then the import unless only a dry run was requested, then writes the report. */
async function importUserFile(
  { client, output, terminal }: Context,
  path: string,
  mode: ImportAnswer["mode"],
  { update = false, dryRun = false, columns, report, yesDeactivate: yes_deactivate }: ImportFlags,
): Promise<ExitCode> {
  const csv = await readLocalFile(path, terminal);
  if (report !== undefined) await checkWritable(report);
  const sent = { mode, update, columns, body: csv, type: "text/csv" };
  const check = () => client.importUserFile({ ...sent, dry_run: true });
  const show = async (view: ImportAnswer, head: string, outcome: { applied: boolean; error?: object }) => {
    output.line(`${named(path)} (${view.encoding}): ${head}`);
    output.lines(reportLines(view));
    for (const line of noteLines(view, { update })) output.note(line);
    if (report !== undefined) {
      await writeLocalParts(report, [Buffer.from(reportCsv(view))]);
      output.note(say("The report is in {report}", { report }));
    }
    output.document({ ...view, ...outcome });
    return view.counts.refused > 0 ? 1 : 0;
  };

  const { body: checked, headers } = await check().catch((error: unknown) => {
    if (asksForColumns(error)) output.note(columnsHint());
    throw error;
  });
  const { deactivated } = checked.counts;
  if (dryRun || !wouldWrite(checked)) {
    if (deactivated > 0) output.note(deactivationText(checked));
    const head = dryRun ? say("dry run, nothing was written") : say("nothing to do");
    return show(checked, head, { applied: false });
  }
  const ifMatch = headers.get("ETag") ?? "";
  try {
    const { body } = await client.importUserFile({ ...sent, yes_deactivate, ifMatch });
    return await show(body, say("imported"), { applied: true });
  } catch (error) {
    // The service asks for agreement, or the file would do something else than its check said.
    if (!(error instanceof RefusalError && /^(?:CONFLICT|PRECONDITION_FAILED)$/.test(error.code))) throw error;
    const isMoved = error.code === "PRECONDITION_FAILED";
    const now = isMoved ? (await check()).body : checked;
    // An earlier sending of this request may have been applied and its answer lost.
    if (!wouldWrite(now)) return show(now, say("already applied, nothing is left to do"), { applied: false });
    const head = isMoved
      ? say("users have changed since the check; this would happen now")
      : say("nothing was written; this would happen");
    await show(now, head, { applied: false, error: errorDocument(error) });
    output.error(refusalText(error));
    if (!isMoved) output.note(say("Agree with --yes-deactivate {deactivated}", { deactivated }));
    return 1;
  }
}

const NAMED_BY_COLUMNS: readonly ProblemCode[] = ["columns.not_found", "columns.header_unknown", "columns.ambiguous"];

/** Adds the command's option to the service's message about columns. */
const asksForColumns = (error: unknown) =>
  error instanceof RefusalError && error.problems.some(({ code }) => NAMED_BY_COLUMNS.includes(code));

const columnsHint = () =>
  say("Name the columns with --columns, by header or by number from 1: --columns user_id:職員コード,display_name:3");

function wouldWrite({ counts }: ImportAnswer): boolean {
  return counts.new + counts.changed + counts.reactivated + counts.deactivated > 0;
}

function deactivationText({ counts: { deactivated }, max_deactivated: max }: ImportAnswer): string {
  const count = say("{n} user(s)", { n: deactivated });
  const agreement =
    deactivated <= max
      ? say(" Up to {max} need no agreement.", { max })
      : say(" More than {max} need agreement: --yes-deactivate {deactivated}", { max, deactivated });
  return say("{count} would be deactivated.", { count }) + agreement;
}
