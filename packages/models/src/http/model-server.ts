import { setTimeout as wait } from "node:timers/promises";

/** Resolves after that many milliseconds, or rejects when the signal aborts. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<unknown>;

export interface ServerSettings {
  /** The base of its API, which ends in `/v1`; a slash at the end changes nothing. */
  readonly url: string;
  /** The model's name, as the server knows it. */
  readonly model: string;
  /** Sent as `Authorization: Bearer`; absent: no such header. */
  readonly key?: string;
  /** From 0 to below 1. Spreads the waits before further attempts, so that callers do not return all at once. */
  readonly random: () => number;
  /** Default Node's own timer. */
  readonly sleep?: Sleep;
  /** Default Node's own; another one can bring a proxy or a company's certificates. */
  readonly fetch?: typeof globalThis.fetch;
}

/** A model server that can be called. */
export interface ModelServer {
  readonly model: string;
  readonly host: string;
  /** Without a slash at the end. */
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly random: () => number;
  readonly sleep: Sleep;
  readonly fetch: typeof globalThis.fetch;
}

/** Headers would refuse others with an error that quotes the key. */
const KEY = /^[\x21-\x7e]+$/;
const SLASHES_AT_END = /(?<!\/)\/+$/;

/** @throws TypeError if the address or the key cannot be used; the message quotes neither */
export function modelServer(settings: ServerSettings): ModelServer {
  const { model, key, random, sleep = sleepOnTimer, fetch = globalThis.fetch } = settings;
  const url = URL.canParse(settings.url) ? new URL(settings.url) : null;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    throw new TypeError("The address of a model server must begin with http:// or https://");
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new TypeError("The address of a model server must have no user, password, query or fragment");
  }
  if (key !== undefined && !KEY.test(key)) {
    throw new TypeError("The key of a model server must have visible ASCII characters only");
  }
  return {
    model,
    host: url.host,
    base: `${url.origin}${url.pathname.replace(SLASHES_AT_END, "")}`,
    headers: { "content-type": "application/json", ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
    random,
    sleep,
    fetch,
  };
}

function sleepOnTimer(milliseconds: number, signal: AbortSignal): Promise<void> {
  return wait(milliseconds, undefined, { signal });
}
