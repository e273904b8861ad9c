import type { LanguageCode } from "@retrieval/api";
import type { Credentials } from "./credentials.js";
import { ConnectionError, refusalOf } from "./failures.js";
import { type HttpAnswer, type HttpCall, type SendOnce, send, wholeAnswer } from "./http-call.js";
import { streamedAnswer } from "./http-stream.js";

export interface ManagementClientOptions {
  /** The service's address, without `/api`. */
  readonly baseUrl: URL;
  readonly credentials: Credentials;
  /** The language of the messages. */
  readonly language: LanguageCode;
  /** Told before each pause that the service asks for, in seconds. */
  readonly onWait: (seconds: number) => void;
}

export interface ManagementCall {
  readonly method: HttpCall["method"];
  /** What the path begins with; `api/manage` unless said otherwise. */
  readonly under?: "api" | "api/manage";
  /** The segments of the path below that, not yet encoded. */
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a {@link RawBody} as it is. */
  readonly body?: object;
  readonly timeoutMs?: number;
}

/** A file as it is sent. */
export class RawBody {
  constructor(
    readonly mediaType: string,
    readonly bytes: Uint8Array,
  ) {}
}

/** SPEC 7 names it for the portal; a command line has no reason to wait longer. */
const TIMEOUT_MS = 30_000;

/** The management API of a running service, as an administrator (SPEC 5.5). */
export class ManagementClient {
  constructor(private readonly options: ManagementClientOptions) {}

  /**
   * The answer of one call, whatever type the caller knows it to have.
   *
   * @throws ServiceRefusal for an error body, ConnectionError for anything else that is no answer of the service
   */
  async call<T>(call: ManagementCall): Promise<{ readonly body: T; readonly headers: Headers }> {
    const answer = await this.#answer(call, wholeAnswer);
    const { status, headers, body } = answer;
    if (status < 200 || status > 299 || (status !== 204 && body === undefined)) throw this.#failure(answer);
    return { body: body as T, headers };
  }

  /** The text of an answer that may be long, as it comes. @throws as {@link call}, also on the way */
  async stream(call: ManagementCall): Promise<AsyncGenerator<string>> {
    const answer = await this.#answer(call, streamedAnswer);
    if (answer.text === null) throw this.#failure(answer);
    return answer.text;
  }

  #failure({ status, headers, body }: HttpAnswer): Error {
    return (
      refusalOf(status, body, headers.get("x-request-id")) ??
      new ConnectionError(
        `What answers at ${this.options.baseUrl.origin} is not a retrieval service: status ${status} without a body of its API.`,
      )
    );
  }

  async #answer<Answer extends HttpAnswer>(call: ManagementCall, sendOnce: SendOnce<Answer>): Promise<Answer> {
    let answer = await this.#send(call, sendOnce, false);
    if (answer?.status === 401) answer = (await this.#send(call, sendOnce, true)) ?? answer;
    if (answer === null) throw new Error("credentials gave no token at all");
    return answer;
  }

  /** @returns null if a fresh token was asked for and there is none */
  async #send<Answer extends HttpAnswer>(
    call: ManagementCall,
    sendOnce: SendOnce<Answer>,
    fresh: boolean,
  ): Promise<Answer | null> {
    const { credentials, language, onWait } = this.options;
    const token = await credentials.token(fresh);
    if (token === null) return null;
    const raw = call.body instanceof RawBody ? call.body : null;
    const bytes = raw?.bytes ?? (call.body && new TextEncoder().encode(JSON.stringify(call.body)));
    const contentType = raw?.mediaType ?? "application/json";
    return send(
      {
        method: call.method,
        url: this.#address(call),
        headers: {
          Authorization: `Bearer ${token}`,
          "Accept-Language": language,
          ...(bytes ? { "Content-Type": contentType } : {}),
          ...call.headers,
        },
        ...(bytes ? { body: bytes } : {}),
        timeoutMs: call.timeoutMs ?? TIMEOUT_MS,
      },
      sendOnce,
      onWait,
    );
  }

  #address({ under = "api/manage", path, query = {} }: ManagementCall): URL {
    const { baseUrl } = this.options;
    const base = baseUrl.pathname.endsWith("/") ? baseUrl : new URL(`${baseUrl.pathname}/`, baseUrl);
    const url = new URL(`${under}/${path.map(encodeURIComponent).join("/")}`, base);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    return url;
  }
}
