import { VOCABULARY } from "@retrieval/core/limits";
import Type from "typebox";
import { LONG, operationsOf, type RawBody } from "./parts/define.js";
import { FORMAT } from "./parts/parameters.js";
import { closed, type Shape } from "./parts/shapes.js";

const WITHOUT_BAR = "^(?!\\s)[^\\p{Cc}\\p{Cs}\\u2028-\\u202E\\u2066-\\u2069|]+(?<!\\s)$";
/** CSV separates words by a bar. */
const word = Type.String({ minLength: 1, maxLength: VOCABULARY.characters, pattern: WITHOUT_BAR });
const bothWays = Type.Boolean({ description: "true: each word is also searched for the others." });
const weight = Type.Number({
  minimum: VOCABULARY.weight.min,
  maximum: VOCABULARY.weight.max,
  description: "How much the words in `meant` count; a typed word counts 1.",
});
const on = Type.Boolean({ description: "false: search does not use the entry." });

const said = { ...word, description: "The word that users say." } as typeof word;
const meant = Type.Array(word, {
  minItems: 1,
  maxItems: VOCABULARY.meant,
  uniqueItems: true,
  description: "The words that documents use instead.",
});

export const VocabularyEntrySchema = closed(
  {
    said,
    meant,
    both_ways: bothWays,
    weight,
    on,
    starter: Type.Boolean({ description: "Whether the entry came with the service." }),
  },
  { $id: "VocabularyEntry" },
);

/** An entry as the API returns it. */
export type VocabularyEntryView = Shape<typeof VocabularyEntrySchema>;

const GivenVocabulary = closed(
  {
    entries: Type.Array(
      closed({
        said,
        meant,
        both_ways: Type.Optional({ ...bothWays, default: false } as typeof bothWays),
        weight: Type.Optional({ ...weight, default: VOCABULARY.weight.usual } as typeof weight),
        on: Type.Optional({ ...on, default: true } as typeof on),
        starter: Type.Optional(
          Type.Boolean({
            description: "Of a new entry: whether it came with the service. Ignored for others, which keep their mark.",
          }),
        ),
      }),
      { maxItems: VOCABULARY.entries, description: "Each `said` once." },
    ),
  },
  { $id: "GivenVocabulary" },
);

const VocabularySchema = closed({ entries: Type.Array(VocabularyEntrySchema) }, { $id: "Vocabulary" });

const ENTRY = { said: "ボーナス", meant: ["賞与"], both_ways: false, weight: 0.8, on: true, starter: true };
const CSV =
  "\uFEFFsaid,meant,both_ways,weight,on,starter\r\n" +
  "ボーナス,賞与,false,0.8,true,true\r\n休み,休暇|休日,false,0.8,true,true\r\n";
const GIVEN_CSV = "said,meant,both_ways,weight,on\nボーナス,賞与,false,0.8,true\n休み,休暇|休日,false,0.8,true\n";
const COLUMNS = "In CSV, `meant` has its words separated by `|`, and only `said` and `meant` are required.";

const vocabulary = (description: string) => ({
  description,
  json: VocabularySchema,
  example: { entries: [ENTRY] },
  texts: { "text/csv": { description: "The same as CSV, for format=csv or Accept: text/csv.", example: CSV } },
  headers: ["ETag" as const, "Content-Disposition" as const],
});

const body = {
  kind: "raw",
  types: ["application/json", "text/csv"],
  schema: GivenVocabulary,
  ...LONG,
} as const satisfies RawBody;

export const vocabularyOperations = operationsOf("Vocabulary", {
  readVocabulary: {
    access: "admin",
    summary: "Read the vocabulary",
    description: `The words that users say, with the words that documents use instead. As JSON, or as CSV with a byte order mark. ${COLUMNS}`,
    query: Type.Object(FORMAT),
    headers: ["If-None-Match"],
    answers: {
      200: vocabulary("Every entry, in code-point order of `said`."),
      304: { description: "The vocabulary still has the ETag of If-None-Match.", headers: ["ETag"] },
    },
  },
  replaceVocabulary: {
    access: "admin",
    summary: "Replace the vocabulary",
    description: `The next search uses it. Sending the current vocabulary changes nothing. ${COLUMNS}`,
    headers: ["If-Match"],
    body,
    example: {
      headers: { "If-Match": "*" },
      bodies: {
        "application/json": { one: { value: { entries: [ENTRY] } } },
        "text/csv": { two: { value: GIVEN_CSV } },
      },
    },
    answers: {
      200: {
        description: "The new vocabulary.",
        json: VocabularySchema,
        example: { entries: [ENTRY] },
        headers: ["ETag"],
      },
    },
    refusals: ["PRECONDITION_FAILED", "PRECONDITION_REQUIRED"],
  },
  previewVocabulary: {
    access: "admin",
    summary: "Check a vocabulary without saving it",
    description: `Judges a body or a CSV like PUT, and changes nothing. ${COLUMNS}`,
    body,
    example: {
      bodies: {
        "application/json": { one: { value: { entries: [ENTRY] } } },
        "text/csv": { two: { value: GIVEN_CSV } },
      },
    },
    answers: {
      200: {
        description: "The entries as PUT would keep them, in the order given.",
        json: VocabularySchema,
        example: { entries: [ENTRY] },
      },
    },
  },
});
