import { ANSWER_OUTCOMES, MODEL_USES, SECTION_TYPES } from "@retrieval/core/limits";
import Type from "typebox";
import { DocumentOfAnswer } from "./chunks.js";
import { CHUNK_ID, DOC } from "./parts/examples.js";
import { closed, nullable } from "./parts/shapes.js";
import { Count } from "./parts/values.js";

export const FoundSectionSchema = closed(
  {
    id: Type.String({ description: "The section's address, unique in its document." }),
    type: nullable(Type.Enum([...SECTION_TYPES]), { description: "null: the text has no headings." }),
    label: Type.String({ description: "As written, 第36条; empty if the section has none." }),
    title: Type.String({ description: "Empty if the section has none; the beginning of a text without headings." }),
    breadcrumb: Type.Array(Type.String(), {
      description: "The sections around it, from the outermost; without the document's title and its own name.",
    }),
  },
  { $id: "FoundSection", description: "An article, annex or other section: the unit of search." },
);

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

export const AnswerSchema = closed(
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
/** An example. */
export const ANSWER = {
  outcome: "extract" as const,
  model: "none" as const,
  fits: true,
  written_by: null,
  answer_id: "6f1c9a52-4d3b-4a0e-8f57-2b9d1c7e0a34",
  sources: [SOURCE],
  sentences: [SENTENCE],
};
