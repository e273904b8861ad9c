import type { IncomingMessage } from "node:http";

/** The parts of a request that the portal reads. */
export interface PortalRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly cookies: ReadonlyMap<string, string>;
  /** The body of a POST; null where it cannot be read. */
  readonly form: URLSearchParams | null;
  readonly acceptLanguage: string | undefined;
}

/** The longest form has one employee number, in bytes. */
const FORM_MAX = 4_096;

export async function readRequest(req: IncomingMessage): Promise<PortalRequest> {
  const { method = "GET", headers, url = "/" } = req;
  const [, path = "/", query = ""] = /^([^?]*)\??(.*)$/s.exec(url) ?? [];
  return {
    method,
    path,
    query: new URLSearchParams(query),
    cookies: readCookies(headers.cookie),
    form: method === "POST" ? await readForm(req) : null,
    acceptLanguage: headers["accept-language"],
  };
}

/**
 * Whether the request is from this machine's own browser, on one of our pages. A foreign site may point its name at the
 * loopback address, or hold a form that leads here.
 */
export function isFromHere({ method, headers }: IncomingMessage): boolean {
  if (!/^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i.test(headers.host ?? "")) return false;
  const { "sec-fetch-site": site, origin } = headers;
  if (method !== "POST" || site === "same-origin") return true;
  // Older browsers send only the page's origin. Programs send neither.
  return site === undefined && (origin === undefined || origin === `http://${headers.host}`);
}

function readCookies(header = ""): ReadonlyMap<string, string> {
  const pairs = header.split(";").map((pair) => pair.trim().split("=", 2) as [string, string?]);
  return new Map(pairs.map(([name, value = ""]) => [name, value]));
}

async function readForm(req: IncomingMessage): Promise<URLSearchParams | null> {
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(req.headers["content-type"] ?? "")) return null;
  const chunks: Buffer[] = [];
  let length = 0;
  // Leaving the loop must not break the connection, which must still carry the answer.
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > FORM_MAX) return null;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
}
