import { BlockList, isIP } from "node:net";

const PRIVATE = new BlockList();
PRIVATE.addSubnet("10.0.0.0", 8, "ipv4");
PRIVATE.addSubnet("127.0.0.0", 8, "ipv4");
PRIVATE.addSubnet("169.254.0.0", 16, "ipv4");
PRIVATE.addSubnet("172.16.0.0", 12, "ipv4");
PRIVATE.addSubnet("192.168.0.0", 16, "ipv4");
PRIVATE.addAddress("::1", "ipv6");
PRIVATE.addSubnet("fc00::", 7, "ipv6");
PRIVATE.addSubnet("fe80::", 10, "ipv6");

const BRACKETS = /^\[|\]$/g;

/**
 * Whether an address is certainly in the operator's own network: loopback, a private or link-local address, or a name
 * without a dot, as in a Compose file. No name is looked up: what a name resolves to can change after the check.
 *
 * A name with a dot at its end is complete (RFC 1034 §3.1), so `gpu.` is a top-level domain and not a name of this
 * network.
 */
export function isPrivateHost(url: string | URL): boolean {
  if (typeof url === "string" && !URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  // For these two the parser writes every form of an IPv4 address (127.1, 0x7f000001, 2130706433) with four numbers.
  if (protocol !== "http:" && protocol !== "https:") return false;
  const host = hostname.replace(BRACKETS, "");
  const version = isIP(host);
  // A list checks an IPv4 address that is mapped to IPv6 (::ffff:10.0.0.1) against its IPv4 rules.
  if (version !== 0) return PRIVATE.check(host, version === 4 ? "ipv4" : "ipv6");
  return host === "localhost." || (host !== "" && !host.includes("."));
}
