import { ADDRESSES, type OperationId } from "./addresses.js";
import { ConnectionError, failureReason, RefusalError, refusalIn } from "./client/errors.js";
import { type Pause, pauseFor, wait } from "./client/pause.js";
import { type Call, requestFor } from "./client/request.js";
import type { CallOf, PagedId, PageOf, ReplyOf } from "./client/types.js";

export { ConnectionError, RefusalError } from "./client/errors.js";
export type { Pause } from "./client/pause.js";
export type { CallOf, PagedId, PageOf, ReplyOf } from "./client/types.js";

export interface ClientOptions {
  /** The service's address, without `/api`: `https://retrieval.example.com`. */
  readonly url: string | URL;
  /** The session token, or a function that finds it; null: no user is signed in. */
  readonly token?: string | (() => string | null | Promise<string | null>);
  /** Replace it to use a proxy or a company's certificates. */
  readonly fetch?: typeof globalThis.fetch;
  /** The language of sentences (Accept-Language); English by default. */
  readonly language?: string;
  /** Time limit of each request in milliseconds, including the answer's JSON; 30 seconds by default (SPEC 7). */
  readonly timeoutMs?: number;
  /** Waits before a request is repeated; can show the wait to the user, or reject to give up. */
  readonly pause?: Pause;
}

type Operations = {
  readonly [Id in OperationId]: object extends CallOf<Id>
    ? (call?: CallOf<Id>) => Promise<ReplyOf<Id>>
    : (call: CallOf<Id>) => Promise<ReplyOf<Id>>;
};

/**
 * One method for each operation of the API. It resolves to a successful answer, throws a {@link RefusalError} if the
 * service refuses, and a {@link ConnectionError} if the service does not answer.
 */
export interface Client extends Operations {
  /** The pages of a list, one after the other: `for await (const { users } of client.pages("listUsers"))`. */
  pages<Id extends PagedId>(id: Id, call: CallOf<Id>): AsyncGenerator<PageOf<Id>, void>;
}

/** How often a request is sent before its refusal is thrown, and the longest wait that the client accepts. */
const ATTEMPTS = 4;
const WAIT_MAX_MS = 60_000;

export function createClient(options: ClientOptions): Client {
  const send = sender(options);
  const ids = Object.keys(ADDRESSES) as OperationId[];
  const operations = Object.fromEntries(ids.map((id) => [id, (call: Call = {}) => send(id, call)]));
  async function* pages(id: OperationId, call: Call) {
    for (let cursor: unknown = call.cursor; cursor !== null; ) {
      const { body } = (await send(id, { ...call, cursor })) as { body: { next_cursor: string | null } };
      yield body;
      cursor = body.next_cursor;
    }
  }
  // `fromEntries` loses the type of the table, which is total.
  return { ...operations, pages } as unknown as Client;
}

function sender({ pause = wait, ...options }: ClientOptions) {
  return async (id: OperationId, call: Call) => {
    for (let attempt = 1; ; attempt += 1) {
      const reply = await replyTo(id, call, options);
      if (!(reply instanceof RefusalError)) return reply;
      const { status, retryAfterMs } = reply;
      // A call refused for its rate was not done, so any such call can be repeated.
      const repeatable = status === 429 || (status === 503 && call.repeatable !== false);
      if (!repeatable || retryAfterMs > WAIT_MAX_MS || attempt === ATTEMPTS) throw reply;
      await pause(retryAfterMs, reply, call.signal);
    }
  };
}

/** Sends one request. */
async function replyTo(
  id: OperationId,
  call: Call,
  { url, token, language, timeoutMs = 30_000, fetch = globalThis.fetch }: ClientOptions,
) {
  const bearer = typeof token === "function" ? await token() : (token ?? null);
  const request = requestFor(ADDRESSES[id], call, { url, bearer, language });
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs);
  const signal = call.signal === undefined ? late.signal : AbortSignal.any([late.signal, call.signal]);
  try {
    const response = await fetch(request.url, { ...request.init, signal });
    const { status, headers } = response;
    if (!response.ok && status !== 304) return refusalIn(status, await response.text(), pauseFor(headers));
    return { status, headers, body: await bodyOf(response) };
  } catch (error) {
    if (call.signal?.aborted || error instanceof ConnectionError) throw error;
    throw new ConnectionError(late.signal.aborted ? `no complete answer within ${timeoutMs} ms` : failureReason(error));
  } finally {
    clearTimeout(timer);
  }
}

/** The parsed JSON, nothing, or for another type the response itself: only its reader knows how long it may take. */
async function bodyOf(response: Response): Promise<unknown> {
  const type = response.headers.get("content-type");
  if (type === null) return undefined;
  if (!type.startsWith("application/json")) return response;
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new ConnectionError("the answer is not JSON", response.status);
  }
}
