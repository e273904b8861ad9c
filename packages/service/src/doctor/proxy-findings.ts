import { isLoopback } from "../settings/host.js";
import type { Settings } from "../settings/settings.js";
import { type Finding, note } from "./finding.js";

/**
 * Signs that a client can come without the proxy of TRUST_PROXY. This machine cannot see who reaches HOST and PORT from
 * other machines, so these are notes.
 */
export function proxyFindings({
  TRUST_PROXY: trustProxy,
  tls,
  HOST: host,
  PORT: port,
}: Pick<Settings, "TRUST_PROXY" | "tls" | "HOST" | "PORT">): Finding[] {
  if (trustProxy !== false && tls !== null)
    return [
      note(
        "TRUST_PROXY is set, and the service has its own certificate: a caller that does not come through a proxy could claim any address",
        "Unset TRUST_PROXY, unless a proxy connects to the service over HTTPS.",
      ),
    ];
  if (typeof trustProxy !== "number" || isLoopback(host)) return [];
  return [
    note(
      "TRUST_PROXY {trustProxy} trusts every client that reaches HOST {host}, PORT {port}: a client that does not come through a proxy could claim any address, and HTTPS",
      "Let only the proxy reach that port, as in our Compose file; or set TRUST_PROXY to the proxy's addresses, or HOST to 127.0.0.1 if the proxy is on this machine.",
      { trustProxy, host, port },
    ),
  ];
}
