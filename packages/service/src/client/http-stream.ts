import { failureReason } from "@retrieval/api/client";
import { ConnectionError, cannotReach } from "./failures.js";
import { type HttpAnswer, type HttpCall, parsed, request } from "./http-call.js";

export interface StreamedAnswer extends HttpAnswer {
  /** The text as it comes; null where the answer is an error, which stands in `body`. */
  readonly text: AsyncGenerator<string> | null;
}

/**
 * Sends a call whose answer may be longer than memory. Its time limit is for each piece of the answer, while somebody
 * waits for it: the whole takes as long as it takes.
 */
export async function streamedAnswer(call: HttpCall): Promise<StreamedAnswer> {
  const { url, timeoutMs } = call;
  const silence = new AbortController();
  const heard = async <T>(work: Promise<T>): Promise<T> => {
    const timer = setTimeout(() => silence.abort(), timeoutMs);
    try {
      return await work;
    } catch (error) {
      throw cannotReach(
        url,
        silence.signal.aborted ? `no answer for ${timeoutMs / 1000} seconds` : failureReason(error),
      );
    } finally {
      clearTimeout(timer);
    }
  };
  const response = await heard(request(call, silence.signal));
  const { status, headers, body } = response;
  if (!response.ok || body === null) {
    return { status, headers, body: parsed(await heard(response.text())), text: null };
  }
  return { status, headers, body: undefined, text: textOf(body, heard, url) };
}

async function* textOf(
  body: ReadableStream<Uint8Array>,
  heard: <T>(work: Promise<T>) => Promise<T>,
  url: URL,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await heard(reader.read()).catch((error: Error) => {
        throw new ConnectionError(
          `The answer of ${url.origin} broke off: what has arrived is not all. (${error.message})`,
        );
      });
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
