import { setTimeout as wait } from "node:timers/promises";

/** Resolves after that many milliseconds, or rejects when the signal aborts. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<unknown>;

/** A server that the settings have accepted. */
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
}

const SLASHES_AT_END = /(?<!\/)\/+$/;

/** A model server that can be called; `base` is without a slash at the end. */
export function modelServer({ url, model, key, random, sleep = sleepOnTimer }: ServerSettings) {
  const { host, origin, pathname } = new URL(url);
  return {
    ...{ model, host, random, sleep },
    base: `${origin}${pathname.replace(SLASHES_AT_END, "")}`,
    headers: { "content-type": "application/json", ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
  };
}

export type ModelServer = ReturnType<typeof modelServer>;

function sleepOnTimer(milliseconds: number, signal: AbortSignal): Promise<void> {
  return wait(milliseconds, undefined, { signal });
}
