import type { CallOf, PageOf } from "@retrieval/api/client";
import { BYTE_ORDER_MARK, documentsRows, readersRows, writeCsv } from "@retrieval/api/csv";
import type { AuditKind } from "@retrieval/core/ports";
import type { Command } from "commander";
import { firstRows } from "../../client/first-rows.js";
import { textParts } from "../../client/text-parts.js";
import { say } from "../../texts/say.js";
import { reasonText } from "./access.js";
import { shorten, table } from "./columns.js";
import { type Context, clientAction, withCommonOptions } from "./command.js";
import { writeLocalFile, writeLocalParts } from "./local-file.js";
import { dayOrTime, localTime } from "./local-time.js";
import { limitNumber } from "./numbers.js";
import type { ExitCode, Terminal } from "./terminal.js";

const CSV = "write this CSV file instead, in UTF-8; no cell runs as a formula";
const AT = "a date (the end of that day), or a time with an offset: 2026-01-31T09:00:00+09:00";
/** RFC 4180. No cell of an entry contains it: JSON escapes it, and no id has control characters. */
const LINE_END = "\r\n";
/** The width of an entry's details on a line, in columns. */
const DETAILS_COLUMNS = 72;
const LISTED = 200;

interface ListFlags {
  readonly user?: string;
  readonly document?: string;
  readonly kind?: string;
  readonly without?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit?: number;
  readonly csv?: string;
}

interface AccessFlags {
  readonly at: string;
  readonly csv?: string;
}

export function registerAuditCommands(program: Command, terminal: Terminal): void {
  const audit = program
    .command("audit")
    .description("the audit log, and who could read which document at a given time");

  const listing = audit
    .command("list")
    .description("list the entries of the audit log, newest first")
    .option("--user <number>", "only entries by or about this user")
    .option("--document <document>", "only entries about this document")
    .option("--kind <kind>", "only entries of this kind: sign-in, sign-in-refused, rule-changed …")
    .option("--without <kinds>", "without entries of these kinds, separated by commas: sign-in,question-answered …")
    .option("--from <time>", "from this date or time on")
    .option("--to <time>", "up to this date or time")
    .option("--limit <number>", "the maximum number (default: 200; with --csv all)", limitNumber)
    .option("--csv <file>", CSV)
    .action(clientAction<[], ListFlags>(terminal, list));
  withCommonOptions(listing, [
    "retrieval audit list --kind rule-changed --from 2026-01-01",
    "retrieval audit list --user 001234 --csv 001234.csv",
  ]);

  const readers = audit
    .command("who-could-read")
    .description("list the users who could read a document at a given time, and why")
    .argument("<document>", "the document's id")
    .requiredOption("--at <time>", AT)
    .option("--csv <file>", CSV)
    .action(clientAction<[string], AccessFlags>(terminal, showReaders));
  withCommonOptions(readers, ["retrieval audit who-could-read board-minutes --at 2026-01-31T18:00:00+09:00"]);

  const documents = audit
    .command("could-read")
    .description("list the documents that a user could read at a given time, and why")
    .argument("<user>", "the employee number")
    .requiredOption("--at <time>", AT)
    .option("--csv <file>", CSV)
    .action(clientAction<[string], AccessFlags>(terminal, showDocuments));
  withCommonOptions(documents, ["retrieval audit could-read 001234 --at 2026-01-31 --csv 001234.csv"]);
}

async function list({ client, output }: Context, flags: ListFlags): Promise<ExitCode> {
  const { user: user_id, document: document_id, kind, without, from, to, limit, csv } = flags;
  // The service judges the kinds.
  const period = { from: from && dayOrTime(from, "start"), to: to && dayOrTime(to, "end") };
  const filter = { user_id, document_id, kind: kind as AuditKind | undefined, without, ...period };
  if (csv !== undefined) {
    const written = { entries: 0, more: false };
    await writeLocalParts(csv, csvOf({ client, filter, limit: limit ?? Infinity }, written));
    output.line(say("{csv}: {entries} entries", { csv, entries: written.entries }));
    if (written.more) output.note(say("There are more; without --limit, the file has all entries."));
    output.document({ file: csv, ...written });
    return 0;
  }
  const { rows: entries, more } = await firstRows(
    limit ?? LISTED,
    (limit) => client.pages("listAuditEntries", { ...filter, limit }),
    ({ entries }) => entries,
  );
  output.lines(table(entries.map(lineOf)));
  output.document({ entries, more });
  if (entries.length === 0) output.note(say("No entries found."));
  if (more) output.note(say("There are more than {limit}; raise --limit to show them.", { limit: limit ?? LISTED }));
  return 0;
}

