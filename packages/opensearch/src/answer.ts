import { failureOf } from "./failures.js";

/** A request of the library, which runs already. */
interface Request<Answer> extends PromiseLike<Answer> {
  abort(): void;
}

/**
 * Awaits the body of an answer, at most until the signal aborts.
 *
 * @example
 * const { responses } = await answerOf(client.msearch({ body }), deadline.signal);
 * @throws UnavailableError while OpenSearch cannot answer, or if the signal comes first
 * @throws RefusedRequestError if OpenSearch answers that the request is at fault
 */
export async function answerOf<Body>(request: Request<{ readonly body: Body }>, signal: AbortSignal): Promise<Body> {
  const abort = () => request.abort();
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  try {
    return (await request).body;
  } catch (error) {
    throw failureOf(error);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
