import { failureOf, notJson } from "./failures.js";

/** A request of the library, which runs already. */
interface Request<Answer> extends PromiseLike<Answer> {
  abort(): unknown;
}

/**
 * Awaits the JSON of an answer, at most until the signal aborts.
 *
 * @example
 * const { responses } = await answerOf(client.msearch({ body }), deadline.signal);
 * @throws UnavailableError while OpenSearch cannot answer, or if the signal comes first
 * @throws RefusedRequestError if OpenSearch answers that the request is at fault
 */
export async function answerOf<Body>(request: Request<{ readonly body: Body }>, signal: AbortSignal): Promise<Body> {
  // It returns the request, and Node throws the failure of a promise that a listener returns.
  const abort = () => void request.abort();
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  let body: Body;
  try {
    ({ body } = await request);
  } catch (error) {
    throw failureOf(error);
  } finally {
    signal.removeEventListener("abort", abort);
  }
  // The page of a proxy, say.
  if (typeof body === "string") throw notJson();
  return body;
}
