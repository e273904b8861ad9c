import { OTHERS_MIN, USAGE_DAYS, USAGE_KINDS, USERS_MIN } from "@retrieval/core/limits";
import Type from "typebox";
import { operationsOf } from "./parts/define.js";
import { FORMAT } from "./parts/parameters.js";
import { defaulted, named, nullable, type Shape } from "./parts/shapes.js";
import { flag, text } from "./parts/values.js";

const counted = { minimum: 1 };

export const UsageEntrySchema = named("UsageEntry", "A word or a document, and how many users.", {
  kind: Type.Enum([...USAGE_KINDS], { description: "What users did." }),
  word: nullable(text("null: the entry is about a document.")),
  document_id: nullable(text("null: the entry is about a word.")),
  title: nullable(text("The last title of the document.")),
  users: Type.Integer({
    ...counted,
    description: `The most users of one day, at least ${USERS_MIN}. Over several days there may have been more.`,
  }),
  days: Type.Integer({ ...counted, description: `How many days had at least ${USERS_MIN} users.` }),
});

export type UsageEntryView = Shape<typeof UsageEntrySchema>;

export const usageOperations = operationsOf("Usage", {
  readUsage: {
    summary: "Read what users look for, do not find, and read",
    description: `Words of searches without a fitting result, of questions without an answer and of answers judged wrong, and the documents of these answers and those that users open; the 100 most frequent of each kind. Only what at least ${USERS_MIN} users of role user did on the same day is counted, from the day after it on (UTC). Of words, ${OTHERS_MIN["search-unmet"]} users of each day and kind stay out of the number, because the audit log names these users without words. As JSON, or as CSV with a byte order mark.`,
    query: Type.Object({
      ...FORMAT,
      days: defaulted(
        Type.Integer({ minimum: 1, maximum: USAGE_DAYS, description: "How many days, up to yesterday." }),
        30,
      ),
    }),
    example: { query: { days: 30 } },
    answers: {
      200: {
        description: "The entries, the most users first.",
        json: named("Usage", "What users look for, do not find, and read.", {
          is_on: flag("false: usage is not counted (USAGE=false)."),
          from: Type.String({
            pattern: "^\\d{4}-\\d{2}-\\d{2}$",
            description: "The first day, in UTC.",
            examples: ["2026-01-01"],
          }),
          entries: Type.Array(UsageEntrySchema, { description: "The most users first." }),
        }),
        texts: {
          "text/csv": {
            description: "The same as CSV, for format=csv or Accept: text/csv.",
            example: "\uFEFFkind,word,document_id,title,users,days\r\nsearch-unmet,忌引,,,4,2\r\n",
          },
        },
        headers: ["Content-Disposition"],
      },
    },
  },
});
