import type { ImportAnswer } from "@retrieval/api";
import { RefusalError } from "@retrieval/api/client";
import type { ProblemCode } from "@retrieval/core/problems";
import { LONG_TIMEOUT_MS } from "../../client/time-limits.js";
import { say } from "../../texts/say.js";
import { type Context, errorDocument, refusalText } from "./command.js";
import {
  adviceLines,
  countLines,
  effectLines,
  refusedLines,
  reportCsv,
  userLines,
  warningLines,
} from "./import-report.js";
import { checkWritable, named, readLocalFile, writeLocalFile } from "./local-file.js";
import { users } from "./publication-lines.js";
import type { ExitCode } from "./terminal.js";

export interface ImportRequest {
  readonly mode: "import" | "sync";
  readonly update: boolean;
  /** `user_id:社員番号,display_name:2` */
  readonly columns: string | undefined;
  readonly dryRun: boolean;
  /** The number of deactivations that the operator agrees to. */
  readonly yesDeactivate?: number;
  /** The CSV file for the report. */
  readonly report?: string;
}

/** Runs the dry run, then the import unless only a dry run was requested, then writes the report. */
export async function importUserFile(context: Context, path: string, request: ImportRequest): Promise<ExitCode> {
  const { client, output, terminal } = context;
  const csv = await readLocalFile(path, terminal);
  if (request.report !== undefined) await checkWritable(request.report);
  const { mode, update, columns, yesDeactivate: yes_deactivate } = request;
  const sent = { mode, update, columns, body: csv, type: "text/csv", timeoutMs: LONG_TIMEOUT_MS };
  const { body: checked, headers } = await client.importUserFile({ ...sent, dry_run: true }).catch((error: unknown) => {
    if (asksForColumns(error)) output.note(COLUMNS_HINT);
    throw error;
  });
  const file = `${named(path)} (${checked.encoding})`;
  if (request.dryRun || !wouldWrite(checked)) {
    output.line(`${file}: ${request.dryRun ? say("dry run, nothing was written") : say("nothing to do")}`);
    if (checked.counts.deactivated > 0) noteOfDeactivation(context, checked);
    return await report(context, checked, request, { applied: false });
  }
  const ifMatch = headers.get("ETag") ?? "";
  const applied = await client.importUserFile({ ...sent, yes_deactivate, ifMatch }).catch((error: unknown) => {
    if (error instanceof RefusalError && REFUSED_PLANS.has(error.code)) return error;
    throw error;
  });
  if (applied instanceof RefusalError) {
    const isMoved = applied.code === "PRECONDITION_FAILED";
    const now = isMoved ? (await client.importUserFile({ ...sent, dry_run: true })).body : checked;
    // An earlier sending of this request may have been applied and its answer lost.
    if (!wouldWrite(now)) {
      output.line(`${file}: ${say("already applied, nothing is left to do")}`);
      return await report(context, now, request, { applied: false });
    }
    const outcome = isMoved
      ? say("users have changed since the check; this would happen now")
      : say("nothing was written; this would happen");
    output.line(`${file}: ${outcome}`);
    await report(context, now, request, { applied: false, error: errorDocument(applied) });
    output.error(refusalText(applied));
    if (applied.code === "CONFLICT")
      output.note(say("Agree with --yes-deactivate {deactivated}", { deactivated: checked.counts.deactivated }));
    return 1;
  }
  output.line(`${file}: ${say("imported")}`);
  return await report(context, applied.body, request, { applied: true });
}

/** The service asks for agreement, or the file would do something else than its check said. */
const REFUSED_PLANS: ReadonlySet<string> = new Set(["CONFLICT", "PRECONDITION_FAILED"]);

const NAMED_BY_COLUMNS: readonly ProblemCode[] = ["columns.not_found", "columns.header_unknown", "columns.ambiguous"];

/** Adds the command's option to the service's message about columns. */
const asksForColumns = (error: unknown) =>
  error instanceof RefusalError && error.problems.some(({ code }) => NAMED_BY_COLUMNS.includes(code));

const COLUMNS_HINT = say(
  "Name the columns with --columns, by header or by number from 1: --columns user_id:職員コード,display_name:3",
);

function wouldWrite({ counts }: ImportAnswer): boolean {
  return counts.new + counts.changed + counts.reactivated + counts.deactivated > 0;
}

function noteOfDeactivation({ output }: Context, { counts: { deactivated }, max_deactivated }: ImportAnswer): void {
  const count = users(deactivated);
  output.note(say("{count} would be deactivated.", { count }) + agreementFor(deactivated, max_deactivated));
}

function agreementFor(deactivated: number, max: number): string {
  if (deactivated <= max) return say(" Up to {max} need no agreement.", { max });
  return say(" More than {max} need agreement: --yes-deactivate {deactivated}", { max, deactivated });
}

async function report(
  { output }: Context,
  view: ImportAnswer,
  request: ImportRequest,
  outcome: { readonly applied: boolean; readonly error?: object },
): Promise<ExitCode> {
  output.lines(countLines(view));
  output.lines(userLines(view));
  output.lines(effectLines(view));
  output.lines(refusedLines(view));
  for (const line of [...warningLines(view), ...adviceLines(view, request)]) output.note(line);
  if (request.report !== undefined) {
    await writeLocalFile(request.report, reportCsv(view));
    output.note(say("The report is in {report}", { report: request.report }));
  }
  output.document({ ...view, ...outcome });
  return view.counts.refused > 0 ? 1 : 0;
}
