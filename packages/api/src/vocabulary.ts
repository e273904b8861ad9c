import { VOCABULARY } from "@retrieval/core/limits";
import Type from "typebox";
import { LONG, operationsOf, type RawBody } from "./parts/define.js";
import { FORMAT, PAGE, SEARCHED } from "./parts/parameters.js";
import { closed, defaulted, pageOfList, type Shape } from "./parts/shapes.js";
import { flag, text } from "./parts/values.js";

/** CSV separates words by a bar. */
const WITHOUT_BAR = "[^\\p{Cc}\\p{Cs}\\u2028-\\u202E\\u2066-\\u2069|]+(?<!\\s)$";
const word = Type.String({ minLength: 1, maxLength: VOCABULARY.characters, pattern: `^(?!\\s)${WITHOUT_BAR}` });
const bothWays = flag("true: each word is also searched for the others.");
const weight = Type.Number({
  minimum: VOCABULARY.weight.min,
  maximum: VOCABULARY.weight.max,
  description: "How much the words in `meant` count; a typed word counts 1.",
});
const on = flag("false: search does not use the entry.");

/** No address can name the entry of `.` or `..`. */
const said = {
  ...word,
  pattern: `^(?!\\s|\\.{1,2}$)${WITHOUT_BAR}`,
  description: "The word that users say.",
  examples: ["ボーナス"],
} as typeof word;
const meant = Type.Array(word, {
  minItems: 1,
  maxItems: VOCABULARY.meant,
  uniqueItems: true,
  description: "The words that documents use instead.",
  examples: [["賞与"]],
});

const version = text("The ETag of the entry, without quotes.");

export const VocabularyEntrySchema = closed(
  {
    said,
    meant,
    both_ways: bothWays,
    weight,
    on,
    starter: flag("Whether the entry came with the service."),
    version,
  },
  { $id: "VocabularyEntry" },
);

/** An entry as the API returns it. */
export type VocabularyEntryView = Shape<typeof VocabularyEntrySchema>;

const GIVEN_FIELDS = {
  meant,
  both_ways: Type.Optional({ ...bothWays, default: false } as typeof bothWays),
  weight: Type.Optional({ ...weight, default: VOCABULARY.weight.usual } as typeof weight),
  on: Type.Optional({ ...on, default: true } as typeof on),
  starter: Type.Optional(
    flag("Of a new entry: whether it came with the service. Ignored for others, which keep their mark."),
  ),
  version: Type.Optional(text("Ignored, so that an entry can be sent as it was read.")),
};

const GivenEntry = closed(
  { said: Type.Optional({ ...said, description: "Another word renames the entry." } as typeof said), ...GIVEN_FIELDS },
  { $id: "GivenVocabularyEntry" },
);

const GivenVocabulary = closed(
  {
    entries: Type.Array(closed({ said, ...GIVEN_FIELDS }), {
      maxItems: VOCABULARY.entries,
      description: "Each `said` once.",
    }),
  },
  { $id: "GivenVocabulary" },
);

const count = (description: string) => Type.Integer({ minimum: 0, description });
const entries = (description: string) => Type.Array(VocabularyEntrySchema, { description });

const VocabularyChangeSchema = closed(
  {
    added: entries("Entries that are new."),
    changed: entries("Entries that change, as they are afterwards."),
    removed: entries("Entries that are no longer there."),
    unchanged: count("Entries that stay as they are."),
  },
  { $id: "VocabularyChange" },
);

const WORDS = { said: "ボーナス", meant: ["賞与"], both_ways: false, weight: 0.8, on: true };
const CSV =
  "\uFEFFsaid,meant,both_ways,weight,on,starter\r\n" +
  "ボーナス,賞与,false,0.8,true,true\r\n休み,休暇|休日,false,0.8,true,true\r\n";
const GIVEN_CSV = "said,meant,both_ways,weight,on\nボーナス,賞与,false,0.8,true\n休み,休暇|休日,false,0.8,true\n";
const COLUMNS = "In CSV, `meant` has its words separated by `|`, and only `said` and `meant` are required.";

