import {
  CHUNK_ID,
  CHUNK_ID_MAX,
  DOCUMENT_ID,
  EMAIL_MAX,
  KEY_MAX,
  NAME_MAX,
  ROLES,
  TEXT_HASH,
  TITLE_MAX,
} from "@retrieval/core/limits";
import Type from "typebox";
import { CHUNK, DOCUMENT, USER } from "./examples.js";
import { ProblemSchema } from "./problem-schema.js";
import { closed, named, type Shape } from "./shapes.js";

// Patterns of the values that core checks with `problemWithLine`, `problemWithKey`, `problemWithTitle` and
// `problemWithName`, for readers of the API's document. A property test compares them with core.
const LINE = "^[^\\p{Cc}\\p{Cs}\\u2028\\u2029]+$";
const KEY = "^(?!\\s)[^\\p{Cc}\\p{Cs}\\u2028\\u2029]+(?<!\\s)$";
const TITLE = "^[^\\p{Cc}\\p{Cs}\\u2028-\\u202E\\u2066-\\u2069]+$";
const NAME = "^(?!\\s)[^\\p{Cc}\\p{Cs}\\u2028-\\u202E\\u2066-\\u2069]+(?<!\\s)$";
const MOMENT = "^\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?(?:Z|[+-]\\d{2}:\\d{2}))?$";

interface Annotations {
  readonly description?: string;
  readonly examples?: readonly string[];
}

/** A text of one line. */
export const line = (maxLength: number, options: Annotations = {}) =>
  Type.String({ minLength: 1, maxLength, pattern: LINE, ...options });
/** A text of one line that reads as it is written. */
export const title = (maxLength: number, options: Annotations = {}) =>
  Type.String({ minLength: 1, maxLength, pattern: TITLE, ...options });
/** The same, or an empty one. */
export const titleOrEmpty = (maxLength: number) => Type.String({ maxLength, pattern: `^(?:${TITLE.slice(1, -1)})?$` });
/** The same without white space at its edges. */
export const name = (maxLength: number, options: Annotations = {}) =>
  Type.String({ minLength: 1, maxLength, pattern: NAME, ...options });
/** A text of one line without white space at its edges, compared exactly. */
export const key = (maxLength: number, options: Annotations = {}) =>
  Type.String({ minLength: 1, maxLength, pattern: KEY, ...options });

export const UserId = key(KEY_MAX, { description: "Employee number." });
export const DisplayName = name(NAME_MAX, { description: "The user's name as displayed." });
/** A text in an answer. */
export const text = (description: string, ...examples: readonly string[]) =>
  Type.String({ description, ...(examples.length > 0 && { examples }) });
export const texts = (description: string) => Type.Array(Type.String(), { description });

export const flag = (description: string) => Type.Boolean({ description });

/** A number of things in an answer. */
export const count = (description: string, ...examples: readonly number[]) =>
  Type.Integer({ minimum: 0, description, ...(examples.length > 0 && { examples }) });

export const DepartmentCode = key(KEY_MAX, { description: "Code of a department.", examples: ["D1020"] });
export const Group = key(KEY_MAX, { description: "Permission group.", examples: ["pilots"] });
export const DocumentTitle = title(TITLE_MAX, { description: "The document's title." });
export const DocumentVersion = title(TITLE_MAX, { description: "A date-like text." });
export const DocumentId = Type.String({
  pattern: DOCUMENT_ID.source,
  description: "The document's identifier.",
  examples: [DOCUMENT.document_id],
});
export const ChunkId = Type.String({
  pattern: CHUNK_ID.source,
  maxLength: CHUNK_ID_MAX,
  description: "The chunk's identifier: `work-rules::art1::paragraph-1`.",
  examples: [CHUNK],
});
export const TextHash = Type.String({
  pattern: TEXT_HASH.source,
  description: "SHA-256 of the text.",
  examples: [`sha256:${"0".repeat(64)}`],
});
export const Moment = Type.String({
  pattern: MOMENT,
  maxLength: 64,
  description: "A date (in UTC), or a time with an offset.",
});
/** A time in an answer. */
export const timestamp = (description: string) =>
  Type.String({ format: "date-time", description, examples: ["2026-04-01T00:00:00.000Z"] });
export const Email = Type.String({
  maxLength: EMAIL_MAX,
  pattern: "^[^\\s@\\p{Cc}\\p{Cs}]+@[^\\s@\\p{Cc}\\p{Cs}]+$",
  description: "E-mail address.",
});
export const Role = Type.Enum([...ROLES], {
  description:
    "admin: manages, and reads every document. developer: reads every document. user: reads what access rules allow.",
});

export const Problems = Type.Array(ProblemSchema, { description: "What is wrong, as data.", examples: [[]] });
export const WordedWarnings = Type.Array(
  closed({ message: text("The warning as a sentence."), problem: ProblemSchema }),
  { description: "Warnings, each as a sentence and as data.", examples: [[]] },
);

/** A warning with its sentence. */
export type WordedWarning = Shape<typeof WordedWarnings>[number];

/** A user, where an answer names one. */
export const NAMED_USER = {
  user_id: text("Employee number.", USER.user_id),
  display_name: text("The user's name as displayed.", USER.display_name),
};
export const NamedUser = named("NamedUser", "A user by name.", NAMED_USER);
export const NAMED_DOCUMENT = {
  document_id: text("The document's identifier.", DOCUMENT.document_id),
  title: text("The document's title.", DOCUMENT.title),
};
/** The fields of every listed document. */
export const HEAD = { ...NAMED_DOCUMENT, version: text("The document's version, a date-like text.", DOCUMENT.version) };
