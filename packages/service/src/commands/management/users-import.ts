import { basename } from "node:path";
import type { ImportAnswer } from "@retrieval/api";
import { type Client, type PageOf, RefusalError } from "@retrieval/api/client";
import type { ProblemCode } from "@retrieval/core/problems";
import { follow } from "../../client/follow.js";
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
import { progressBar } from "./progress.js";
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
  const { mode, update, columns } = request;
  const { body: checked } = await client
    .checkImport({ mode, update, columns, body: csv, type: "text/csv", timeoutMs: LONG_TIMEOUT_MS })
    .catch((error: unknown) => {
      if (asksForColumns(error)) output.note(COLUMNS_HINT);
      throw error;
    });
  const file = `${named(path)} (${checked.encoding})`;
  if (request.dryRun || !wouldWrite(checked)) {
    output.line(`${file}: ${request.dryRun ? say("dry run, nothing was written") : say("nothing to do")}`);
    if (checked.counts.deactivated > 0) noteOfDeactivation(context, checked);
    return await report(context, checked, request, { applied: false });
  }
  const refusal = await applied(client, checked, request.yesDeactivate);
  if (refusal !== null) {
    output.line(`${file}: ${say("nothing was written; this would happen")}`);
    await report(context, checked, request, { applied: false, error: errorDocument(refusal) });
    output.error(refusalText(refusal));
    if (checked.counts.deactivated > 0)
      output.note(say("Agree with --yes-deactivate {deactivated}", { deactivated: checked.counts.deactivated }));
    return 1;
  }
  const ended = await finished(context, checked.import_id, path);
  output.line(`${file}: ${ended.state === "done" ? say("imported") : say(ended.state)}`);
  if (ended.error !== null) output.error(ended.error);
  return await report(context, ended, request, { applied: true });
}

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

/** Releases the checked import. @returns the refusal if the service requires agreement to the number of deactivations */
async function applied(
  client: Client,
  { import_id }: ImportAnswer,
  yes_deactivate: number | undefined,
): Promise<RefusalError | null> {
  try {
    await client.applyImport({ import_id, yes_deactivate });
    return null;
  } catch (error) {
    if (!(error instanceof RefusalError) || error.code !== "CONFLICT") throw error;
    // If the call was repeated, the first one may already have applied the import.
    return (await client.readImport({ import_id })).body.state === "checked" ? error : null;
  }
}

async function finished({ client, terminal }: Context, import_id: string, path: string): Promise<ImportAnswer> {
  const bar = progressBar(terminal, basename(named(path)));
  try {
    return await follow(async () => (await client.readImport({ import_id })).body, bar.show, terminal.now);
  } finally {
    bar.end();
  }
}

function noteOfDeactivation({ output }: Context, { counts: { deactivated }, max_deactivated }: ImportAnswer): void {
  const count = users(deactivated);
  output.note(say("{count} would be deactivated.", { count }) + agreementFor(deactivated, max_deactivated ?? null));
}

function agreementFor(deactivated: number, max: number | null): string {
  if (max === null) return "";
  if (deactivated <= max) return say(" Up to {max} need no agreement.", { max });
  return say(" More than {max} need agreement: --yes-deactivate {deactivated}", { max, deactivated });
}

async function report(
  { output, client }: Context,
  view: ImportAnswer,
  request: ImportRequest,
  outcome: { readonly applied: boolean; readonly error?: object },
): Promise<ExitCode> {
  const users = await allUsers(client, view.import_id);
  output.lines(countLines(view));
  output.lines(userLines(users, view));
  output.lines(effectLines(view));
  output.lines(refusedLines(view));
  for (const line of [...warningLines(view), ...adviceLines(view, request)]) output.note(line);
  if (request.report !== undefined) {
    await writeLocalFile(request.report, reportCsv(view));
    output.note(say("The report is in {report}", { report: request.report }));
  }
  output.document({ ...view, users, ...outcome });
  return view.counts.refused > 0 || view.state === "failed" || view.state === "cancelled" ? 1 : 0;
}

async function allUsers(client: Client, import_id: string) {
  const users: PageOf<"listImportedUsers">["items"][number][] = [];
  for await (const page of client.pages("listImportedUsers", { import_id, limit: 200 })) users.push(...page.items);
  return users;
}
