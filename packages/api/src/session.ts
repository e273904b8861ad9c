import Type from "typebox";
import { operationsOf } from "./parts/define.js";
import { PERSON } from "./parts/examples.js";
import { closed, defaulted } from "./parts/shapes.js";
import { Role, Timestamp } from "./parts/values.js";

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

export const sessionOperations = operationsOf("Signing in", {
  readSession: {
    access: "reader",
    summary: "Say who asks",
    description: "By the live record, not by what the token says.",
    query: Type.Object({ principals: defaulted(Type.Boolean(), false) }),
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
    access: "public",
    summary: "Say where the portal is",
    description: "For pages before the user has signed in.",
    answers: {
      200: {
        description: "What the pages need to know of the service.",
        json: closed({ portal_origin: Type.String(), version: Type.String() }),
        example: { portal_origin: "https://portal.example.com", version: "0.1.0" },
      },
    },
  },
});
