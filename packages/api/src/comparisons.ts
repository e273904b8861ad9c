import { CSV, DOCX, SECTION_TYPES } from "@retrieval/core/limits";
import Type from "typebox";
import { BY_SCRIPTS, operationsOf } from "./parts/define.js";
import { DOCUMENT } from "./parts/examples.js";
import { closed, named, nullable, type Shape } from "./parts/shapes.js";
import { count, flag, HEAD, text } from "./parts/values.js";

const VersionNumber = Type.Integer({ minimum: 1, description: "The version's number." });
const day = (description: string) => nullable(text(description, "2027-04-01"), { description });
const VERSION = {
  title: HEAD.title,
  version: HEAD.version,
  effective_from: day("The day from which it is in force; null: not decided."),
};

const RunSchema = closed({
  text: text("A part of the text."),
  changed: flag("true: the other version does not have it here."),
});

const SideSchema = closed(
  {
    depth: count("How deep the line stands in lists."),
    cells: Type.Array(Type.Array(RunSchema, { description: "The text in parts." }), {
      description:
        "The cells of a row of a table; else one with the text. For lines that are left out: the numbers of the first and the last item, if they have any.",
    }),
  },
  { description: "One side." },
);

const ComparedRowSchema = named("ComparedRow", "A line or a row of a table in both versions.", {
  kind: Type.Enum(["heading", "text", "table_head", "table_row", "omitted", "omitted_rows"], {
    description: "`omitted`: lines that both versions have; `omitted_rows`: rows of a table.",
  }),
  before: nullable(SideSchema, { description: "null: the version does not have it." }),
  after: nullable(SideSchema, { description: "null: the version does not have it." }),
  lines: count("How many lines it stands for: 1, or as many as are left out."),
});

const ComparedSectionSchema = named("ComparedSection", "A section of a version.", {
  id: text("The section's address in its version.", `${DOCUMENT.document_id}::art1`),
  type: nullable(Type.Enum([...SECTION_TYPES]), { description: "null: text outside every section." }),
  label: text("As it is written: 第16条.", "Article 1"),
  title: text("The title without the label.", "Purpose"),
});

export const ComparedArticleSchema = named("ComparedArticle", "A section that differs.", {
  section_before: nullable(ComparedSectionSchema, { description: "null: the version does not have it." }),
  section_after: nullable(ComparedSectionSchema, { description: "null: the version does not have it." }),
  kind: Type.Enum(["changed", "added", "removed", "moved", "renumbered"], {
    description: "`moved`: only its place differs, or place and number; `renumbered`: only its number.",
  }),
  rows: Type.Array(ComparedRowSchema, { description: "Its heading, what differs, and what is left out." }),
});

export const ComparisonSchema = named("Comparison", "What differs between two versions of a document.", {
  document_id: HEAD.document_id,
  from: nullable(
    closed({ number: VersionNumber, ...VERSION, in_force: flag("Whether it is the version in force today.") }),
    {
      description: "The earlier version; null: there is none, so everything was added.",
    },
  ),
  to: closed(
    {
      number: nullable(VersionNumber, { description: "null: the draft." }),
      ...VERSION,
      note: nullable(text("Why the document was changed."), { description: "Why the document was changed." }),
    },
    { description: "The later version." },
  ),
  articles: Type.Array(ComparedArticleSchema, {
    description:
      "In the order of the later version; a removed section follows the one that it followed. Where the versions have two " +
      "titles, the first is the title, with the document_id as its `id`.",
  }),
});

/** A comparison as the API answers it. */
export type ComparisonView = Shape<typeof ComparisonSchema>;

export const comparisonOperations = operationsOf("Reading", {
  compareVersions: {
    access: "reader",
    ...BY_SCRIPTS,
    summary: "Compare two versions of a document",
    description:
      "Section by section, with the changed words marked: 新旧対照表. What the reader may not see is answered as if it did " +
      "not exist. Readers may compare the version in force, those to come, past ones if the document's history is for " +
      "readers, and a version that was published with a notice with the one before it; administrators any two versions " +
      "and, in a session, the draft; developers any two versions. The later one of the two is compared with the earlier " +
      "one, whichever is named first. Reading a draft is recorded in the audit log. An abolished document is answered as " +
      "by `readDocument`.",
    query: Type.Object({
      from: Type.Optional(
        Type.Integer({
          minimum: 1,
          description: "The number of a version; without it, the one before `to`.",
        }),
      ),
      to: Type.Optional(
        Type.String({
          pattern: "^(?:draft|[1-9][0-9]{0,9})$",
          description: "The number of a version, or `draft`; without it, the one to come, else the one in force.",
        }),
      ),
      format: Type.Optional(
        Type.Enum(["json", "docx", "csv"], { description: "The form of the answer, whatever Accept says." }),
      ),
    }),
    answers: {
      200: {
        description: "The sections that differ.",
        json: ComparisonSchema,
        texts: {
          [DOCX]: {
            description: "The same as a table of two columns for Word, for format=docx or this type in Accept.",
            example: "…",
            binary: true,
          },
          [CSV]: {
            description: "The same as CSV, for format=csv or Accept: text/csv.",
            example:
              "\uFEFFkind,section_before,section_after,before,after,document_id,from_version,from_effective_from,to_version,to_effective_from,note\r\n" +
              "Changed,第2条 範囲,第2条 範囲,従業員,正社員,work-rules,2026,2026-04-01,2027,2027-04-01,同一労働同一賃金のため。\r\n",
          },
        },
        headers: ["Content-Disposition"],
        inWords: true,
      },
    },
    refusals: ["DOCUMENT_NOT_FOUND", "DOCUMENT_ABOLISHED"],
  },
});
