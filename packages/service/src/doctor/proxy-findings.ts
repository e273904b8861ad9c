import { createConnection } from "node:net";
import { networkInterfaces } from "node:os";
import { isLoopback } from "../settings/host.js";
import type { Settings } from "../settings/settings.js";
import { type Finding, note } from "./finding.js";

type Proxied = Pick<Settings, "TRUST_PROXY" | "tls" | "HOST" | "PORT">;

/** How long a connection to this machine itself may take, in milliseconds. */
const CONNECT_WITHIN = 500;

/**
 * Signs that no proxy is in front, where TRUST_PROXY says that there is one. This machine cannot see who reaches HOST
 * and PORT from other machines, so these are notes.
 *
 * @param hasHttps whether anything on this machine listens for HTTPS
 */
export async function proxyFindings(
  { TRUST_PROXY: trustProxy, tls, HOST: host, PORT: port }: Proxied,
  hasHttps: () => Promise<boolean> = listensForHttps,
): Promise<Finding[]> {
  if (trustProxy === false) return [];
  if (tls !== null)
    return [
      note(
        "TRUST_PROXY is set, and the service has its own certificate: a caller that does not come through a proxy could claim any address",
        "Unset TRUST_PROXY, unless a proxy connects to the service over HTTPS.",
      ),
    ];
  const isHere = isLoopback(host) || (typeof trustProxy === "object" && trustProxy.every(isOfThisMachine));
  if (isHere)
    return (await hasHttps())
      ? []
      : [
          note(
            "TRUST_PROXY is set, but no proxy is in front: it would be on this machine, where nothing listens at port 443",
            "Start the proxy. If it listens at another port, ignore this note. Without a proxy, unset TRUST_PROXY and set TLS_CERT_FILE and TLS_KEY_FILE.",
          ),
        ];
  if (typeof trustProxy === "object") return [];
  return [
    note(
      "TRUST_PROXY {trustProxy} trusts every client that reaches HOST {host}, PORT {port}: a client that does not come through a proxy could claim any address, and HTTPS",
      "Let only the proxy reach that port, as in our Compose file; or set TRUST_PROXY to the proxy's addresses, or HOST to 127.0.0.1 if the proxy is on this machine.",
      { trustProxy, host, port },
    ),
  ];
}

const isOfThisMachine = (block: string) => block === "loopback" || isLoopback(block.replace(/\/.*/, ""));

async function listensForHttps(): Promise<boolean> {
  const addresses = Object.values(networkInterfaces()).flatMap((own = []) => own.map(({ address }) => address));
  const found = await Promise.all([...new Set(["127.0.0.1", ...addresses])].map((address) => listensAt(address, 443)));
  return found.includes(true);
}

function listensAt(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host, port, timeout: CONNECT_WITHIN });
    const answer = (listens: boolean) => {
      socket.destroy();
      resolve(listens);
    };
    socket.once("connect", () => answer(true));
    socket.once("timeout", () => answer(false));
    socket.once("error", () => answer(false));
  });
}
