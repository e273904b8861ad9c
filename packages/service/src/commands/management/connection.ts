import type { LanguageCode } from "@retrieval/api/texts";
import { secureUrl } from "@retrieval/portal";
import { type Credentials, type SigningOptions, signingCredentials } from "../../client/credentials.js";
import { type DemoConnection, readDemoConnection } from "../../settings/demo-connection.js";
import { type Environment, SettingsReader } from "../../settings/reader.js";
import { secret, timeZone } from "../../settings/setting.js";
import { translateMessage } from "../../texts/other-packages.js";
import { say, sentence } from "../../texts/say.js";
import type { Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";

/** The options of every management command. */
export interface ConnectionOptions {
  readonly url?: string;
  readonly as?: string;
  readonly dataDir?: string;
}

export interface Connection {
  readonly baseUrl: URL;
  readonly credentials: Credentials;
}

/**
 * Finds the service's address and the caller's credentials: from the command line, else the environment, else a running
 * demo.
 *
 * @throws UsageError with the missing option
 */
export async function findConnection(
  options: ConnectionOptions,
  { env, now }: Pick<Terminal, "env" | "now">,
  language: LanguageCode,
): Promise<Connection> {
  const demo = await readDemoConnection(options.dataDir ?? (env.DATA_DIR || "./data"));
  const address = options.url ?? (env.RETRIEVAL_URL || demo?.url);
  if (address === undefined) {
    throw new UsageError(
      say(
        "The service's address is missing. Set --url https://… or RETRIEVAL_URL; for a demo (npm start), run this in the same folder or set its --data-dir.",
      ),
    );
  }
  const baseUrl = readUrl(address);
  // The demo's secret signs requests for the demo only, not for another address.
  const ownDemo = demo !== null && new URL(demo.url).origin === baseUrl.origin ? demo : null;
  return { baseUrl, credentials: readCredentials(options.as, baseUrl, ownDemo, env, { now, language }) };
}

function readUrl(address: string): URL {
  try {
    return secureUrl(address, say("The service's address"));
  } catch (error) {
    throw new UsageError(sentence(translateMessage((error as Error).message)));
  }
}

function readCredentials(
  as: string | undefined,
  baseUrl: URL,
  demo: DemoConnection | null,
  env: Environment,
  signing: Pick<SigningOptions, "now" | "language">,
): Credentials {
  const read = new SettingsReader(env, { TIME_ZONE: timeZone, RETRIEVAL_TOKEN: secret<string>() });
  const token = as === undefined ? read.values.RETRIEVAL_TOKEN : null;
  // Another account's file may have the secret, which a token makes unnecessary.
  const readSecret = new SettingsReader(token === null ? env : {}, { SSO_SHARED_SECRET: secret<string>() });
  const problems = [...read.problems, ...readSecret.problems];
  if (problems.length > 0) throw new UsageError(problems.map(({ text }) => sentence(text)).join(" "));
  if (token !== null) return token;
  // The demo has its own secret, whatever the shell has set.
  const user_id = as ?? demo?.admin_user_id;
  const shared = demo?.secret ?? readSecret.values.SSO_SHARED_SECRET;
  if (user_id === undefined || shared === null) {
    throw new UsageError(
      say(
        "Credentials are missing: set RETRIEVAL_TOKEN to an administrator's session token, or use --as EMPLOYEE_NUMBER of an administrator and set SSO_SHARED_SECRET (or SSO_SHARED_SECRET_FILE).",
      ),
    );
  }
  try {
    return signingCredentials({ baseUrl: baseUrl.href, user_id, secret: shared, ...signing });
  } catch (error) {
    throw new UsageError(
      say("SSO_SHARED_SECRET is not valid: {message}.", { message: translateMessage((error as Error).message) }),
    );
  }
}
