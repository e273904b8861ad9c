import { KEY_MAX, TIMESTAMP_MAX } from "@retrieval/core/limits";
import Type from "typebox";
import { jsonBody, operationsOf } from "./parts/define.js";
import { named, nullable } from "./parts/shapes.js";
import { line, NAMED_USER, Role, text } from "./parts/values.js";

/** SPEC 4.1. */
const SignedRequest = Type.Object(
  {
    user_id: line(KEY_MAX, { description: "Employee number." }),
    timestamp: Type.Integer({ minimum: 0, maximum: TIMESTAMP_MAX, description: "UNIX time in seconds." }),
    signature: Type.String({
      description:
        "HMAC-SHA256 of `<user_id>:<timestamp>` under the shared secret: 64 lowercase hexadecimal digits. Other text does " +
        "not match.",
      examples: ["900b1d7b6bbca0fc95bbb5e6da48bafda947cebc5298a040943b16f95b6b7fd3"],
    }),
  },
  { $id: "SignedRequest", description: "The portal's signed request." },
);

export const SignInSchema = named("SignIn", "A session and its user.", {
  token: text("The session token, a JWT.", "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiI5MDAwMDEifQ.…"),
  user: named("SignedInUser", "The user of the session.", {
    ...NAMED_USER,
    role: Role,
    department: nullable(text("The department's name, for reference; null: none.", "General Affairs")),
    email: nullable(text("E-mail address; null: none.", "sato@example.com")),
  }),
  expires_in: Type.Integer({ minimum: 1, description: "The token's lifetime in seconds.", examples: [10_800] }),
});

export const signInOperations = operationsOf("Signing in", {
  issueSessionToken: {
    access: "public",
    summary: "Exchange a signed request for a session token",
    description:
      "The portal calls this for an employee who is logged in there, and opens the service with the token. " +
      "The request is authenticated by its signature. Other fields of the body are ignored.",
    body: jsonBody(SignedRequest, { faults: "handled" }),
    example: {
      bodies: {
        "application/json": {
          user_id: "900001",
          timestamp: 1_768_435_200,
          signature: "900b1d7b6bbca0fc95bbb5e6da48bafda947cebc5298a040943b16f95b6b7fd3",
        },
      },
    },
    answers: { 200: { description: "The token and its user.", json: SignInSchema } },
    refusals: ["INVALID_SIGNATURE", "EXPIRED_TIMESTAMP", "USER_NOT_FOUND", "UNAVAILABLE"],
    limitedFailures: ["INVALID_REQUEST", "INVALID_SIGNATURE"],
  },
});
