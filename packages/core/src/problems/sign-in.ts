/** Why a sign-in or a session token is refused. */
export const SIGN_IN_PROBLEMS = {
  "sign_in.not_object": {},
  "timestamp.not_integer": {},
  "timestamp.milliseconds": {},
  "timestamp.old": { max: "number" },
  "timestamp.ahead": { max: "number" },
  "signature.not_text": {},
  "signature.wrong": {},
  "signature.used": {},
  "user.unregistered": {},
  "token.missing": {},
  "token.not_valid": {},
} as const;