async function* csvOf(
  { client, filter, limit }: { client: Context["client"]; filter: CallOf<"listAuditEntries">; limit: number },
  written: { entries: number; more: boolean },
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK;
  let unfinished = "";
  // The header is a line too.
  let taken = -1;
  const { body } = await client.listAuditEntries({ ...filter, format: "csv" });
  for await (const part of textParts(body as Response)) {
    const lines = (unfinished + part).split(LINE_END);
    unfinished = lines.pop() ?? "";
    const fitting = lines.slice(0, limit - taken);
    taken += fitting.length;
    written.more = fitting.length < lines.length;
    yield fitting.map((line) => line + LINE_END).join("");
    if (written.more) break;
  }
  written.entries = taken;
}

function lineOf({
  at,
  kind,
  by_user,
  user_id,
  document_id,
  details,
}: PageOf<"listAuditEntries">["entries"][number]): string[] {
  const about = [
    ...(user_id === null ? [] : [say("user {user_id}", { user_id })]),
    ...(document_id === null ? [] : [document_id]),
  ];
  const said = `${roleOf(details)}${JSON.stringify(details)}`;
  return [localTime(at), kind, by_user ?? "-", about.join(", ") || "-", shorten(said, DETAILS_COLUMNS)];
}

/** A changed role comes first, before text that may be cut: a new administrator must be visible. */
function roleOf(details: object): string {
  const { before, after } = details as { before?: { role?: unknown } | null; after?: { role?: unknown } };
  const [was, is] = [before?.role, after?.role];
  if (is === undefined || is === was || (was === undefined && is === "user")) return "";
  return `${say("role")}: ${was === undefined ? is : `${was} → ${is}`}  `;
}

/** An answer that was not asked for as CSV. */
const asJson = <Body>(body: Body) => body as Exclude<Body, Response>;

const reasonTexts = (reasons: readonly Parameters<typeof reasonText>[0][]) => reasons.map(reasonText).join("; ");

async function showReaders({ client, output }: Context, { at, csv }: AccessFlags, id: string): Promise<ExitCode> {
  const answer = asJson((await client.whoCouldRead({ document_id: id, at: dayOrTime(at, "end") })).body);
  const { document, readers } = answer;
  output.line(`${document.document_id}  ${document.title}  ${document.version}`);
  output.line(say("Users who could read it at {at}: {count}", { at: localTime(answer.at), count: readers.length }));
  if (csv === undefined) {
    output.lines(
      table(readers.map(({ user_id, display_name, reasons }) => [`  ${user_id}`, display_name, reasonTexts(reasons)])),
    );
  } else await writeLocalFile(csv, writeCsv(readersRows(answer)));
  output.document(answer);
  return 0;
}

async function showDocuments({ client, output }: Context, { at, csv }: AccessFlags, id: string): Promise<ExitCode> {
  const answer = asJson((await client.couldRead({ user_id: id, at: dayOrTime(at, "end") })).body);
  const { user, documents } = answer;
  output.line(`${user.user_id}  ${user.display_name}`);
  output.line(
    say("Documents that the user could read at {at}: {count}", { at: localTime(answer.at), count: documents.length }),
  );
  if (csv === undefined) {
    output.lines(
      table(
        documents.map(({ document_id, title, version, reasons }) => [
          `  ${document_id}`,
          title,
          version,
          reasonTexts(reasons),
        ]),
      ),
    );
  } else await writeLocalFile(csv, writeCsv(documentsRows(answer)));
  output.document(answer);
  return 0;
}
