import { ADDRESSES, type Address, type OperationId } from "./addresses.js";
import { type Call, requestFor } from "./client/call.js";
import { ConnectionError, failureReason, RefusalError, refusalIn } from "./client/call-errors.js";
import { type Pause, wait } from "./client/pause.js";
import type { CallOf, PagedId, PageOf, ReplyOf } from "./client/types.js";

export {
  ANSWER_FAULTS,
  appliedEdit,
  byList,
  DOCUMENT_BYTES_MAX,
  DOCUMENT_ID,
  DOCX,
  dayIn,
  dayInLabel,
  documentIdOf,
  FILE_EXTENSIONS,
  inForce,
  mediaTypeOf,
  NOTE_MAX,
  NOTICES,
  namesIn,
  ORIGINAL_CHOICES,
  type OriginalChoice,
  otherFormatOf,
  RULE_LISTS,
  RULES_PER_CHANGE,
  type RuleEdit,
  type RuleNames,
  STRUCTURED_CHUNKS,
  USER_FILE_FIELDS,
  XLSX,
} from "@retrieval/core/limits";
export type { OperationId } from "./addresses.js";
export { AddressError } from "./client/call.js";
export { ConnectionError, failureReason, RefusalError } from "./client/call-errors.js";
export { type Pause, wait } from "./client/pause.js";
export type { CallOf, JsonOf, PagedId, PageOf, ReplyOf } from "./client/types.js";

export interface ClientOptions {
  /** The service's address, without `/api`: `https://retrieval.example.com`. */
  readonly url: string | URL;
  /**
   * The session token, or a function that finds it; null: no user is signed in. After a 401 the function is asked again, with the
   * token that was refused, and the call is repeated once with another one.
   */
  readonly token?: string | ((refused: string | null) => string | null | Promise<string | null>);
  /** Replace it to use a proxy or a company's certificates. */
  readonly fetch?: typeof globalThis.fetch;
  /** The language of sentences (Accept-Language), or a function that finds it; English by default. */
  readonly language?: string | (() => string);
  /** Time limit of each request in milliseconds, including the answer's JSON; 30 seconds by default (SPEC 7). */
  readonly timeoutMs?: number;
  /** The longest answer that is read, in bytes; unlimited by default. */
  readonly answerMax?: number;
  /** Waits before a request is repeated; can show the wait to the user, or reject to give up. */
  readonly pause?: Pause;
  /** How often a request is sent before its refusal is thrown; 4 times by default. */
  readonly attempts?: number;
  /** The longest time that an answer may ask to wait, in milliseconds; a minute by default. */
  readonly waitMaxMs?: number;
  /** true: a request to which no answer came is repeated too. One that must not be done twice has an Idempotency-Key. */
  readonly reconnects?: boolean;
  /** Called with each refusal that is thrown. */
  readonly onRefusal?: (refusal: RefusalError) => void;
  /** Ends every call, also one that waits to be repeated. */
  readonly signal?: AbortSignal;
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
  /** The pages of a list, one after the other: `for await (const { items } of client.pages("listUsers"))`. */
  pages<Id extends PagedId>(id: Id, call: CallOf<Id>): AsyncGenerator<PageOf<Id>, void>;
}

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

function sender(options: ClientOptions) {
  const { token = null, signal } = options;
  const bearerFor = async (refused: string | null) => (typeof token === "function" ? token(refused) : token);
  return async (id: OperationId, given: Call) => {
    const hasKey = (ADDRESSES[id] as Address).keyed && isOwnOrigin(options.url);
    const key = hasKey ? { idempotencyKey: randomKey() } : {};
    const call = { ...key, ...given, ...(signal && { signal: anyOf(signal, given.signal) }) };
    const bearer = await bearerFor(null);
    try {
      return await repeatedly(id, call, bearer, options);
    } catch (error) {
      if (!(error instanceof RefusalError) || error.status !== 401 || bearer === null) throw error;
      const other = await bearerFor(bearer);
      if (other === null || other === bearer) throw error;
      return repeatedly(id, call, other, options);
    }
  };
}

