import { ANSWER_FAULTS } from "@retrieval/core/limits";
import Type from "typebox";
import { ANSWER, AnswerSchema } from "./answer-shape.js";
import { BY_SCRIPTS, jsonBody, LONG, operationsOf } from "./parts/define.js";
import { closed, nullable } from "./parts/shapes.js";
import { QuestionText, SearchFilters } from "./search.js";

const AnswerBody = closed({ question: QuestionText, filters: Type.Optional(SearchFilters) });

const {
  sources: [SOURCE],
  sentences: [SENTENCE],
  ...DONE
} = ANSWER;
const EVENTS =
  `event: sources\ndata: ${JSON.stringify({ sources: [SOURCE] })}\n\n` +
  `event: sentence\ndata: ${JSON.stringify(SENTENCE)}\n\n` +
  `event: done\ndata: ${JSON.stringify(DONE)}\n\n`;

const UUID = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$";
const JudgementBody = closed({
  answer_id: Type.String({ pattern: UUID }),
  good: Type.Boolean(),
  reason: Type.Optional(nullable(Type.Enum([...ANSWER_FAULTS]), { description: "What is wrong with the answer." })),
});

export const answerOperations = operationsOf("Reading", {
  answerQuestion: {
    access: "reader",
    searches: true,
    ...BY_SCRIPTS,
    summary: "Answer a question from what the reader may see",
    description:
      "Without a model: the sentences, items and rows of tables that answer best, word for word, each with its place. " +
      "With one: its sentences, each released only if it is proven by a quote from a passage that the reader may see at " +
      "that moment; if none is, the documents' own words. A search for it that takes too long is stopped and refused " +
      "with 503.",
    body: jsonBody(AnswerBody, LONG),
    example: {
      bodies: { "application/json": { question: { value: { question: "How long are the working hours?" } } } },
    },
    answers: {
      200: {
        description: "The answer.",
        json: AnswerSchema,
        example: ANSWER,
        texts: {
          "text/event-stream": {
            description:
              "The same as events, as they come, for Accept: text/event-stream: `sources`, a `sentence` for each, and " +
              "`done` with outcome, model, fits, written_by and answer_id.",
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
    example: { bodies: { "application/json": { judgement: { value: { answer_id: DONE.answer_id, good: true } } } } },
    answers: { 204: { description: "Recorded." } },
  },
});
