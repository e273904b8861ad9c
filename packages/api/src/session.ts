import { TOKEN_AUDIENCES } from "@retrieval/core/limits";
import Type from "typebox";
import { BY_SCRIPTS, operationsOf } from "./parts/define.js";
import { defaulted, named } from "./parts/shapes.js";
import { flag, NAMED_USER, Role, text, texts, timestamp } from "./parts/values.js";

const SessionSchema = named("Session", "The user of the session, as stored now.", {
  ...NAMED_USER,
  role: Role,
  expires_at: timestamp("When the token ends."),
  unrestricted: Type.Optional(flag("true: the user sees every document. Only with principals=true.")),
  principals: Type.Optional(
    texts("`*`, `d:<department_code>`, `g:<group>`, `u:<user_id>`. Only with principals=true."),
  ),
});

export const sessionOperations = operationsOf("Signing in", {
  readSession: {
    access: "reader",
    ...BY_SCRIPTS,
    summary: "Read the user of this session",
    description:
      "As stored now, not as stated in the token. principals=true, which tells the department code and groups, only with the token of a session.",
    query: Type.Object({
      principals: defaulted(flag("true: with what the user may read by."), false),
    }),
    example: { query: { principals: true } },
    answers: { 200: { description: "The user of this session.", json: SessionSchema } },
    refusals: ["FORBIDDEN"],
  },
  endSession: {
    access: "reader",
    summary: "End this session",
    description:
      "Its token is refused from the next request on, by every instance. Other sessions of the user and access tokens go on; `signOutUser` ends all of them. Only with the token of a session.",
    answers: { 204: { description: "It has ended." } },
  },
  readConfiguration: {
    access: "public",
    summary: "Read the configuration of the pages",
    description: "Needed before the user has signed in.",
    answers: {
      200: {
        description:
          "The portal's address, the service's version and time zone, whether a model chooses answers, whether another administrator approves what is uploaded, and the access tokens that there are.",
        json: named("Configuration", "What the pages need before a sign-in.", {
          portal_origin: text("The portal's address.", "https://portal.example.com"),
          version: text("The service's version.", "0.2.0"),
          time_zone: text("TIME_ZONE, in which days begin.", "Asia/Tokyo"),
          answers_by_model: flag("A model chooses answers, which takes seconds."),
          four_eyes: flag("Another administrator than its uploader publishes a version (FOUR_EYES)."),
          access_tokens: Type.Array(Type.Enum([...TOKEN_AUDIENCES]), {
            description: "The audiences of access tokens that users can create. Empty: access tokens are turned off.",
          }),
        }),
      },
    },
  },
});
