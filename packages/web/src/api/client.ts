import { type Client, type ClientOptions, ConnectionError, createClient } from "@retrieval/api/client";
import type { Language } from "../i18n/language.js";
import { SessionChangedError } from "./errors.js";
import type { Waiting } from "./waiting.js";

export interface ApiDeps {
  /** The service's address. */
  readonly url: string;
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

/** How often a call is sent before its page shows the failure. */
const ATTEMPTS = 9;
/** The wait where the service does not give one, in seconds; and the longest automatic wait. */
const PAUSE = 5;
const PAUSE_MAX = 120;
/** A browser ends a dead connection itself, and a large file may take long on a slow line. */
const TIMEOUT_MS = 60 * 60_000;

/**
 * The pages' clients of the service. They wait for a busy service (429, 503) with a visible countdown; a refused token
 * (401) ends the session.
 */
export class Api {
  /** Aborts every call that uses the session's token. */
  #session = new AbortController();
  #current: { readonly token: string | null; readonly client: Client } | null = null;

  constructor(private readonly deps: ApiDeps) {}

  /** The client of the session that is stored now. */
  get client(): Client {
    const token = this.deps.token();
    if (this.#current?.token !== token) this.#current = { token, client: this.#clientOfSession(token) };
    return this.#current.client;
  }

  /** The client of the session, over another kind of request: an upload with progress. */
  over(fetch: typeof globalThis.fetch): Client {
    return this.#clientOfSession(this.deps.token(), { fetch });
  }

  /** A client with a token whose refusal does not end the session. */
  as(token: string, init: RequestInit = {}): Client {
    const { fetch: send = fetch } = this.deps;
    return createClient({ ...this.#options(token), fetch: (url, asked) => send(url, { ...asked, ...init }) });
  }

  /** Aborts the session's calls, including waiting ones, because the session changed. */
  abandon(): void {
    this.#session.abort(new DOMException("The session has changed.", "AbortError"));
    this.#session = new AbortController();
    this.#current = null;
  }

  #clientOfSession(token: string | null, options: Pick<ClientOptions, "fetch"> = {}): Client {
    const usual = this.#options(token);
    return createClient({
      ...usual,
      ...options,
      signal: this.#session.signal,
      pause: async (...wait) => {
        await usual.pause(...wait);
        // No call of one user is sent after another user signed in.
        if (this.deps.token() !== token) throw new SessionChangedError();
      },
      onRefusal: ({ status }) => {
        if (status === 401) this.deps.onUnauthorized(token);
        if (status === 403) this.deps.onForbidden();
      },
    });
  }

  #options(token: string | null) {
    const { url, language, waiting, fetch } = this.deps;
    return {
      url,
      token: () => token,
      language,
      timeoutMs: TIMEOUT_MS,
      attempts: ATTEMPTS,
      waitMaxMs: Number.POSITIVE_INFINITY,
      reconnects: true,
      pause: (milliseconds, error, signal) => {
        const asked = error instanceof ConnectionError ? Math.max(milliseconds / 1_000, PAUSE) : milliseconds / 1_000;
        return waiting.wait(Math.min(asked, PAUSE_MAX), error.status === null ? "unreachable" : "busy", signal);
      },
      ...(fetch && { fetch }),
    } satisfies ClientOptions;
  }
}
