import type { Problem } from "@retrieval/core/problems";
import type { Language } from "../i18n/language.js";
import { ApiError } from "./api-error.js";
import type { Waiting } from "./waiting.js";

export interface Call {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  /** The caller encodes the segments: see `path`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Blob | string;
  readonly signal?: AbortSignal | undefined;
  /** Instead of the session's token. */
  readonly token?: string;
  /** false: the call is not repeated automatically, because a second call might have another effect. */
  readonly repeatable?: false;
}

export interface Answered<T> {
  readonly status: number;
  readonly body: T;
  readonly headers: Headers;
}

export interface ApiDeps {
  readonly token: () => string | null;
  /** The language of the page, in which the service answers. */
  readonly language: () => Language;
  /** The session's own token was refused: this one. */
  readonly onUnauthorized: (token: string | null) => void;
  /** The session's role does not allow the call. */
  readonly onForbidden: () => void;
  readonly waiting: Waiting;
  readonly fetch?: typeof fetch;
}

/** An answer that is no success. */
export interface Refused {
  readonly status: number;
  /** Its body. */
  readonly text: string;
  /** Its Retry-After. */
  readonly retryAfter: string | null;
}

/** How often a call is repeated before its page shows the failure. */
const REPEATS = 8;
/** The wait where the service does not give one, in seconds; and the longest automatic wait. */
const PAUSE = 5;
const PAUSE_MAX = 120;
const BUSY = new Set([429, 503]);

/**
 * The pages' only client of the service. It waits for a busy service (429, 503) with a visible countdown; a refused
 * token (401) ends the session; every other answer that is no success is thrown as `ApiError`.
 */
export class Api {
  /** Aborts every call that uses the session's token. */
  #session = new AbortController();

  constructor(private readonly deps: ApiDeps) {}

  /** Aborts the session's calls, including waiting ones, because the session changed. */
  abandon(): void {
    this.#session.abort(new DOMException("The session has changed.", "AbortError"));
    this.#session = new AbortController();
  }

  async json<T>(call: Call): Promise<T> {
    return (await this.answer<T>(call)).body;
  }

  async answer<T>(call: Call): Promise<Answered<T>> {
    const response = await this.#send(call);
    const body = response.status === 204 ? undefined : await response.json();
    return { status: response.status, body: body as T, headers: response.headers };
  }

  async blob(call: Call): Promise<Blob> {
    return (await this.#send(call)).blob();
  }

  /** The address and headers of a call, for another kind of request (an upload with progress). */
  request(call: Call): { url: string; headers: Record<string, string> } {
    const token = call.token ?? this.deps.token();
    return {
      url: addressOf(call),
      headers: {
        ...(call.json === undefined ? {} : { "Content-Type": "application/json" }),
        "Accept-Language": this.deps.language(),
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...call.headers,
      },
    };
  }

  /**
   * Turns a refusal into an error, and ends the session if its token was refused.
   *
   * @param sent the headers of the call
   */
  refused(call: Call, sent: Readonly<Record<string, string>>, refusal: Refused): ApiError {
    const { status, text, retryAfter } = refusal;
    if (call.token === undefined) {
      if (status === 401) this.deps.onUnauthorized(sent.Authorization?.replace(/^Bearer /, "") ?? null);
      if (status === 403) this.deps.onForbidden();
    }
    const { code, message, problems } = errorIn(text) ?? {
      code: "UNEXPECTED",
      message: `HTTP ${status}`,
      problems: [],
    };
    return new ApiError(code, status, message, seconds(retryAfter), problems);
  }

  /**
   * Sends a call, and repeats it while the service is busy.
   *
   * @param send sends it once, by any means, and throws the result of `refused` for a refusal
   */
  async repeated<T>(call: Pick<Call, "repeatable" | "signal" | "token">, send: () => Promise<T>): Promise<T> {
    const token = this.deps.token();
    for (let sent = 1; ; sent += 1) {
      try {
        return await send();
      } catch (error) {
        const busy = error instanceof ApiError && (BUSY.has(error.status) || error.status === 0);
        // A call refused for its rate had no effect, so any call can be repeated.
        const again = busy && (call.repeatable !== false || error.status === 429);
        if (!again || sent > REPEATS) throw error;
        const why = error.status === 0 ? "unreachable" : "busy";
        const pause = Math.min(error.retryAfter ?? PAUSE, PAUSE_MAX);
        await this.deps.waiting.wait(pause, why, this.#signalOf(call));
      }
      // No call of one user is sent after another user signed in.
      if (call.token === undefined && this.deps.token() !== token)
        throw new ApiError("SESSION_CHANGED", 401, "Another user has signed in.");
    }
  }

  #signalOf({ signal, token }: Pick<Call, "signal" | "token">): AbortSignal {
    const signals = [...(signal ? [signal] : []), ...(token === undefined ? [this.#session.signal] : [])];
    return AbortSignal.any(signals);
  }

  #send(call: Call): Promise<Response> {
    return this.repeated(call, () => this.#sendOnce(call));
  }

  async #sendOnce(call: Call): Promise<Response> {
    const { url, headers } = this.request(call);
    const body = call.json === undefined ? call.body : JSON.stringify(call.json);
    const signal = this.#signalOf(call);
    const response = await this.#fetch(url, {
      method: call.method ?? "GET",
      headers,
      ...(body === undefined ? {} : { body }),
      signal,
      cache: "no-store",
      credentials: "omit",
      referrerPolicy: "no-referrer",
    });
    if (response.ok) return response;
    const { status } = response;
    const retryAfter = response.headers.get("retry-after");
    throw this.refused(call, headers, { status, text: await response.text(), retryAfter });
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    try {
      return await (this.deps.fetch ?? fetch)(url, init);
    } catch (error) {
      if (init.signal?.aborted) throw error;
      throw new ApiError("UNREACHABLE", 0, "The service cannot be reached.");
    }
  }
}

/** An address from segments with any characters: `path("/api/documents", id, "outline")`. */
export function path(base: string, ...segments: string[]): string {
  return [base, ...segments.map(encodeURIComponent)].join("/");
}

function addressOf({ path, query = {} }: Call): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === "" ? path : `${path}?${text}`;
}

function errorIn(text: string): { code: string; message: string; problems: readonly Problem[] } | null {
  try {
    const { error } = JSON.parse(text) as { error?: { code?: unknown; message?: unknown; problems?: unknown } };
    if (typeof error?.code !== "string") return null;
    const { code, message, problems } = error;
    return { code, message: String(message ?? ""), problems: Array.isArray(problems) ? problems : [] };
  } catch {
    return null;
  }
}

function seconds(header: string | null): number | null {
  const value = Number(header ?? Number.NaN);
  return Number.isFinite(value) && value >= 0 ? value : null;
}
