import { X509Certificate } from "node:crypto";
import { isIPv6 } from "node:net";
import { hasHttps, WITHOUT_HTTPS } from "../settings/https.js";
import type { Settings } from "../settings/settings.js";
import { say } from "../texts/say.js";
import { VERSION } from "../version.js";

type Served = Pick<Settings, "HOST" | "tls" | "TRUST_PROXY" | "PORTAL_DOMAIN">;

/** What `serve` prints on a terminal: where it listens, and what to open next. @param port the real port */
export function whereToGo(settings: Served, port: number): string {
  const { HOST: host, tls, PORTAL_DOMAIN: portalOrigin } = settings;
  return `
${say("Retrieval Service {version} listens at {address}", { version: VERSION, address: `${tls ? "https" : "http"}://${inUrl(host)}:${port}` })}

  ${nextStep(settings, port)}
  ${say("Users sign in from the portal, {portalOrigin}", { portalOrigin })}
  ${say("npx --no-install retrieval doctor checks settings, database and clock. Ctrl-C stops the service.")}

`;
}

function nextStep(settings: Served, port: number): string {
  const { HOST: host, tls } = settings;
  if (tls !== null)
    return say("Open {address} in a browser.", {
      address: `https://${nameOf(tls.cert) ?? inUrl(host)}${port === 443 ? "" : `:${port}`}/`,
    });
  if (hasHttps(settings))
    return say(
      "Open the https:// address of the proxy in front of it in a browser; over http:// it answers only probes and /metrics.",
    );
  return `${say("It answers only probes and /metrics.")} ${say(WITHOUT_HTTPS.mend)}`;
}

const inUrl = (host: string) => (isIPv6(host) ? `[${host}]` : host);

/** The first host name of a certificate, by which a browser accepts it; the common name of an old certificate. */
function nameOf(cert: string): string | undefined {
  const { subject, subjectAltName = "" } = new X509Certificate(cert);
  return (/DNS:([^,*]+)/.exec(subjectAltName) ?? /^CN=([^ *]+)$/m.exec(subject))?.[1];
}
