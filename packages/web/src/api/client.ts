import { ApiError } from "./api-error.js";
import type { Waiting } from "./waiting.js";

export interface Call {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  /** Segments are encoded by the caller: see `path`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Blob | string;
  readonly signal?: AbortSignal | undefined;
  /** In place of the session's token. */
  readonly token?: string;
  /** false: the call is not repeated by itself, because once more might not mean the same. */
  readonly repeatable?: false;
}

export interface Answered<T> {
  readonly status: number;
  readonly body: T;
  readonly headers: Headers;
}

export interface ApiDeps {
  readonly token: () => string | null;
  /** The session's own token was refused. */
  readonly onUnauthorized: () => void;
  readonly waiting: Waiting;
  readonly fetch?: typeof fetch;
}

/** How often a call is repeated before its page says that it failed. */
const REPEATS = 8;
/** Where the service does not say how long to wait, in seconds. */
const PAUSE = 5;
const BUSY = new Set([429, 503]);

/**
 * The one way from the pages to the service. A busy service (429, 503) is waited for, with a countdown that the person
 * sees; a refused token (401) ends the session; everything else that is not a success is thrown as `ApiError`.
 */
export class Api {
  constructor(private readonly deps: ApiDeps) {}

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

  /** Where the call goes and what it carries, for a request of another kind (an upload with progress). */
  request(call: Call): { url: string; headers: Record<string, string> } {
    const token = call.token ?? this.deps.token();
    return {
      url: addressOf(call),
      headers: {
        ...(call.json === undefined ? {} : { "Content-Type": "application/json" }),
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...call.headers,
      },
    };
  }

  /** A refused answer as an error; the session ends if it was its token that was refused. */
  refused(call: Call, status: number, text: string, retryAfter: string | null): ApiError {
    if (status === 401 && call.token === undefined) this.deps.onUnauthorized();
    const { code, message } = errorIn(text) ?? { code: "UNEXPECTED", message: `HTTP ${status}` };
    return new ApiError(code, status, message, seconds(retryAfter));
  }

  /**
   * Sends a call, and while the service is busy sends it again.
   *
   * @param send sends it once, by whatever means, and throws what `refused` makes of a refusal
   */
  async repeated<T>(call: Pick<Call, "repeatable" | "signal">, send: () => Promise<T>): Promise<T> {
    for (let sent = 1; ; sent += 1) {
      try {
        return await send();
      } catch (error) {
        const busy = error instanceof ApiError && (BUSY.has(error.status) || error.status === 0);
        // What was refused for its rate was not done, so that it can be done once more, whatever it is.
        const again = busy && (call.repeatable !== false || error.status === 429);
        if (!again || sent > REPEATS) throw error;
        const why = error.status === 0 ? "unreachable" : "busy";
        await this.deps.waiting.wait(error.retryAfter ?? PAUSE, why, call.signal);
      }
    }
  }

  #send(call: Call): Promise<Response> {
    return this.repeated(call, () => this.#sendOnce(call));
  }

  async #sendOnce(call: Call): Promise<Response> {
    const { url, headers } = this.request(call);
    const body = call.json === undefined ? call.body : JSON.stringify(call.json);
    const response = await this.#fetch(url, {
      method: call.method ?? "GET",
      headers,
      ...(body === undefined ? {} : { body }),
      ...(call.signal ? { signal: call.signal } : {}),
      cache: "no-store",
      credentials: "omit",
      referrerPolicy: "no-referrer",
    });
    if (response.ok) return response;
    throw this.refused(call, response.status, await response.text(), response.headers.get("retry-after"));
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

/** An address from segments that may hold anything: `path("/api/documents", id, "outline")`. */
export function path(base: string, ...segments: string[]): string {
  return [base, ...segments.map(encodeURIComponent)].join("/");
}

function addressOf({ path, query = {} }: Call): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === "" ? path : `${path}?${text}`;
}

function errorIn(text: string): { code: string; message: string } | null {
  try {
    const { error } = JSON.parse(text) as { error?: { code?: unknown; message?: unknown } };
    return typeof error?.code === "string" ? { code: error.code, message: String(error.message ?? "") } : null;
  } catch {
    return null;
  }
}

function seconds(header: string | null): number | null {
  const value = Number(header ?? Number.NaN);
  return Number.isFinite(value) && value >= 0 ? value : null;
}
