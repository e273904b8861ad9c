import { ANSWER_FAULTS, ANSWER_OUTCOMES, MODEL_USES } from "@retrieval/core/limits";
import Type from "typebox";
import { DocumentOfAnswer } from "./chunks.js";
import { BY_SCRIPTS, jsonBody, LONG, operationsOf } from "./parts/define.js";
import { CHUNK_ID, DOC } from "./parts/examples.js";
import { closed, nullable } from "./parts/shapes.js";
import { Count } from "./parts/values.js";
import { FoundSectionSchema, QuestionText, SearchFilters } from "./search.js";

const AnswerBody = closed({ question: QuestionText, filters: Type.Optional(SearchFilters) });

const SourceSchema = closed(
  {
    number: { ...Count, description: "From 1." },
    doc: DocumentOfAnswer,
    section: FoundSectionSchema,
    chunk_id: Type.String({
      description: "Where the first quote from this section is, or the passage that fits best.",
    }),
  },
  { $id: "AnswerSource" },
);

const SentenceSchema = closed(
  {
    text: Type.String({
      description:
        "The quoted sentence or item; of a row of a table, its cells with the names of their columns, those that " +
        "answer and the first. If the outcome is answered: a sentence of the model, which agrees with its quote in " +
        "numbers and negation.",
    }),
    cells: nullable(
      Type.Array(
        closed({
          column: Type.String({ description: "Empty where the table names none." }),
          text: Type.String(),
        }),
      ),
      { description: "Of a row of a table: the cells that `text` says; null for other texts." },
    ),
    level: {
      ...Count,
      description: "How deep an item is below the sentences before it: 0, or 1 for an item of one of them, and so on.",
    },
    is_context: Type.Boolean({
      description:
        "true: it stands beside what answers, in a short section that is quoted whole, so that no exception is missed.",
    }),
    citations: Type.Array(
      closed({
        source: { ...Count, description: "The number of the source." },
        chunk_id: Type.String(),
        start: Count,
        end: Count,
        quote: Type.String({ description: "The text there, word for word." }),
      }),
      {
        minItems: 1,
        description:
          "UTF-16 offsets in display.body_text of that chunk, or in display.body_md if that is null: the sentence, " +
          "the item, or the whole row.",
      },
    ),
  },
  { $id: "AnswerSentence" },
);

const AnswerSchema = closed(
  {
    outcome: Type.Enum([...ANSWER_OUTCOMES], {
      description:
        "answered: a model wrote the sentences, and each is proven by its quote. extract: they are the documents' own. " +
        "nothing_found: nothing that the reader may see fits well enough; there are no sentences.",
    }),
    model: Type.Enum([...MODEL_USES], {
      description:
        "none: no model is configured, or it was not asked. failed: it broke off, or wrote nothing that is proven.",
    }),
    fits: Type.Boolean({ description: "As of a search. false: the outcome is nothing_found." }),
    written_by: nullable(Type.String(), {
      description: "The model that wrote the sentences, if the outcome is answered.",
    }),
    answer_id: Type.String({ description: "A UUID, for a judgement of this answer by the user who asked." }),
    sources: Type.Array(SourceSchema),
    sentences: Type.Array(SentenceSchema),
  },
  { $id: "Answer" },
);

const SOURCE = {
  number: 1,
  doc: DOC,
  section: { id: "work-rules::art1", type: "article" as const, label: "Article 1", title: "Purpose", breadcrumb: [] },
  chunk_id: CHUNK_ID,
};
const SENTENCE = {
  text: "These rules set out the working hours of employees.",
  cells: null,
  level: 0,
  is_context: false,
  citations: [
    {
      source: 1,
      chunk_id: CHUNK_ID,
      start: 0,
      end: 51,
      quote: "These rules set out the working hours of employees.",
    },
  ],
};
const DONE = {
  outcome: "extract" as const,
  model: "none" as const,
  fits: true,
  written_by: null,
  answer_id: "6f1c9a52-4d3b-4a0e-8f57-2b9d1c7e0a34",
};
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
        example: { ...DONE, sources: [SOURCE], sentences: [SENTENCE] },
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
