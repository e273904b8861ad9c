import type { LanguageCode } from "@retrieval/api/texts";
import { secureUrl } from "@retrieval/portal";
import { type Credentials, type SigningOptions, signingCredentials } from "../../client/credentials.js";
import { type DemoConnection, readDemoConnection } from "../../settings/demo-connection.js";
import { SettingsReader } from "../../settings/reader.js";
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
  const read = new SettingsReader(env);
  const demo = await readDemoConnection(options.dataDir ?? read.text("DATA_DIR") ?? "./data");
  const address = options.url ?? read.text("RETRIEVAL_URL") ?? demo?.url;
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
  return { baseUrl, credentials: readCredentials(options.as, baseUrl, ownDemo, read, { now, language }) };
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
  read: SettingsReader,
  signing: Pick<SigningOptions, "now" | "language">,
): Credentials {
  read.timeZone("TIME_ZONE");
  const token = read.secret("RETRIEVAL_TOKEN");
  const given = as === undefined && token !== null ? null : read.secret("SSO_SHARED_SECRET");
  if (read.problems.length > 0) throw new UsageError(read.problems.map(({ text }) => sentence(text)).join(" "));
  if (as === undefined && token !== null) return token;
  // The demo has its own secret, whatever the shell has set.
  const user_id = as ?? demo?.admin_user_id;
  const secret = demo?.secret ?? given;
  if (user_id === undefined || secret === null) {
    throw new UsageError(
      say(
        "Credentials are missing: set RETRIEVAL_TOKEN to an administrator's session token, or use --as EMPLOYEE_NUMBER of an administrator and set SSO_SHARED_SECRET (or SSO_SHARED_SECRET_FILE).",
      ),
    );
  }
  try {
    return signingCredentials({ baseUrl: baseUrl.href, user_id, secret, ...signing });
  } catch (error) {
    throw new UsageError(
      say("SSO_SHARED_SECRET is not valid: {message}.", { message: translateMessage((error as Error).message) }),
    );
  }
}
