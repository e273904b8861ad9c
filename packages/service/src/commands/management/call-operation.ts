import type { Operation, OperationId } from "@retrieval/api";
import { ConnectionError, failureReason } from "@retrieval/api/client";
import { needsTag } from "@retrieval/api/operations";
import { isObject, mediaTypeOf } from "@retrieval/core/limits";
import { say, translate } from "../../texts/say.js";
import { answerLines, isRows, rowLines } from "./answer-text.js";
import type { Context } from "./command.js";
import { agreed } from "./confirm.js";
import { checkWritable, readLocalFile, writeLocalParts } from "./local-file.js";
import { dayOrTime } from "./local-time.js";
import { isFinal, listOf, operationNamed, parametersOf } from "./operation-table.js";
import type { ExitCode, Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";

export interface CallFlags {
  readonly body?: string;
  readonly type?: string;
  readonly ifMatch?: string;
  readonly all?: boolean;
  readonly fields?: string;
  readonly output?: string;
  readonly yes?: boolean;
}

/** Calls an operation by its name. The arguments are checked by the table of operations, their values by the service. */
export async function callOperation(
  context: Context,
  flags: CallFlags,
  name: string,
  words: readonly string[],
): Promise<ExitCode> {
  const { output, terminal } = context;
  const operation = operationNamed(name);
  const parameters = parametersFrom(operation, words);
  const fields = fieldsFrom(operation, flags.fields);
  if (flags.all && !parametersOf(operation).has("cursor"))
    throw new UsageError(say("{operation} has no pages, so --all has no meaning.", { operation: name }));
  if (needsTag(operation) && flags.ifMatch === undefined && parameters.dry_run !== "true")
    throw new UsageError(
      say("{operation} needs --if-match with the ETag that was read, or --if-match '*' to overwrite any version.", {
        operation: name,
      }),
    );
  if (flags.output === undefined && Object.values(operation.answers).some((of) => isFile(of, parameters.format)))
    throw new UsageError(say("{operation} answers a file; name it with --output.", { operation: name }));
  const body = await bodyFrom(operation, flags, terminal);
  if (flags.output !== undefined) await checkWritable(flags.output);
  if (isFinal(operation) && !flags.yes && !(await agreedTo(operation, parameters, terminal))) {
    output.note(say("Nothing was deleted."));
    output.document({});
    return 1;
  }
  const ifMatch = flags.ifMatch === undefined ? {} : { ifMatch: flags.ifMatch };
  const call = { ...parameters, ...body, ...ifMatch };
  const reply = await replyTo(context, operation.operationId, call, flags.all === true);
  const tag = reply.headers.get("etag");
  if (tag !== null && operation.headers !== undefined) output.note(`ETag: ${tag}`);
  await show(context, operation, flags, fields, reply.body);
  const hasFailed = operation.method !== "get" && isObject(reply.body) && reply.body.state === "failed";
  // 207: some entries were refused.
  return reply.status === 207 || hasFailed ? 1 : 0;
}

/** The edges of the day that a date alone means. */
const DAYS: Readonly<Record<string, "start" | "end">> = { at: "end", from: "start", to: "end" };

/** Values are text: the service judges them. @throws UsageError for a name that the operation does not have */
function parametersFrom(operation: Operation, words: readonly string[]): Readonly<Record<string, string>> {
  const known = parametersOf(operation);
  const given: Record<string, string> = {};
  const help = (problem: string) =>
    new UsageError(problem, [
      known.size === 0
        ? say("{operation} has no parameters.", { operation: operation.operationId })
        : say("Its parameters: {names}", { names: [...known.keys()].map((name) => `--${name}`).join(", ") }),
    ]);
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? "";
    const [, name = "", inline] = /^--(\w+)(?:=(.*))?$/s.exec(word) ?? [];
    const parameter = known.get(name);
    if (parameter === undefined)
      throw help(say("{operation} has no parameter {word}.", { operation: operation.operationId, word }));
    const next = words[i + 1];
    const isFlag = parameter.schema.type === "boolean" && (next === undefined || next.startsWith("--"));
    if (inline === undefined && next === undefined && !isFlag) throw help(say("{word} needs a value.", { word }));
    if (inline === undefined && !isFlag) i += 1;
    const value = inline ?? (isFlag ? "true" : (next ?? ""));
    const edge = DAYS[name];
    given[name] = edge === undefined ? value : dayOrTime(value, edge);
  }
  const missing = [...known].filter(([name, { required }]) => required && given[name] === undefined);
  if (missing.length > 0)
    throw help(say("{names} is missing.", { names: missing.map(([name]) => `--${name}`).join(", ") }));
  return given;
}

function fieldsFrom(operation: Operation, names: string | undefined): readonly string[] | undefined {
  if (names === undefined) return undefined;
  const known = listOf(operation)?.fields ?? [];
  const fields = names.split(",").map((name) => name.trim());
  const unknown = fields.filter((name) => !known.includes(name));
  if (unknown.length === 0) return fields;
  const problem = { operation: operation.operationId, names: unknown.join(", ") };
  throw new UsageError(
    say("The rows of {operation} have no {names}.", problem),
    known.length === 0 ? [] : [say("Their fields: {fields}", { fields: known.join(", ") })],
  );
}