const change = (description: string) => ({
  description,
  json: VocabularyChangeSchema,
  headers: ["ETag" as const],
});
const entry = (description: string) => ({
  description,
  json: VocabularyEntrySchema,
  headers: ["ETag" as const],
});

const body = {
  kind: "raw",
  types: ["application/json", "text/csv"],
  schema: GivenVocabulary,
  ...LONG,
} as const satisfies RawBody;

export const vocabularyOperations = operationsOf("Vocabulary", {
  readVocabulary: {
    summary: "List the entries of the vocabulary",
    description: `The words that users say, with the words that documents use instead. As JSON in pages, or as one CSV with a byte order mark. ${COLUMNS} The ETag is that of the whole vocabulary.`,
    query: Type.Object({
      ...PAGE,
      ...SEARCHED,
      on: Type.Optional(flag("Only entries that search uses, or only others.")),
      starter: Type.Optional(flag("Only entries that came with the service, or only others.")),
      ...FORMAT,
    }),
    headers: ["If-None-Match"],
    answers: {
      200: {
        description: "A page of entries, in code-point order of `said`.",
        json: pageOfList("VocabularyPage", VocabularyEntrySchema, {
          matches: count("The number of entries that match."),
        }),
        texts: { "text/csv": { description: "The same as CSV, for format=csv or Accept: text/csv.", example: CSV } },
        headers: ["ETag", "Content-Disposition"],
      },
      304: { description: "The vocabulary still has the ETag of If-None-Match.", headers: ["ETag"] },
    },
  },
  replaceVocabulary: {
    summary: "Replace the vocabulary",
    description: `The next search uses it. Sending the current vocabulary changes nothing. ${COLUMNS} With dry_run=true nothing is written, no If-Match is needed, and the ETag is the one to apply the same body with.`,
    query: Type.Object({
      dry_run: defaulted(flag("true: answer what would change, and write nothing."), false),
    }),
    headers: ["If-Match"],
    body,
    example: {
      headers: { "If-Match": "*" },
      bodies: { "application/json": { entries: [WORDS] }, "text/csv": GIVEN_CSV },
    },
    answers: { 200: change("What changed, or with dry_run=true would change.") },
    refusals: ["PRECONDITION_FAILED", "PRECONDITION_REQUIRED"],
  },
  addStarterEntries: {
    summary: "Add the starter entries of this version",
    description:
      "Adds the entries that come with the service whose word is not there, also those that were removed. Entries that are off or changed stay as they are.",
    answers: { 200: change("What changed.") },
    refusals: ["CONFLICT"],
  },
  readVocabularyEntry: {
    summary: "Read an entry of the vocabulary",
    answers: { 200: entry("The entry.") },
    refusals: ["NOT_FOUND"],
  },
  putVocabularyEntry: {
    summary: "Add or change an entry of the vocabulary",
    description:
      "The next search uses it. With If-None-Match: * the entry is only added, with an ETag as If-Match only changed, with If-Match: * either. Sent again with the same fields, it is no conflict: 200 with the entry as it is.",
    headers: ["If-Match", "If-None-Match"],
    body: { kind: "raw", types: ["application/json"], schema: GivenEntry, limit: 16 * 1024 },
    example: { headers: { "If-Match": "*" }, bodies: { "application/json": { meant: ["賞与"] } } },
    answers: { 200: entry("The entry as it is now.") },
    refusals: ["CONFLICT", "NOT_FOUND", "PRECONDITION_FAILED", "PRECONDITION_REQUIRED"],
  },
  deleteVocabularyEntry: {
    summary: "Delete an entry of the vocabulary",
    headers: ["If-Match"],
    example: { headers: { "If-Match": "*" } },
    answers: { 204: { description: "The entry is deleted." } },
    refusals: ["NOT_FOUND", "PRECONDITION_FAILED", "PRECONDITION_REQUIRED"],
  },
});
