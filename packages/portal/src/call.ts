import { connectionFailure, type Failure } from "./failure.js";
import { fetchFailure } from "./fetch-failure.js";

export interface Call {
  readonly method: "POST" | "PUT";
  /** Below the base URL, without a leading slash. */
  readonly path: string;
  readonly body: unknown;
  /** A session token, sent as Bearer (SPEC 5.5). */
  readonly token?: string;
}

/** The answer, whatever its status. */
export interface Answer {
  readonly ok: true;
  readonly status: number;
  /** The parsed JSON; undefined where the body is not JSON. */
  readonly body: unknown;
  readonly retryAfter: string | null;
}

/** Sends one request to the service; a network error is a {@link Failure}, never an exception. */
export type Caller = (call: Call) => Promise<Answer | Failure>;

/** The longest answer, of an import in which all 100 entries fail, is far shorter. */
const ANSWER_MAX = 1_048_576;

/** @param timeoutMs for the whole call, including the last byte of the body */
export function caller(base: URL, fetch: typeof globalThis.fetch, timeoutMs: number): Caller {
  return async ({ method, path, body, token }) => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(new URL(path, base), {
        method,
        headers: {
          Accept: "application/json",
          "Content-Type": "application/json",
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
        // A signature and a token are for this address only, and must not follow a redirect to another one.
        redirect: "error",
        signal,
      });
      const { status, headers } = response;
      const text = await readBounded(response);
      if (text === null) return connectionFailure(`the answer is longer than ${ANSWER_MAX} bytes`, status);
      return { ok: true, status, body: parsed(text), retryAfter: headers.get("retry-after") };
    } catch (error) {
      return connectionFailure(signal.aborted ? `no complete answer within ${timeoutMs} ms` : fetchFailure(error));
    }
  };
}

async function readBounded(response: Response): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    // Leaving the loop cancels the stream, and with it the connection.
    if (length > ANSWER_MAX) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
