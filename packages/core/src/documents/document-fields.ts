import { problemWithDay } from "../day.js";
import { problemWithName } from "../look-alikes.js";
import type { Problem } from "../problems.js";
import { KEY_MAX, NAME_MAX, problemWithKey, TITLE_MAX } from "../text.js";

/** Who may read the past versions of a document, of those who may read the document. */
export const HISTORY_CHOICES = ["admins", "readers"] as const;

/** The maximum number of administrators whom a document names. */
export const EDITORS_MAX = 100;

/** The maximum length of the number that a company gives a document. The cursors of lists have it. */
export const NUMBER_MAX = 64;

interface Field {
  /** The value of a document without one; null in a request restores it. */
  readonly initial: unknown;
  /** Whether readers of the document see it. */
  readonly shown: boolean;
  readonly problem: (field: string, value: unknown) => Problem | null;
}

const UNKNOWN = null as string | null;
const nameUpTo = (max: number) => (field: string, value: unknown) => problemWithName(field, value, max);

/** What is said of a document beside its text: who cares for it, and where it belongs. Versions share it. */
const DOCUMENT_FIELDS = {
  /** 規程番号. */
  number: { initial: UNKNOWN, shown: true, problem: nameUpTo(NUMBER_MAX) },
  /** A path, with a slash between its parts: 人事/就業. */
  category: { initial: UNKNOWN, shown: true, problem: problemWithPath },
  /** A department or a name. */
  owner: { initial: UNKNOWN, shown: true, problem: nameUpTo(NAME_MAX) },
  /** Whom readers ask. */
  contact: { initial: UNKNOWN, shown: true, problem: nameUpTo(TITLE_MAX) },
  /** The day until which the document is to be reviewed. */
  review_by: { initial: UNKNOWN, shown: false, problem: problemWithDay },
  /** The user_ids of the administrators who may change the document; none: all administrators. */
  editors: { initial: [] as readonly string[], shown: false, problem: problemWithEditors },
  /** Names the folder that it comes from, as a whole: `documents ingest --prune` abolishes what left it. */
  source: { initial: UNKNOWN, shown: false, problem: nameUpTo(NAME_MAX) },
  history: { initial: "admins" as (typeof HISTORY_CHOICES)[number], shown: true, problem: problemWithHistory },
} as const satisfies Readonly<Record<string, Field>>;

type Fields = typeof DOCUMENT_FIELDS;
export type DocumentFieldName = keyof Fields;
export type DocumentFields = { readonly [Name in DocumentFieldName]: Fields[Name]["initial"] };
/** The fields that readers of the document see. */
export type ShownFields = {
  readonly [Name in DocumentFieldName as Fields[Name]["shown"] extends true ? Name : never]: DocumentFields[Name];
};

export const DOCUMENT_FIELD_NAMES = Object.keys(DOCUMENT_FIELDS) as readonly DocumentFieldName[];

/** The fields of a document of which nothing is said. */
export const NO_FIELDS = Object.fromEntries(
  Object.entries(DOCUMENT_FIELDS).map(([name, { initial }]) => [name, initial]),
) as DocumentFields;

/**
 * Reads the fields of a request: absent ones do not change, null clears a field.
 *
 * @returns the fields, or their first problem
 */
export function readDocumentFields(
  given: Readonly<Partial<Record<DocumentFieldName, unknown>>>,
): Partial<DocumentFields> | Problem {
  const fields: Partial<Record<DocumentFieldName, unknown>> = {};
  for (const name of DOCUMENT_FIELD_NAMES) {
    const value = given[name];
    if (value === undefined) continue;
    const { initial, problem } = DOCUMENT_FIELDS[name];
    const found = value === null ? null : problem(name, value);
    if (found !== null) return found;
    fields[name] = value === null ? initial : Array.isArray(value) ? [...new Set(value)] : value;
  }
  return fields as Partial<DocumentFields>;
}

/** The fields that a request changes, before and after; null: it changes none. */
export function changedFields(
  held: DocumentFields,
  given: Partial<DocumentFields>,
): { readonly before: Partial<DocumentFields>; readonly after: Partial<DocumentFields> } | null {
  const names = DOCUMENT_FIELD_NAMES.filter(
    (name) => given[name] !== undefined && JSON.stringify(given[name]) !== JSON.stringify(held[name]),
  );
  const of = (fields: Partial<DocumentFields>) => Object.fromEntries(names.map((name) => [name, fields[name]]));
  return names.length === 0 ? null : { before: of(held), after: of(given) };
}

function problemWithPath(field: string, value: unknown): Problem | null {
  if (typeof value !== "string") return { code: "field.not_text", field };
  for (const part of value.split("/")) {
    const problem = problemWithName(field, part, NAME_MAX);
    if (problem !== null) return problem;
  }
  return problemWithName(field, value, NAME_MAX);
}

function problemWithEditors(field: string, value: unknown): Problem | null {
  if (!Array.isArray(value)) return { code: "field.not_texts", field };
  if (value.length > EDITORS_MAX) return { code: "field.too_many_entries", field, max: EDITORS_MAX };
  for (const [index, entry] of value.entries()) {
    const problem = problemWithKey(`${field}[${index}]`, entry, KEY_MAX);
    if (problem !== null) return problem;
  }
  return null;
}

function problemWithHistory(field: string, value: unknown): Problem | null {
  const isChoice = (HISTORY_CHOICES as readonly unknown[]).includes(value);
  return isChoice ? null : { code: "field.not_one_of", field, values: HISTORY_CHOICES };
}
