import { ANSWER_OUTCOMES, MODEL_USES, REWRITING, SECTION_TYPES } from "@retrieval/core/limits";
import Type from "typebox";
import { DocumentOfAnswer } from "./chunks.js";
import { day } from "./parts/enactment.js";
import { CHUNK, GIVEN_CHUNK, SECTION_ID } from "./parts/examples.js";
import { closed, named, nullable } from "./parts/shapes.js";
import { count, flag, text, texts } from "./parts/values.js";

export const FoundSectionSchema = named("FoundSection", "An article, annex or other section: the unit of search.", {
  id: text("The section's address, unique in its document.", SECTION_ID),
  type: nullable(Type.Enum([...SECTION_TYPES]), { description: "null: the text has no headings." }),
  label: text("As written, 第36条; empty if the section has none.", "Article 1"),
  title: text("Empty if the section has none; the beginning of a text without headings.", "Purpose"),
  breadcrumb: texts("The sections around it, from the outermost; without the document's title and its own name."),
});

const SourceSchema = named("AnswerSource", "A section that an answer is from or near.", {
  number: count("From 1."),
  doc: DocumentOfAnswer,
  section: FoundSectionSchema,
  chunk_id: text("The passage that fits best.", CHUNK),
});

const UnitSchema = named("AnswerUnit", "A sentence, an item or a row, word for word.", {
  chunk_id: text("The chunk that has it.", CHUNK),
  text: text(
    "The sentence or item, word for word; of a row of a table, its cells with the names of their columns, those that " +
      "answer and the first.",
  ),
  cells: nullable(
    Type.Array(
      closed({
        column: text("Empty where the table names none."),
        text: text("The text of the cell."),
      }),
    ),
    { description: "Of a row of a table: the cells that `text` says; null for other texts." },
  ),
  level: count("How deep an item is below the units before it: 0, or 1 for an item of one of them, and so on."),
  start: count("Where it begins, see `end`."),
  end: count(
    "start and end are UTF-16 offsets in display.body_text of the chunk, or in display.body_md if that is null: the " +
      "sentence, the item, or the whole row.",
  ),
  quote: text("The text there.", GIVEN_CHUNK.content),
  omitted_before: flag(
    "Whether the section has other text between this unit and the one before, or before the first one.",
  ),
  table_rows: nullable(
    count("Of a row: how many rows its table has; those left out are no other text. null for other texts."),
  ),
});

const SectionAnswerSchema = named("SectionAnswer", "What answers, in the words of one section.", {
  doc: DocumentOfAnswer,
  section: FoundSectionSchema,
  units: Type.Array(UnitSchema, { minItems: 1, description: "In document order." }),
  omitted_after: flag("Whether the section has other text after the last unit."),
  coming: nullable(
    closed({
      effective_from: day("The first day of the document's next version."),
      version_number: count("Its number, for `readDocument`."),
    }),
    { description: "The next version of the document, if it changes the text of this section; otherwise null." },
  ),
});

export const AnswerSchema = named("Answer", "An answer to a question.", {
  outcome: Type.Enum([...ANSWER_OUTCOMES], {
    description:
      "answer: units of one section answer. nearest: none of what was found surely answers; `sources` are the nearest " +
      "sections. nothing_found: nothing that the reader may see fits well enough; there are no sources.",
  }),
  model: Type.Enum([...MODEL_USES], {
    description:
      "used: a model chose the units. none: no model is configured, or it was not asked. failed: its choice could not " +
      "be used, so the words of the question chose.",
  }),
  answer_id: text("A UUID, for a judgement of this answer by the user who asked."),
  sources: Type.Array(SourceSchema, { maxItems: 5, description: "The sections that were found, best first." }),
  also_searched: Type.Array(Type.String(), {
    maxItems: REWRITING.queries,
    description: "The question as a model rewrote it: searched beside it, and never a part of the answer.",
  }),
  answer: nullable(SectionAnswerSchema, { description: "null: the outcome is not `answer`." }),
});
