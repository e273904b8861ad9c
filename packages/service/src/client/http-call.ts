import { setTimeout as sleep } from "node:timers/promises";
import { failureReason } from "@retrieval/api/client";
import { cannotReach } from "./failures.js";

export interface HttpCall {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** For the whole call, the last byte of the answer included, in milliseconds. */
  readonly timeoutMs: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON; undefined where the body is none. */
  readonly body: unknown;
}

const ATTEMPTS = 4;
/** A longer wait is the operator's decision, in seconds. */
const WAIT_MAX = 30;

/** Sends one call. @throws ConnectionError if no answer comes */
export type SendOnce<Answer> = (call: HttpCall) => Promise<Answer>;

/**
 * Sends a call, again where the service put it off (429, 503), for as long as Retry-After asks.
 *
 * @param onWait told before each pause, in seconds
 * @throws ConnectionError if no answer comes
 */
export async function send<Answer extends HttpAnswer>(
  call: HttpCall,
  sendOnce: SendOnce<Answer>,
  onWait: (seconds: number) => void,
): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await sendOnce(call);
    if ((answer.status !== 429 && answer.status !== 503) || attempt === ATTEMPTS) return answer;
    const seconds = Number(answer.headers.get("retry-after") ?? 1);
    if (!(seconds <= WAIT_MAX)) return answer;
    onWait(seconds);
    await sleep(seconds * 1000);
  }
}

export async function wholeAnswer(call: HttpCall): Promise<HttpAnswer> {
  const { url, timeoutMs } = call;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await request(call, signal);
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parsed(text) };
  } catch (error) {
    const why = signal.aborted ? `no complete answer within ${timeoutMs / 1000} seconds` : failureReason(error);
    throw cannotReach(url, why);
  }
}

export function request({ method, url, headers, body }: HttpCall, signal: AbortSignal): Promise<Response> {
  return fetch(url, {
    method,
    headers: { Accept: "application/json", ...headers },
    ...(body === undefined ? {} : { body }),
    // A token is for this address only, and must not follow a redirect to another one.
    redirect: "manual",
    signal,
  });
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
