import type { LanguageCode } from "@retrieval/api";
import {
  AddressError,
  type Client,
  ConnectionError,
  createClient,
  type Pause,
  RefusalError,
  wait,
} from "@retrieval/api/client";
import type { Command } from "commander";
import { connectionText, refusesCaller } from "../../client/failures.js";
import { translateMessage } from "../../texts/other-packages.js";
import { say, sentence, spokenLanguage, translate } from "../../texts/say.js";
import { type ConnectionOptions, findConnection } from "./connection.js";
import { languageOption } from "./language-option.js";
import { Output } from "./output.js";
import { EXIT_CODES, type ExitCode, type Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";

/** The dependencies of a command. */
export interface Context {
  readonly client: Client;
  readonly output: Output;
  readonly terminal: Terminal;
  /** The language of the messages. */
  readonly language: LanguageCode;
}

/**
 * For uploads on a slow line, for dry runs, which check every user and every document, and for restorations, which
 * publish a whole document before they answer. In milliseconds.
 */
const TIMEOUT_MS = 5 * 60_000;

interface CommonOptions extends ConnectionOptions {
  readonly json?: boolean;
}

/**
 * Adds the options, examples and exit codes of every management command.
 *
 * @param details help texts besides options and examples
 */
export function withCommonOptions(
  command: Command,
  examples: readonly string[],
  details: readonly string[] = [],
): Command {
  const shown = examples.map((example) => `  $ ${example}`).join("\n");
  const help = () =>
    [...details, `\n${say("Examples:")}\n${shown}\n`, EXIT_CODES].map((text) => translate(text)).join("");
  return command
    .option("--url <address>", "the service's address (default: RETRIEVAL_URL, or a running demo)")
    .option(
      "--as <administrator>",
      "sign in as this administrator with SSO_SHARED_SECRET or SSO_SHARED_SECRET_FILE (default: the session token in RETRIEVAL_TOKEN or RETRIEVAL_TOKEN_FILE)",
    )
    .option("--data-dir <folder>", "the folder of a running demo (default: DATA_DIR, or ./data)")
    .addOption(languageOption())
    .option("--json", "print one JSON document and nothing else on stdout")
    .addHelpText("after", help);
}

/** Wraps a command for commander: connects to the service, and prints each failure as a sentence. */
export function clientAction<Operands extends unknown[], Options>(
  terminal: Terminal,
  work: (context: Context, options: Options, ...operands: Operands) => Promise<ExitCode>,
): (...given: unknown[]) => Promise<void> {
  return async (...given) => {
    const options = given.at(-2) as Options & CommonOptions;
    const operands = given.slice(0, -2) as Operands;
    const output = new Output(terminal.stdout, terminal.stderr, options.json === true);
    const pause: Pause = (milliseconds, ...rest) => {
      output.note(say("The service asks to wait {seconds} s; trying again then.", { seconds: milliseconds / 1000 }));
      return wait(milliseconds, ...rest);
    };
    await explained(terminal, output, options, async (atOrigin) => {
      const language = spokenLanguage();
      const { baseUrl, credentials } = await findConnection(options, terminal, language);
      atOrigin(baseUrl.origin);
      const client = createClient({ url: baseUrl, token: credentials, language, pause, timeoutMs: TIMEOUT_MS });
      return work({ client, output, terminal, language }, options, ...operands);
    });
  };
}

/** Ends a command with its exit code, and prints each failure as a sentence. @param work says which service it asks */
export async function explained(
  terminal: Terminal,
  output: Output,
  options: ConnectionOptions,
  work: (atOrigin: (origin: string) => void) => Promise<ExitCode>,
): Promise<void> {
  let origin = "";
  try {
    const exitCode = await work((found) => {
      origin = found;
    });
    terminal.end(exitCode);
  } catch (error) {
    const failure = failureOf(error, origin);
    if (failure === null) throw error;
    output.error(failure.message);
    const lines = error instanceof UsageError ? error.lines : [];
    for (const line of lines) output.note(line);
    const hint = hintFor(error, options, terminal);
    if (hint !== null) output.note(hint);
    output.document({ error: errorDocument(error as Error, [failure.message, ...lines].join("\n")) });
    terminal.end(failure.exitCode);
  }
}

function failureOf(error: unknown, origin: string): { readonly message: string; readonly exitCode: ExitCode } | null {
  if (error instanceof UsageError) return { message: error.message, exitCode: 2 };
  if (error instanceof AddressError) return { message: sentence(translateMessage(error.message)), exitCode: 2 };
  if (error instanceof ConnectionError) return { message: connectionText(error, origin), exitCode: 2 };
  if (error instanceof RefusalError) return { message: refusalText(error), exitCode: refusesCaller(error) ? 2 : 1 };
  return null;
}

/** A session token ends after some hours, and a command given only a token cannot renew it. */
function hintFor(error: unknown, { as }: ConnectionOptions, { env }: Pick<Terminal, "env">): string | null {
  const given = ["RETRIEVAL_TOKEN", "RETRIEVAL_TOKEN_FILE"].find((name) => env[name]);
  if (!(error instanceof RefusalError) || error.code !== "UNAUTHORIZED" || as !== undefined || given === undefined)
    return null;
  return say(
    "The token of {given} is not valid or has expired: set a new one, or use --as EMPLOYEE_NUMBER with SSO_SHARED_SECRET, which signs in by itself.",
    { given },
  );
}

/** The service's message, with the request id for its log. */
export function refusalText({ message, code, request_id }: RefusalError): string {
  return `${message} (${code}${request_id === null ? "" : say(", request {request_id}", { request_id })})`;
}

/** The same as a document of `--json`. @param message in place of a failure's own */
export function errorDocument(error: Error, message = error.message): object {
  if (error instanceof RefusalError) {
    const { code, problems, request_id } = error;
    return { code, message: error.message, problems, request_id };
  }
  return { code: CODES[error.name] ?? error.name, message, problems: [], request_id: null };
}

const CODES: Readonly<Record<string, string>> = {
  UsageError: "USAGE",
  AddressError: "USAGE",
  ConnectionError: "CONNECTION_FAILED",
};
