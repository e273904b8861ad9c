import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/** Headers by which a proxy says that it passes a request on (RFC 7239, RFC 9110 §7.6.3, and what proxies use beside). */
const FORWARDING =
  /^(?:forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|(?:cf|true|fastly)-(?:connecting|client)-ip)$/;

/** An IPv4 address in IPv6 (`::ffff:127.0.0.1`) counts as the IPv4 address. */
export function isLoopbackAddress(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && LOOPBACK.check(address, version === 4 ? "ipv4" : "ipv6");
}

/**
 * Whether a program on this machine sent the request itself. A proxy on this machine connects from the loopback address
 * too: it is told by its headers, and behind one that the service trusts (`trustProxy`) no request counts as direct.
 */
export function isDirect(
  { socket, headers }: Pick<IncomingMessage, "socket" | "headers">,
  trustProxy: unknown,
): boolean {
  return trustProxy === false && isLoopbackAddress(socket.remoteAddress ?? "") && !isForwarded(headers);
}

function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => FORWARDING.test(name));
}
