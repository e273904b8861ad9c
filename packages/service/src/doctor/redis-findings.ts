import { createClient } from "redis";
import type { Settings } from "../settings/settings.js";
import { type Finding, ok, wrong } from "./finding.js";
import { networkProblem } from "./network-problem.js";

const CONNECT_WITHIN = 2_000;

/** Without its Redis the service continues, but an operator who set one relies on it. */
export async function redisFindings({ redisUrl }: Pick<Settings, "redisUrl">): Promise<Finding[]> {
  if (redisUrl === null) return [];
  const { hostname, port } = new URL(redisUrl);
  const at = `Redis at ${hostname}, port ${port || 6379},`;
  const client = createClient({ url: redisUrl, socket: { connectTimeout: CONNECT_WITHIN, reconnectStrategy: false } });
  client.on("error", () => undefined);
  const late = setTimeout(() => client.destroy(), 2 * CONNECT_WITHIN);
  try {
    await client.connect();
    await client.ping();
    return [ok(`${at} answers; rate limits are counted there`)];
  } catch (error) {
    const until = "Until then each instance counts rate limits for itself.";
    const { what, mend } = problemOf(error as NodeJS.ErrnoException);
    return [wrong(`${at} ${what}`, `${mend} ${until}`)];
  } finally {
    clearTimeout(late);
    if (client.isOpen) client.destroy();
  }
}

/** The first word of Redis's message names the reason for a refusal. */
function problemOf(error: NodeJS.ErrnoException): { what: string; mend: string } {
  const network = networkProblem(error.code ?? "");
  if (network) return { what: network, mend: "Check REDIS_URL, the server, and the network between them." };
  if (/^(WRONGPASS|NOAUTH|ERR AUTH|ERR invalid password)/.test(error.message))
    return { what: "refuses the user or the password", mend: "Correct both in REDIS_URL." };
  if (/^NOPERM/.test(error.message))
    return { what: "does not allow this user the required commands", mend: "Allow it EVALSHA, SCRIPT LOAD and PING." };
  return { what: "does not answer", mend: "Check REDIS_URL, the server, and the network between them." };
}
