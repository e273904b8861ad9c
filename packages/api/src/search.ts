import { PHRASES, RESULTS_MAX } from "@retrieval/core/limits";
import Type from "typebox";
import { AnswerSchema, FoundSectionSchema } from "./answer-shape.js";
import { DocumentOfAnswer, StructuredChunkSchema, TextType } from "./chunks.js";
import { BY_SCRIPTS, jsonBody, LONG, operationsOf } from "./parts/define.js";
import { DOCUMENT } from "./parts/examples.js";
import { closed, named, nullable } from "./parts/shapes.js";
import { count, flag, text, texts } from "./parts/values.js";

const PHRASES_RULE =
  `Words, a question, or phrases in quotes. The first ${PHRASES.max} phrases of ${PHRASES.characters.min} to ` +
  `${PHRASES.characters.max} characters must occur exactly; other text in quotes is searched as words.`;

/** The maximum length of a query in characters. */
const QUERY_MAX = 1_000;
const DOC_IDS_MAX = 1_000;

/** A question, in the words of its sender. */
export const QuestionText = Type.String({ minLength: 1, maxLength: QUERY_MAX, description: "Words or a question." });

export const SearchFilters = named("SearchFilters", "Only what passes all of these.", {
  doc_ids: Type.Optional(
    Type.Array(Type.String(), { minItems: 1, maxItems: DOC_IDS_MAX, description: "Only these documents." }),
  ),
  text_types: Type.Optional(
    Type.Array(TextType, {
      minItems: 1,
      maxItems: 5,
      description: "Sections in which a chunk of one of these types matches; `chunk` is that chunk.",
    }),
  ),
});

const SearchBody = named("SearchRequest", "A search.", {
  query: { ...QuestionText, description: PHRASES_RULE },
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: RESULTS_MAX, description: "10 by default." })),
  filters: Type.Optional(SearchFilters),
  answer: Type.Optional(flag("false: a search without an answer. true by default.")),
});

const Place = Type.Integer({ minimum: 0 });
const Highlights = Type.Array(Type.Tuple([Place, Place]), {
  description:
    "UTF-16 ranges in display.body_text of `chunk`, or in its display.body_md if body_text is null. " +
    "If the results of one answer are very long together, the last ones have none.",
});

export const SearchResultSchema = named("SearchResult", "A section that matches.", {
  score: Type.Number({
    minimum: 0,
    description: "By words; from 0 to 1 where meaning was searched too. Results are in order whatever their scores.",
  }),
  fit: Type.Number({ minimum: 0, maximum: 1, description: "The share of the query that the section's words cover." }),
  doc: DocumentOfAnswer,
  section: FoundSectionSchema,
  chunk: {
    ...StructuredChunkSchema,
    description: "The chunk that answers best; never a heading if the section has text.",
  } as typeof StructuredChunkSchema,
  highlights: Highlights,
});

export const FoundDocumentSchema = named("FoundDocument", "A document with matching sections.", {
  id: text("The document's identifier.", DOCUMENT.document_id),
  title: text("The document's title.", DOCUMENT.title),
  sections: count("How many of its sections match."),
  named: flag("Whether the query names the document."),
});

const SEARCHED_BY = ["words", "meaning", "rerank"] as const;

const SearchAnswer = named("SearchResults", "What a search found.", {
  results: Type.Array(SearchResultSchema, {
    maxItems: RESULTS_MAX,
    description: "The best `limit` sections, best first; fewer if they are longer than 1 MB together.",
  }),
  documents: Type.Array(FoundDocumentSchema, {
    maxItems: 10,
    description: "Those that the query names first, then by their number of matching sections.",
  }),
  widened: Type.Array(closed({ said: text("The word of the query."), also: texts("Searched too.") }), {
    description: "Words of the query, each with the words that were searched as well.",
  }),
  corrected: Type.Array(closed({ written: text("The word of the query."), read_as: text("The word searched.") }), {
    description:
      "Words of the query that no text of the reader's documents has, each with the word that was searched in its place.",
  }),
  by: Type.Array(Type.Enum([...SEARCHED_BY]), {
    description:
      "How the results were found and ordered. `meaning` and `rerank` need models that the service is " +
      "configured with; a search goes on without a model that does not answer in time.",
  }),
  total: count("The number of sections that match. Only the best are results: other words find the others."),
  total_is: Type.Enum(["exact", "at_least"], { description: "at_least: with phrases, more sections may match." }),
  fits: flag(
    "false: no section covers enough of the query or is close enough in meaning; the results are the nearest.",
  ),
  answer: nullable(AnswerSchema, {
    description:
      "The answer in the documents' own words, chosen from the best section, whatever `limit` is. " +
      "null: not asked for, or a model answers, which POST /api/answer asks.",
  }),
});

const SuggestionSchema = named("Suggestion", "A text that completes the query.", {
  text: text("The text.", DOCUMENT.title),
  document_id: nullable(text("null: a word of the vocabulary.")),
  document_title: nullable(text("Of a section; otherwise null.")),
  chunk_id: nullable(text("The first chunk of a section; null: a document's title.")),
});

export const searchOperations = operationsOf("Reading", {
  searchChunks: {
    access: "reader",
    searches: true,
    ...BY_SCRIPTS,
    summary: "Search what the reader may see",
    description:
      "One result for each section (an article, an annex), best first, and the answer to a question. A search that takes too long is stopped and refused with 503; use fewer or rarer words.",
    body: jsonBody(SearchBody, LONG),
    example: {
      bodies: { "application/json": { query: "working hours", limit: 5, filters: { text_types: ["paragraph"] } } },
    },
    answers: { 200: { description: "The best results.", json: SearchAnswer } },
  },
  suggest: {
    access: "reader",
    ...BY_SCRIPTS,
    summary: "Complete what the reader types",
    description: "Titles of documents and sections that the reader may see, and words of the vocabulary: at most 8.",
    query: Type.Object({ query: QuestionText }),
    example: { query: { query: "work" } },
    answers: {
      200: {
        description: "Suggestions, best first.",
        json: named("Suggestions", "What the reader may mean.", {
          suggestions: Type.Array(SuggestionSchema, { description: "Best first." }),
        }),
      },
    },
  },
});
