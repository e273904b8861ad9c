import { ANSWER_FAULTS } from "@retrieval/core/limits";
import Type from "typebox";
import { AnswerSchema } from "./answer-shape.js";
import { BY_SCRIPTS, jsonBody, LONG, operationsOf } from "./parts/define.js";
import { named, nullable } from "./parts/shapes.js";
import { flag } from "./parts/values.js";
import { QuestionText, SearchFilters } from "./search.js";

const AnswerBody = named("Question", "A question about what the reader may see.", {
  question: QuestionText,
  previous: Type.Optional(Type.Array(QuestionText, { maxItems: 4, description: "Those before it, the oldest first." })),
  filters: Type.Optional(SearchFilters),
});

const answer_id = "6f1c9a52-4d3b-4a0e-8f57-2b9d1c7e0a34";
const EVENTS = `event: sources
data: {"sources":[],"also_searched":[]}

event: done
data: {"outcome":"nothing_found","model":"none","answer_id":"${answer_id}"}

`;

const UUID = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$";
const JudgementBody = named("Judgement", "Whether an answer helped.", {
  answer_id: Type.String({ pattern: UUID, description: "Of an answer to this user." }),
  good: flag("true: it helped."),
  reason: Type.Optional(nullable(Type.Enum([...ANSWER_FAULTS]), { description: "What is wrong with the answer." })),
});

export const answerOperations = operationsOf("Reading", {
  answerQuestion: {
    access: "reader",
    searches: true,
    ...BY_SCRIPTS,
    summary: "Answer a question from what the reader may see",
    description:
      "The sentences, items or rows of a table of one section that answer, word for word, each with its place. Without a " +
      "model, the words of the question choose them. With one, the model first puts the question into the words that " +
      "rules use, which are searched too, and then chooses: it gets the question and the units of the best five sections " +
      "that the reader may see and that may be sent to it, and answers with their numbers. A search for it that takes too " +
      "long is stopped and refused with 503.",
    body: jsonBody(AnswerBody, LONG),
    example: { bodies: { "application/json": { question: "How long are the working hours?" } } },
    answers: {
      200: {
        description: "The answer.",
        json: AnswerSchema,
        texts: {
          "text/event-stream": {
            description:
              "The same as events, as they come, for Accept: text/event-stream: `sources` with also_searched, `answer` if there is one, and " +
              "`done` with outcome, model and answer_id.",
            example: EVENTS,
          },
        },
      },
    },
  },
  judgeAnswer: {
    access: "reader",
    summary: "Say whether an answer helped",
    description:
      "Recorded in the audit log with the answer_id, not with the question. A user has one judgement of an answer: the " +
      "same one again changes nothing, and of different ones the last counts. An id that was not given to this user is " +
      "INVALID_REQUEST.",
    body: jsonBody(JudgementBody),
    example: { bodies: { "application/json": { answer_id, good: true } } },
    answers: { 204: { description: "Recorded." } },
  },
});
