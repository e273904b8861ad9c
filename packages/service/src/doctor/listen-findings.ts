import { request as plain } from "node:http";
import { request as encrypted } from "node:https";
import { createServer as createProbe, isIPv6 } from "node:net";
import type { Settings } from "../settings/settings.js";
import { type Finding, ok, wrong } from "./finding.js";

type Place = Pick<Settings, "host" | "port" | "tls">;

/** How long what listens there may take to say what it is, in milliseconds. */
const ANSWER_WITHIN = 2_000;

/** What keeps the service from listening, by the system's code. */
const REFUSED: Readonly<Record<string, { readonly what: string; readonly mend: string }>> = {
  EACCES: {
    what: "the system does not let this account listen there (EACCES)",
    mend: "Set PORT to 1024 or above, and let the proxy take 443.",
  },
  EADDRNOTAVAIL: {
    what: "this machine does not have that address (EADDRNOTAVAIL)",
    mend: "Set HOST to an address of this machine: 127.0.0.1 behind a proxy on it, or 0.0.0.0 for all.",
  },
  ENOTFOUND: { what: "that name has no address (ENOTFOUND)", mend: "Set HOST to an address of this machine." },
  EAI_AGAIN: { what: "that name has no address now (EAI_AGAIN)", mend: "Set HOST to an address of this machine." },
};

/** Whether the service can listen where HOST and PORT say, or does already. */
export async function listenFindings(place: Place): Promise<Finding[]> {
  const { host, port } = place;
  const at = `HOST ${host}, PORT ${port}`;
  const code = port === 0 ? null : await problemWithListening(place);
  if (code === null) return [ok(`the service can listen at ${at}`)];
  if (code === "EADDRINUSE") {
    return (await isService(place))
      ? [ok(`a service runs at ${at}`)]
      : [
          wrong(
            `something else than this service listens at ${at}`,
            "End that program, or set PORT to another one. `ss -ltnp` names it.",
          ),
        ];
  }
  const { what, mend } = REFUSED[code] ?? { what: code, mend: "Check HOST and PORT." };
  return [wrong(`the service cannot listen at ${at}: ${what}`, mend)];
}

function problemWithListening({ host, port }: Place): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createProbe();
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen(port, host, () => probe.close(() => resolve(null)));
  });
}

function isService({ host, port, tls }: Place): Promise<boolean> {
  const address = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  const url = `http${tls ? "s" : ""}://${isIPv6(address) ? `[${address}]` : address}:${port}/healthz`;
  return new Promise((resolve) => {
    // Only whether it is ours is asked, and nothing is told to it: its certificate is looked at elsewhere.
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