async function repeatedly(id: OperationId, call: Call, bearer: string | null, options: ClientOptions) {
  const { pause = wait, attempts = 4, waitMaxMs = 60_000, reconnects = false, onRefusal } = options;
  let last: RefusalError | ConnectionError | null = null;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await replyTo(id, call, bearer, options);
    } catch (thrown) {
      if (!(thrown instanceof RefusalError || thrown instanceof ConnectionError)) throw thrown;
      // Why its first attempt has not ended tells more than that it has not.
      const error: RefusalError | ConnectionError = isInFlight(thrown) && last ? last : thrown;
      last = error;
      const { status, retryAfterMs } = error;
      const repeatable = status === 429 || status === 503 || (status === null && reconnects) || isInFlight(error);
      if (!repeatable || retryAfterMs > waitMaxMs || attempt === attempts) {
        if (error instanceof RefusalError) onRefusal?.(error);
        throw error;
      }
      await pause(retryAfterMs, error, call.signal);
    }
  }
}

/** The request was sent before, and its first answer is not there yet. */
function isInFlight(error: RefusalError | ConnectionError): boolean {
  return error instanceof RefusalError && error.problems[0]?.code === "idempotency_key.in_flight";
}

/** Whether a page may send headers that CORS would have to name (SPEC 5.8 names none); true outside of pages. */
function isOwnOrigin(url: string | URL): boolean {
  const page = (globalThis as { readonly location?: { readonly origin: string; readonly href: string } }).location;
  return page === undefined || new URL(url, page.href).origin === page.origin;
}

/** Not `randomUUID`, which browsers have in secure contexts only. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
}

/** Sends one request. */
async function replyTo(
  id: OperationId,
  call: Call,
  bearer: string | null,
  { url, language, timeoutMs: usual = 30_000, answerMax, fetch = globalThis.fetch }: ClientOptions,
) {
  const request = requestFor(ADDRESSES[id], call, {
    url,
    bearer,
    language: typeof language === "function" ? language() : language,
  });
  const { timeoutMs = usual } = call;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs);
  const signal = anyOf(late.signal, call.signal);
  try {
    const response = await fetch(request.url, { ...request.init, signal });
    const { status, headers } = response;
    if (!response.ok && status !== 304) throw refusalIn(status, headers, await textOf(response, answerMax));
    return { status, headers, body: await bodyOf(response, answerMax) };
  } catch (error) {
    if (call.signal?.aborted || error instanceof RefusalError || error instanceof ConnectionError) throw error;
    throw new ConnectionError(late.signal.aborted ? `no complete answer within ${timeoutMs} ms` : failureReason(error));
  } finally {
    clearTimeout(timer);
  }
}

function anyOf(signal: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other === undefined ? signal : AbortSignal.any([signal, other]);
}

/** The media types of answers that are neither JSON nor a file. */
const TEXTS = /^(?:text\/(?:csv|plain|event-stream))(?:\s*;|$)/;

/** A file has any type; a page of a proxy has its type too, but is no attachment (RFC 6266 §4.2). */
const ATTACHMENT = /^attachment(?:\s*;|$)/i;

/** The parsed JSON, nothing, or for a text or a file the response itself: only its reader knows how long it may take. */
async function bodyOf(response: Response, max: number | undefined): Promise<unknown> {
  const type = response.headers.get("content-type");
  if (type !== null && TEXTS.test(type)) return response;
  if (ATTACHMENT.test(response.headers.get("content-disposition") ?? "")) return response;
  const text = await textOf(response, max);
  if (type === null && text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new ConnectionError("the answer is not JSON", response.status);
  }
}

async function textOf(response: Response, max: number | undefined): Promise<string> {
  if (max === undefined || response.body === null) return response.text();
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  let text = "";
  for (let length = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.length;
    if (length > max) {
      await reader.cancel();
      throw new ConnectionError(`the answer is longer than ${max} bytes`, response.status);
    }
    text += decoder.decode(value, { stream: true });
  }
}
