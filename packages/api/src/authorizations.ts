import { APPLICATION_DAYS, TOKEN_MINUTES } from "@retrieval/core/limits";
import Type from "typebox";
import { jsonBody, operationsOf } from "./parts/define.js";
import { CLIENT_ID } from "./parts/examples.js";
import { named, nullable } from "./parts/shapes.js";
import { count, text } from "./parts/values.js";

const WaitingSchema = named("WaitingAuthorization", "An application that waits for the consent of its user.", {
  client_id: text("The address of the document that describes it. Only its host is known to be true.", CLIENT_ID),
  client_name: nullable(text("What it calls itself; null: nothing.", "Example assistant")),
  redirect_uri: text("Where the browser goes with the answer.", "https://assistant.example.com/callback"),
  days: count("For how many days it is connected, unless the user or an administrator ends that."),
});

const ONLY_THEN =
  "Only with the token of a session, in the browser that the application opened, and within 15 minutes.";

/** The consent to applications, which the pages ask for (docs/decisions/0055). */
export const authorizationOperations = operationsOf("Access tokens", {
  readAuthorization: {
    access: "reader",
    summary: "Read what an application asks for",
    description: `It asks to read and search the documents that you may read, at the address for assistants. ${ONLY_THEN}`,
    answers: { 200: { description: "The application.", json: WaitingSchema } },
    refusals: ["NOT_FOUND", "FORBIDDEN"],
  },
  decideAuthorization: {
    access: "reader",
    summary: "Allow or deny what an application asks for",
    description: `An application that you allow is listed with your access tokens, reads as they do, and ends as they do, at the latest after ${APPLICATION_DAYS} days. You can allow one within ${TOKEN_MINUTES} minutes of a sign-in. ${ONLY_THEN}`,
    body: jsonBody(
      named("AuthorizationDecision", "The decision of the user.", {
        allow: Type.Boolean({ description: "false: the application gets nothing." }),
      }),
    ),
    example: { bodies: { "application/json": { allow: true } } },
    answers: {
      200: {
        description: "The application waits for the browser there.",
        json: named("DecidedAuthorization", "Where the browser goes next.", {
          redirect_to: text("An address of this service.", "https://documents.example.com/oauth/authorize/…"),
        }),
      },
    },
    refusals: ["NOT_FOUND", "FORBIDDEN", "CONFLICT"],
  },
});
