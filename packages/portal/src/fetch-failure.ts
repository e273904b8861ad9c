/**
 * Why a `fetch` got no answer: ECONNREFUSED, an invalid certificate. The reason is in `cause`; the outer message is not
 * used, because for a header that cannot be sent it quotes the header, which may be the token.
 */
export function fetchFailure(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown; message?: unknown } };
  return String(cause?.code || cause?.message || "the request could not be sent");
}
