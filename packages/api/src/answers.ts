import Type from "typebox";
import { DocumentOfAnswer } from "./chunks.js";
import { jsonBody, LONG, operationsOf } from "./parts/define.js";
import { CHUNK_ID, DOC } from "./parts/examples.js";
import { closed } from "./parts/shapes.js";
import { Count } from "./parts/values.js";
import { FoundSectionSchema, QuestionText, SearchFilters } from "./search.js";

const AnswerBody = closed({ question: QuestionText, filters: Type.Optional(SearchFilters) });

/** Every answer of today is an extract without a model; no part of the service writes the others. */
const OUTCOMES = ["answered", "extract", "nothing_found"] as const;
const MODEL_USES = ["used", "none", "failed"] as const;

const SourceSchema = closed(
  {
    number: { ...Count, description: "From 1." },
    doc: DocumentOfAnswer,
    section: FoundSectionSchema,
    chunk_id: Type.String({ description: "Where the first quote from this section is." }),
  },
  { $id: "AnswerSource" },
);

const SentenceSchema = closed(
  {
    text: Type.String({
      description:
        "The quoted sentence or item; of a row of a table, its cells with the names of their columns, those that " +
        "answer and the first.",
    }),
    citations: Type.Array(closed({ chunk_id: Type.String(), start: Count, end: Count }), {
      minItems: 1,
      description:
        "UTF-16 offsets in display.body_text of that chunk, or in display.body_md if that is null: the sentence, the " +
        "item, or the whole row.",
    }),
  },
  { $id: "AnswerSentence" },
);

const AnswerSchema = closed(
  {
    outcome: Type.Enum([...OUTCOMES], {
      description:
        "extract: the sentences are the documents' own words. nothing_found: nothing that the reader may see fits well " +
        "enough; there are no sources and no sentences. answered does not occur yet.",
    }),
    model: Type.Enum([...MODEL_USES], { description: "Whether a model wrote the sentences. Today it is always none." }),
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
  citations: [{ chunk_id: CHUNK_ID, start: 0, end: 51 }],
};
const EVENTS =
  `event: sources\ndata: ${JSON.stringify({ sources: [SOURCE] })}\n\n` +
  `event: sentence\ndata: ${JSON.stringify(SENTENCE)}\n\n` +
  'event: done\ndata: {"outcome":"extract","model":"none"}\n\n';

export const answerOperations = operationsOf("Reading", {
  answerQuestion: {
    access: "reader",
    summary: "Answer a question from what the reader may see",
    description:
      "The sentences, items and rows of tables that answer best, word for word, each with its place. An answer that " +
      "takes too long is stopped and refused with 503, as a search is.",
    body: jsonBody(AnswerBody, LONG),
    example: {
      bodies: { "application/json": { question: { value: { question: "How long are the working hours?" } } } },
    },
    answers: {
      200: {
        description: "The answer.",
        json: AnswerSchema,
        example: { outcome: "extract", model: "none", sources: [SOURCE], sentences: [SENTENCE] },
        texts: {
          "text/event-stream": {
            description:
              "The same as events, for Accept: text/event-stream: `sources`, a `sentence` for each, and `done` with outcome and model.",
            example: EVENTS,
          },
        },
      },
    },
  },
});