const JSON_TYPE = "application/json";

async function bodyFrom({ operationId, body: taken }: Operation, flags: CallFlags, terminal: Terminal) {
  const { body: given } = flags;
  const isNeeded = taken !== undefined && !("optional" in taken);
  if (given === undefined && !isNeeded) return {};
  if (taken === undefined) throw new UsageError(say("{operation} takes no body.", { operation: operationId }));
  if (given === undefined)
    throw new UsageError(
      say(
        "{operation} needs --body with JSON, @file, or @- for standard input. Its fields: retrieval operations {operation}",
        {
          operation: operationId,
        },
      ),
    );
  const path = given.startsWith("@") ? given.slice(1) : null;
  const body = path === null ? Buffer.from(given) : await readLocalFile(path, terminal);
  const ofFile = path !== null && taken.kind === "raw" ? mediaTypeOf(path) : null;
  const type = flags.type ?? ofFile ?? JSON_TYPE;
  if (type === JSON_TYPE) {
    try {
      JSON.parse(new TextDecoder().decode(body));
    } catch {
      const name = path ?? "--body";
      throw new UsageError(
        taken.kind === "raw"
          ? say("{name} is not JSON. Name its media type with --type.", { name })
          : say("{name} is not JSON.", { name }),
      );
    }
  }
  return { body, type };
}

async function agreedTo(
  { summary }: Operation,
  parameters: Readonly<Record<string, string>>,
  terminal: Terminal,
): Promise<boolean> {
  if (!terminal.stdin.isTTY) throw new UsageError(say("There is no terminal to ask on; use --yes to delete."));
  const values = Object.values(parameters).join(", ");
  return agreed(
    values === "" ? `${translate(summary)}?` : say("{summary} ({values})?", { summary: translate(summary), values }),
    terminal,
  );
}

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

async function replyTo({ client }: Context, id: OperationId, call: object, all: boolean): Promise<Reply> {
  // The operation is known only now, so its arguments are too; they were checked by its table.
  const send = client[id] as (call: object) => Promise<Reply>;
  let reply = await send(all ? { limit: 200, ...call } : call);
  for (let cursor = cursorOf(reply.body); all && cursor !== null; cursor = cursorOf(reply.body)) {
    const page = await send({ limit: 200, ...call, cursor });
    reply = { ...page, body: joined(reply.body, page.body) };
  }
  return reply;
}

function cursorOf(body: unknown): string | null {
  return isObject(body) && typeof body.next_cursor === "string" ? body.next_cursor : null;
}

/** Two pages as one: lists follow one another, anything else is the later page's. */
function joined(before: unknown, after: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(after)) return [...before, ...after];
  if (!isObject(before) || !isObject(after)) return after;
  return Object.fromEntries(Object.keys(after).map((name) => [name, joined(before[name], after[name])]));
}

/** Whether an answer is the bytes of a file: of one with several forms, the form that has no text. */
const isFile = ({ texts = {}, json }: Operation["answers"][number], format: unknown) =>
  Object.values(texts).some(({ binary }) => binary) && (json === undefined || format === "docx");

async function show(
  { output, terminal }: Context,
  operation: Operation,
  { output: path }: CallFlags,
  fields: readonly string[] | undefined,
  body: unknown,
): Promise<void> {
  if (path !== undefined) {
    const parts = body instanceof Response ? partsOf(body) : [Buffer.from(`${JSON.stringify(body, null, 2)}\n`)];
    const bytes = await writeLocalParts(path, parts);
    output.line(say("{path}: {bytes} bytes", { path, bytes }));
    output.document({ file: path, bytes });
    return;
  }
  if (body instanceof Response) {
    const text = await body.text();
    output.lines(text.replace(/\r?\n$/, "").split(/\r?\n/));
    output.document({ text });
    return;
  }
  output.document(body ?? {});
  if (!isObject(body)) return output.line(say("Done."));
  const { next_cursor, warnings = [], ...answer } = body;
  for (const { message, warning = message } of warnings as readonly { readonly message: string; warning?: string }[])
    output.warning(warning);
  const width = (terminal.stdout.isTTY && terminal.stdout.columns) || Number.POSITIVE_INFINITY;
  const list = listOf(operation);
  const rows = list && answer[list.name];
  if (list === null) output.lines(answerLines(answer, width));
  else if (isRows(rows)) output.lines(rowLines(rows, width, fields));
  else if (Array.isArray(rows) && rows.length > 0) output.lines(rows.map(String));
  else output.note(say("The list is empty."));
  if (typeof next_cursor === "string") output.note(say("There are more; --all reads all of them."));
}

/** The bytes of an answer that may be larger than memory. */
async function* partsOf({ body }: Response): AsyncGenerator<Uint8Array> {
  try {
    if (body !== null) yield* body;
  } catch (error) {
    throw new ConnectionError(say("the answer broke off and is not complete ({why})", { why: failureReason(error) }));
  }
}
