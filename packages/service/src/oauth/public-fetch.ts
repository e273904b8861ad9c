import type { PublicAddresses } from "../adapters/public-addresses.js";

/** For the keys of a client. Its metadata document is limited by the library, to the 5 KB that the draft recommends. */
const BYTES = 64 * 1024;
/** In milliseconds: the browser of a user waits. */
const WITHIN = 5_000;

/** Fetches the documents that applications name, from public addresses. */
export function publicFetch(outgoing: Pick<PublicAddresses, "fetch">, stopping: AbortSignal): typeof fetch {
  return async (url, { headers } = {}) => {
    const asked = { method: "GET", headers: Object.fromEntries(new Headers(headers)), bytes: BYTES } as const;
    const answer = await outgoing.fetch(new URL(String(url)), { ...asked, within: WITHIN, stopping });
    if ("failed" in answer) throw new Error(answer.failed);
    if (!answer.isComplete) throw new Error(`longer than ${BYTES} bytes`);
    const { status, body } = answer;
    const kept = Object.entries(answer.headers).filter(([name]) => /^(?:cache-control|expires)$/.test(name));
    return new Response(new Uint8Array(body), { status, headers: kept as [string, string][] });
  };
}
