import type { SignInRequest } from "@retrieval/core";
import Type from "typebox";
import { operationsOf } from "../operation.js";
import { closed, describes } from "../schemas/describes.js";
import { line, Role, Timestamp } from "../schemas/texts.js";
import { SignInSchema } from "../schemas/users.js";
import { PERSON } from "./examples.js";

const SignedRequest = describes<SignInRequest>()(
  Type.Object({
    user_id: line(128, { description: "Employee number." }),
    timestamp: Type.Integer({ minimum: 0, maximum: 99_999_999_999, description: "UNIX time in seconds." }),
    signature: Type.String({
      pattern: "^[0-9a-f]{64}$",
      description: "HMAC-SHA256 of `<user_id>:<timestamp>` under the shared secret, in lowercase hexadecimal.",
    }),
  }),
);

const SessionSchema = closed({
  user_id: Type.String(),
  display_name: Type.String(),
  role: Role,
  expires_at: Timestamp,
  unrestricted: Type.Optional(Type.Boolean({ description: "true: sees every document. With principals=true only." })),
  principals: Type.Optional(
    Type.Array(Type.String(), {
      description: "`*`, `d:<department_code>`, `g:<group>`, `u:<user_id>`. With principals=true only.",
    }),
  ),
});

export const signInOperations = operationsOf("Signing in", {
  issueSessionToken: {
    summary: "Exchange a signed request for a session token",
    description:
      "The portal calls this for an employee who is logged in there, and opens the service with the token. " +
      "The request is authenticated by its signature. What else the body holds is ignored.",
    body: SignedRequest,
    example: {
      bodies: {
        "application/json": {
          signed: {
            value: {
              user_id: "900001",
              timestamp: 1_768_435_200,
              signature: "900b1d7b6bbca0fc95bbb5e6da48bafda947cebc5298a040943b16f95b6b7fd3",
            },
          },
        },
      },
    },
    answers: {
      200: {
        description: "The token, and whose it is.",
        json: SignInSchema,
        example: {
          token: "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.c2lnbmF0dXJl",
          user: { ...PERSON, role: "user", department: null, email: null },
          expires_in: 10_800,
        },
      },
    },
    refusals: ["INVALID_SIGNATURE", "EXPIRED_TIMESTAMP", "USER_NOT_FOUND", "UNAVAILABLE"],
  },
  readSession: {
    summary: "Say who asks",
    description: "By the live record, not by what the token says.",
    example: { query: { principals: true } },
    answers: {
      200: {
        description: "The reader of this session.",
        json: SessionSchema,
        example: {
          ...PERSON,
          role: "user",
          expires_at: "2026-01-15T03:00:00.000Z",
          unrestricted: false,
          principals: ["*", "d:D1020", "u:900001"],
        },
      },
    },
  },
  readConfiguration: {
    summary: "Say where the portal is",
    description: "For pages that nobody is signed in to yet.",
    answers: {
      200: {
        description: "What the pages need to know of the service.",
        json: closed({ portal_origin: Type.String(), version: Type.String() }),
        example: { portal_origin: "https://portal.example.com", version: "0.1.0" },
      },
    },
  },
});
