import { type Client, ConnectionError } from "@retrieval/api/client";
import type { LanguageCode } from "@retrieval/api/texts";
import { isObject } from "@retrieval/core/limits";
import type { SignInAnswer } from "@retrieval/core/use-cases";
import { type Failure, failureOf } from "./failure.js";
import { type SignatureInput, signSsoRequest } from "./sign.js";

/** The answer of SPEC 4.1. */
export type RequestedToken = { readonly ok: true } & SignInAnswer;

export async function requestToken(
  client: Client,
  input: SignatureInput,
  language: LanguageCode,
): Promise<RequestedToken | Failure> {
  try {
    const { status, body } = await client.issueSessionToken({ body: signSsoRequest(input) });
    return tokenIn(status, body, input.user_id);
  } catch (error) {
    return failureOf(error, language);
  }
}

/** SPEC 7: any status other than 200 is a failure. */
function tokenIn(status: number, body: unknown, user_id: string): RequestedToken {
  if (status !== 200 || !isSignInAnswer(body))
    throw new ConnectionError(`status ${status}, but not the answer of SPEC 4.1`, status);
  // A cache or proxy in between that answers with another user's token must not sign this employee in as that user.
  if (body.user.user_id !== user_id) throw new ConnectionError("the answer is for another user", status);
  return { ok: true, token: body.token, user: body.user, expires_in: body.expires_in };
}

function isSignInAnswer(body: unknown): body is SignInAnswer {
  if (!isObject(body) || !isObject(body.user)) return false;
  const { token, expires_in } = body;
  return typeof token === "string" && token !== "" && typeof expires_in === "number";
}
