import { FRONT_PAGE } from "@retrieval/core/limits";
import Type from "typebox";
import { jsonBody, operationsOf } from "./parts/define.js";
import { named } from "./parts/shapes.js";
import { count, name, texts } from "./parts/values.js";

const EVERYONE = "All users see them, whatever they may read.";

const page = (description: string) => ({
  description,
  json: named("FrontPage", "What administrators put on the front page.", {
    questions: texts("Each is a search of one click, in this order."),
    version: count("The ETag, without quotes.", 1),
  }),
  headers: ["ETag" as const],
});

export const frontPageOperations = operationsOf("Front page", {
  readFrontPage: {
    access: "reader",
    summary: "Read the questions on the front page",
    description: EVERYONE,
    answers: { 200: page("The questions.") },
  },
  replaceFrontPage: {
    summary: "Replace the questions on the front page",
    description: `${EVERYONE} Sending the current questions changes nothing.`,
    headers: ["If-Match"],
    body: jsonBody(
      named("GivenFrontPage", "The questions on the front page.", {
        questions: Type.Array(name(FRONT_PAGE.characters, { examples: ["給料日はいつですか"] }), {
          maxItems: FRONT_PAGE.questions,
          description: "In the order of the page; none: the page has no questions.",
        }),
      }),
    ),
    example: {
      headers: { "If-Match": "*" },
      bodies: { "application/json": { questions: ["給料日はいつですか"] } },
    },
    answers: { 200: page("The questions as they are now.") },
    refusals: ["PRECONDITION_FAILED", "PRECONDITION_REQUIRED"],
  },
});
