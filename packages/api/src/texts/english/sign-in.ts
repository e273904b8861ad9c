import type { SIGN_IN_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

export const signIn: TextsOf<keyof typeof SIGN_IN_PROBLEMS> = {
  "sign_in.not_object": () => "the body must be a JSON object {user_id, timestamp, signature}",
  "timestamp.not_integer": () => "timestamp must be a JSON integer: UNIX time in seconds",
  "timestamp.milliseconds": () => "timestamp must be UNIX time in seconds (this looks like milliseconds)",
  "timestamp.old": ({ max }) =>
    `The timestamp is more than ${max} seconds old. Sign a new request, and check the portal's clock`,
  "timestamp.ahead": ({ max }) =>
    `The timestamp is more than ${max} seconds ahead of the service's clock. Check the portal's clock`,
  "signature.not_text": () => "signature must be a string of 64 lowercase hexadecimal characters",
  "signature.wrong": () => "The signature does not match",
  "signature.used": () => "This signed request has already been used. Sign a new one",
  "user.unregistered": () => "The user with this user_id is not registered or not active",
  "token.missing": () => "This needs a token: Authorization: Bearer <token>",
  "token.not_valid": () => "The session token is not valid or has expired. Open the service from the portal again",
};
