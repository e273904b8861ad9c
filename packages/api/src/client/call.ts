import type { Address } from "../addresses.js";

/** A call of any operation: path and query parameters by name, and these. */
export interface Call {
  readonly [parameter: string]: unknown;
  readonly body?: unknown;
  /** The media type of a body that is sent as it is. Absent: the body is sent as JSON. */
  readonly type?: string;
  /** The media type of the answer; JSON, or what there is, by default. */
  readonly accept?: string;
  readonly ifMatch?: string;
  readonly ifNoneMatch?: string;
  readonly signal?: AbortSignal | undefined;
  /** In place of the client's time limit. */
  readonly timeoutMs?: number;
  /** Where the operation takes one: makes calls of several processes one request. Absent: each call has its own. */
  readonly idempotencyKey?: string;
}

/** A parameter of the path that would name another address; nothing was sent. */
export class AddressError extends TypeError {
  override readonly name = "AddressError";
}

interface Sender {
  readonly url: string | URL;
  readonly bearer: string | null;
  readonly language: string | undefined;
}

/** @throws AddressError if a parameter of the path is missing or cannot be part of an address */
export function requestFor(address: Address, call: Call, { url, bearer, language }: Sender) {
  const {
    body,
    type,
    accept = "application/json, */*;q=0.1",
    ifMatch,
    ifNoneMatch,
    signal: _,
    timeoutMs: __,
    idempotencyKey,
    ...parameters
  } = call;
  const inPath = new Set<string>();
  const path = address.path.slice(1).replace(/:(\w+)/g, (_match, name: string) => {
    inPath.add(name);
    return segment(name, parameters[name]);
  });
  // A service may live below a path: without the slash, its last segment would be replaced.
  const target = new URL(path, String(url).replace(/\/?$/, "/"));
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== null && !inPath.has(name)) target.searchParams.set(name, String(value));
  }
  const headers = {
    Accept: accept,
    ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }),
    ...(language === undefined ? {} : { "Accept-Language": language }),
    ...(body === undefined ? {} : { "Content-Type": type ?? "application/json" }),
    ...(ifMatch === undefined ? {} : { "If-Match": ifMatch }),
    ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": `"${idempotencyKey}"` }),
    // fetch itself would add `no-cache`, which asks for the whole answer.
    ...(ifNoneMatch === undefined ? {} : { "If-None-Match": ifNoneMatch, "Cache-Control": "max-age=0" }),
  };
  const init: RequestInit = {
    method: address.method.toUpperCase(),
    headers,
    ...(body === undefined ? {} : { body: type === undefined ? JSON.stringify(body) : (body as BodyInit) }),
    cache: "no-store",
    // A signature and a token are for this address only, and must not follow a redirect to another.
    redirect: "manual",
    // The one cookie of the service shows in which browser an application asks for consent.
    credentials: "same-origin",
    referrerPolicy: "no-referrer",
  };
  return { url: target, init };
}

function segment(name: string, value: unknown): string {
  // Dot segments would name another address, percent-encoded too (URL Standard §4.3).
  if (typeof value !== "string" || !value.isWellFormed() || ["", ".", ".."].includes(value))
    throw new AddressError(`${name} cannot be part of an address`);
  return encodeURIComponent(value);
}
