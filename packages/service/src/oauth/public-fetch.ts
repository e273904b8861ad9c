import type { PublicAddresses } from "../adapters/public-addresses.js";

/** More than any document of a client or its keys. */
const BYTES = 64 * 1024;
/** In milliseconds: the browser of a user waits. */
const WITHIN = 5_000;

/**
 * The members of a metadata document that are read. Others must be ignored (RFC 7591 §2), such as the grants of other
 * servers; the library would refuse their values. It refuses a secret. Without `application_type`, http leads to this
 * computer only, as the page of consent says (RFC 8252 §7.3).
 */
const UNDERSTOOD: ReadonlySet<string> = new Set([
  "client_id",
  "client_name",
  "redirect_uris",
  "token_endpoint_auth_method",
  "token_endpoint_auth_signing_alg",
  "jwks",
  "jwks_uri",
  "client_secret",
  "client_secret_expires_at",
]);

/** Fetches the documents that applications name, from public addresses. */
export function publicFetch(outgoing: Pick<PublicAddresses, "fetch">, stopping: AbortSignal): typeof fetch {
  return async (url, { headers } = {}) => {
    const asked = { method: "GET", headers: Object.fromEntries(new Headers(headers)), bytes: BYTES } as const;
    const answer = await outgoing.fetch(new URL(String(url)), { ...asked, within: WITHIN, stopping });
    if ("failed" in answer) throw new Error(answer.failed);
    if (!answer.isComplete) throw new Error(`longer than ${BYTES} bytes`);
    const { status, body } = answer;
    const kept = Object.entries(answer.headers).filter(([name]) => /^(?:cache-control|expires)$/.test(name));
    return new Response(understood(body.toString("utf8")), { status, headers: kept as [string, string][] });
  };
}

/** A metadata document without what is not understood; any other text as it is. */
function understood(text: string): string {
  try {
    const document: unknown = JSON.parse(text);
    if (typeof document !== "object" || document === null || !("client_id" in document)) return text;
    return JSON.stringify(Object.fromEntries(Object.entries(document).filter(([name]) => UNDERSTOOD.has(name))));
  } catch {
    return text;
  }
}
