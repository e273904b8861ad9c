import { createClient } from "redis";
import { LOOK } from "../adapters/shared-hits.js";
import type { Settings } from "../settings/settings.js";
import { say } from "../texts/say.js";
import { type Finding, found, ok } from "./finding.js";
import { networkProblem } from "./network-problem.js";

const CONNECT_WITHIN = 2_000;

/** Without its Redis the service continues, but an operator who set one relies on it. */
export async function redisFindings({ REDIS_URL: redisUrl }: Pick<Settings, "REDIS_URL">): Promise<Finding[]> {
  if (redisUrl === null) return [];
  const { hostname, port } = new URL(redisUrl);
  const at = say("Redis at {hostname}, port {port},", { hostname, port: port || 6379 });
  const client = createClient({ url: redisUrl, socket: { connectTimeout: CONNECT_WITHIN, reconnectStrategy: false } });
  client.on("error", () => undefined);
  const late = setTimeout(() => client.destroy(), 2 * CONNECT_WITHIN);
  try {
    await client.connect();
    await client.sendCommand(LOOK);
    return [ok("{redis} answers; rate limits are counted there", { redis: at })];
  } catch (error) {
    const until = say("Until then each instance counts rate limits for itself.");
    const { what, mend } = problemOf(error as NodeJS.ErrnoException);
    return [found("wrong", `${at} ${what}`, `${mend} ${until}`)];
  } finally {
    clearTimeout(late);
    if (client.isOpen) client.destroy();
  }
}

/** The first word of Redis's message names the reason for a refusal. */
function problemOf(error: NodeJS.ErrnoException): { what: string; mend: string } {
  const network = networkProblem(error.code ?? "");
  if (network) return { what: network, mend: say("Check REDIS_URL, the server, and the network between them.") };
  if (/^(WRONGPASS|NOAUTH|ERR AUTH|ERR invalid password)/.test(error.message))
    return { what: say("refuses the user or the password"), mend: say("Correct both in REDIS_URL.") };
  if (/^NOPERM/.test(error.message))
    return {
      what: say("does not allow this user the required commands"),
      mend: say("Allow it EVAL, INCR, PTTL and SET."),
    };
  return { what: say("does not answer"), mend: say("Check REDIS_URL, the server, and the network between them.") };
}
