import { request as plain } from "node:http";
import { request as encrypted } from "node:https";
import { isIPv6 } from "node:net";
import { resolve } from "node:path";
import { tryListening } from "../process/try-listening.js";
import type { Settings } from "../settings/settings.js";
import { type PlainText, say } from "../texts/say.js";
import { userOfEmbedded } from "./data-directory-findings.js";
import { found, ok, wrong } from "./finding.js";

type Place = Pick<Settings, "HOST" | "PORT" | "tls">;

/** How long a program that listens there may take to identify itself, in milliseconds. */
const ANSWER_WITHIN = 2_000;

/** Why the service cannot listen, by the system's code. */
const REFUSED: Readonly<Record<string, { readonly what: PlainText; readonly mend: PlainText }>> = {
  EACCES: {
    what: "this account may not listen there (EACCES)",
    mend: "Set PORT to 1024 or above, and let the proxy listen at 443.",
  },
  EADDRNOTAVAIL: {
    what: "this machine does not have that address (EADDRNOTAVAIL)",
    mend: "Set HOST to an address of this machine: 127.0.0.1 behind a proxy on it, or 0.0.0.0 for all.",
  },
  ENOTFOUND: { what: "the name of HOST has no address (ENOTFOUND)", mend: "Set HOST to an address of this machine." },
  EAI_AGAIN: {
    what: "the name of HOST cannot be looked up now (EAI_AGAIN)",
    mend: "Set HOST to an address of this machine.",
  },
};

/** A service of ours answers at this address. */
export const SERVICE = "service";

/**
 * What is at HOST and PORT: nothing (null), a service of ours, or the system's code for why it is not possible to
 * listen there.
 */
export async function whatListens(place: Place): Promise<string | null> {
  const code = place.PORT === 0 ? null : await problemWithListening(place);
  return code === "EADDRINUSE" && (await isService(place)) ? SERVICE : code;
}

/** Whether the service can listen at HOST and PORT, or already does. @param listening from {@link whatListens} */
export async function listenFinding(settings: Place & Pick<Settings, "database">, listening: string | null) {
  const { HOST: host, PORT: port, database } = settings;
  const at = `HOST ${host}, PORT ${port}`;
  if (listening === null) return ok("the service can listen at {at}", { at });
  if (listening === SERVICE) {
    const isAnother = database.kind === "embedded" && (await userOfEmbedded(database.directory)) === null;
    if (!isAnother) return ok("a service runs at {at}", { at });
    return wrong(
      "another service has {at}: it does not use DATA_DIR {directory}",
      "Set another PORT, or set DATA_DIR to that service's folder.",
      { at, directory: resolve(database.directory) },
    );
  }
  if (listening === "EADDRINUSE")
    return wrong("another program listens at {at}", "End that program (`ss -ltnp` shows it), or set another PORT.", {
      at,
    });
  const refused = REFUSED[listening];
  const what = refused === undefined ? listening : say(refused.what);
  return found(
    "wrong",
    say("the service cannot listen at {at}: {what}", { at, what }),
    say(refused?.mend ?? "Check HOST and PORT."),
  );
}

function problemWithListening(place: Place): Promise<string | null> {
  return tryListening(place).then(
    () => null,
    ({ code, message }: NodeJS.ErrnoException) => code ?? message,
  );
}

/** Whether a service of ours answers there. */
export function isService({ HOST: host, PORT: port, tls }: Place): Promise<boolean> {
  const address = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  const url = `http${tls ? "s" : ""}://${isIPv6(address) ? `[${address}]` : address}:${port}/healthz`;
  return new Promise((resolve) => {
    // This only asks whether the service is ours and sends no secret; another finding checks its certificate.
    const signal = AbortSignal.timeout(ANSWER_WITHIN);
    const options = { signal, agent: false, ...(tls && { rejectUnauthorized: false }) };
    const asked = (tls ? encrypted : plain)(url, options, (res) => {
      let text = "";
      res.setEncoding("utf8").on("data", (data: string) => {
        text += data;
        if (text.length > 1_000) res.destroy();
      });
      res.on("close", () => resolve(res.statusCode === 200 && text === '{"status":"ok"}'));
    });
    asked.on("error", () => resolve(false));
    asked.end();
  });
}
