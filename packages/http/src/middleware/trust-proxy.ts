import type { Express } from "express";

type Trust = (address: string | undefined, hop: number) => boolean;

/** A proxy has few addresses, but Express also asks about any text that a client writes into X-Forwarded-For. */
const REMEMBERED_MAX = 1_000;
/** IPv6 with IPv4 at its end, in characters. */
const ADDRESS_MAX = 45;

/**
 * Sets whose X-Forwarded-For and X-Forwarded-Proto the app believes. Express asks several times for each request and
 * parses the address each time, so its answers are kept.
 */
export function trustProxy(app: Express, proxies: false | number | readonly string[]): void {
  app.set("trust proxy", proxies);
  // For a number only the hop counts, which costs nothing.
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
