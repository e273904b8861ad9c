/** Problems with access tokens of assistants and scripts. */
export const ACCESS_TOKEN_PROBLEMS = {
  "access_token.not_valid": {},
  "access_token.unknown": {},
  "access_token.other_audience": {},
  "access_token.no_principals": {},
  "access_tokens.too_many": { max: "number" },
  "access_tokens.too_many_new": { max: "number" },
  "access_tokens.sign_in_again": { minutes: "number" },
  "access_tokens.off": {},
  "assistants.off": {},
  "authorization.no_registration": {},
  "authorization.unknown": {},
} as const;
