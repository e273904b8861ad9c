import type { Express } from "express";

type Trust = (address: string | undefined, hop: number) => boolean;

/** A proxy has few addresses, but whatever a client writes into X-Forwarded-For is asked about too. */
const REMEMBERED_MAX = 1_000;
/** IPv6 with IPv4 at its end, in characters. */
const ADDRESS_MAX = 45;

/**
 * Sets whom the app believes what X-Forwarded-For and X-Forwarded-Proto say. Express asks several times for each
 * request and takes the address apart each time, so what it found out about one is kept.
 */
export function trustProxy(app: Express, proxies: false | number | readonly string[]): void {
  app.set("trust proxy", proxies);
  // Of a number the hop alone counts, which is no work.
  if (typeof proxies === "object") app.set("trust proxy", remembering(app.get("trust proxy fn") as Trust));
}

function remembering(trusts: Trust): Trust {
  const known = new Map<string, boolean>();
  return (address, hop) => {
    if (address === undefined || address.length > ADDRESS_MAX) return trusts(address, hop);
    let trusted = known.get(address);
    if (trusted === undefined) {
      trusted = trusts(address, hop);
      if (known.size === REMEMBERED_MAX) known.clear();
      known.set(address, trusted);
    }
    return trusted;
  };
}
