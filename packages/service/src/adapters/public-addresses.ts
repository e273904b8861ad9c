import type { LookupAddress } from "node:dns";
import { lookup as resolveName } from "node:dns/promises";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { request } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import type { OutgoingFailure } from "@retrieval/core/ports";

/** Global unicast (RFC 4291 §2.4). The forms that hold an IPv4 address, IPv4-mapped and NAT64, are outside of it. */
const GLOBAL_IPV6 = listOf(["2000::/3"]);

/** Not globally reachable by IANA's registries of special-purpose addresses (RFC 6890), or not one host. */
const NOT_PUBLIC = listOf([
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  // Multicast, reserved and broadcast.
  "224.0.0.0/3",
  // The metadata and name server of every machine in Azure.
  "168.63.129.16/32",
  // Teredo, ORCHID and others; 2001:db8::/32 and 3fff::/20 are for documentation; 2002::/16 is 6to4.
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
]);

const BRACKETS = /^\[|\]$/g;

export interface OutgoingRequest {
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The most bytes of the answer's body that are read. 0: the connection ends after the headers. */
  readonly bytes: number;
  /** For all of it, from the name's lookup to the last byte, in milliseconds. */
  readonly within: number;
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
}

export interface OutgoingAnswer {
  /** A redirect's too, which is not followed. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** false: the body was longer than `bytes`. */
  readonly isComplete: boolean;
}

/** The parts that tests replace. */
export interface OutgoingParts {
  readonly resolve?: (host: string) => Promise<readonly LookupAddress[]>;
  /** Authorities in PEM, instead of those that Node knows. */
  readonly ca?: string;
}

/**
 * Calls addresses that a user or a partner wrote, and never a host of a private network that the operator did not allow
 * (OWASP, Server-Side Request Forgery Prevention). A name is resolved once: the connection gets the addresses that were
 * checked, so that a second answer of its name server changes nothing.
 */
export class PublicAddresses {
  readonly #allowed: BlockList;
  readonly #resolve: NonNullable<OutgoingParts["resolve"]>;
  readonly #ca: string | undefined;

  /** @param allowed networks that are not public and may be called, as addresses or CIDR blocks */
  constructor(allowed: readonly string[], { resolve = resolveAll, ca }: OutgoingParts = {}) {
    this.#allowed = listOf(allowed);
    this.#resolve = resolve;
    this.#ca = ca;
  }

  isAllowed(address: string): boolean {
    const version = isIP(address);
    // An address with a zone (fe80::1%eth0) is of one link.
    if (version === 0 || address.includes("%")) return false;
    const family = version === 4 ? "ipv4" : "ipv6";
    if (this.#allowed.check(address, family)) return true;
    return (version === 4 || GLOBAL_IPV6.check(address, family)) && !NOT_PUBLIC.check(address, family);
  }

  /** Whether it is https, without user and password, and not an address that is refused. A name is not resolved. */
  accepts(url: URL): boolean {
    const { protocol, username, password, hostname } = url;
    if (protocol !== "https:" || username || password) return false;
    const host = hostname.replace(BRACKETS, "");
    return isIP(host) === 0 || this.isAllowed(host);
  }

  /** Follows no redirect, uses no proxy, and keeps no connection. Does not throw. */
  fetch(url: URL, asked: OutgoingRequest): Promise<OutgoingAnswer | OutgoingFailure> {
    const { method, headers, body, bytes, within, stopping } = asked;
    // Node looks up no address that is written as one.
    if (!this.accepts(url)) return Promise.resolve({ failed: "address_refused" });
    return new Promise((resolve) => {
      const ended = new AbortController();
      const end = (answer: OutgoingAnswer | OutgoingFailure) => {
        resolve(answer);
        ended.abort();
        clearTimeout(timer);
        stopping.removeEventListener("abort", expire);
      };
      const expire = () => end({ failed: "timeout" });
      const timer = setTimeout(expire, within);
      stopping.addEventListener("abort", expire, { once: true });
      if (stopping.aborted) return expire();
      const options = {
        ...{ method, headers, signal: ended.signal, lookup: this.#lookup, agent: false as const },
        ...(this.#ca === undefined ? {} : { ca: this.#ca }),
      };
      const sent = request(url, options, (response) =>
        readUpTo(bytes, response).then(end, (error) => end(failureOf(error))),
      );
      sent.on("error", (error) => end(failureOf(error)));
      sent.end(body);
    });
  }

  readonly #lookup: LookupFunction = (host, options, callback) => {
    this.#resolve(host).then(
      (found) => {
        const addresses = [...found];
        const [first] = addresses;
        if (first === undefined || !addresses.every(({ address }) => this.isAllowed(address)))
          callback(new RefusedAddressError(), "");
        else if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, ""),
    );
  };
}

class RefusedAddressError extends Error {}

const resolveAll = (host: string) => resolveName(host, { all: true });

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const family = isIP(address) === 4 ? "ipv4" : "ipv6";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

async function readUpTo(bytes: number, response: IncomingMessage): Promise<OutgoingAnswer> {
  const { statusCode: status = 0, headers } = response;
  const parts: Buffer[] = [];
  let left = bytes;
  // An answer whose body does not matter needs no end.
  if (bytes > 0)
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part.subarray(0, left));
      left -= part.byteLength;
      if (left < 0) break;
    }
  return { status, headers, body: Buffer.concat(parts), isComplete: left >= 0 };
}

function failureOf(error: Error & { code?: string }): OutgoingFailure {
  const { code = "" } = error;
  if (error instanceof RefusedAddressError) return { failed: "address_refused" };
  if (/^(ENOTFOUND|EAI_)/.test(code)) return { failed: "host_unknown" };
  if (/CERT|SIGNATURE|ISSUER|ALTNAME/.test(code)) return { failed: "certificate_refused" };
  return { failed: "unreachable" };
}
