/**
 * The limits and closed sets of values that callers meet. The API's schemas take them from here, in browsers too: this
 * file and those that it imports must not import anything from Node.
 */

export { ROLES } from "./access/role.js";
export { appliedEdit, byList, namesIn, type RuleEdit, type RuleNames } from "./access/rule-edit.js";
export { RULE_LIST_MAX, RULE_LISTS } from "./access/rules.js";
export {
  APPLICATION_DAYS,
  TOKEN_AUDIENCES,
  TOKEN_DAYS,
  TOKEN_MINUTES,
  TOKEN_ROLES,
  TOKENS_PER_USER,
} from "./access-tokens/access-token.js";
export { ANSWER_FAULTS, ANSWER_OUTCOMES, MODEL_USES } from "./answers/answer-end.js";
export { AUDIT_DETAILS, AUDIT_KINDS, formOf } from "./audit/kinds.js";
export { EVALUATION_SEMANTICS } from "./authzen/evaluate-access.js";
export { CHANGE_SOURCES, CHANGE_TYPES } from "./changes/change-types.js";
export { CHUNK_TEXT_MAX, FOUND_TEXT_MAX, SECTION_TYPES, TEXT_TYPES } from "./chunks/structured-chunk.js";
export { dayAfter, dayIn, dayInLabel, problemWithDay, startOfDay } from "./day.js";
export { DOCUMENT_FIELD_NAMES, EDITORS_MAX, HISTORY_CHOICES, NUMBER_MAX } from "./documents/document-fields.js";
export { NOTE_MAX } from "./documents/enactment.js";
export { inForce } from "./documents/life.js";
export {
  CSV,
  DOCX,
  documentIdOf,
  FILE_EXTENSIONS,
  HTML,
  MARKDOWN,
  mediaTypeOf,
  PDF,
  PPTX,
  STRUCTURED_CHUNKS,
  TXT,
  XLSX,
} from "./documents/media-types.js";
export { ORIGINAL_CHOICES, type OriginalChoice } from "./documents/original-file.js";
export { OTHER_FORMATS, type OtherFormat, otherFormatOf } from "./documents/other-formats.js";
export { isObject } from "./is-object.js";
export { problemWithName, problemWithTitle } from "./look-alikes.js";
export { NOTICES, type NoticeKind } from "./notices/notice.js";
export { CONFIRMATION_STATES } from "./notices/notice-store.js";
export { repeatedName } from "./repeated-name.js";
export { KEY_MAX, lengthOf, NAME_MAX, problemWithKey, problemWithLine, TITLE_MAX } from "./text.js";

export { OTHERS_MIN, USAGE_DAYS, USAGE_KINDS, USERS_MIN, type UsageKind } from "./usage/kinds.js";
export { IMPORT_CHANGES } from "./users/import-changes.js";
export { isPseudonym } from "./users/pseudonym.js";
export {
  ALL_FIELDS,
  type FieldIn,
  REQUIRED_FIELDS,
  type RequiredField,
  USER_FIELDS,
  USER_FILE_FIELDS,
} from "./users/user-fields.js";
export { ENTRY_FIELDS } from "./vocabulary/entry.js";
export {
  DELIVERY_DAYS,
  DISABLED_BY,
  OUTGOING_FAILURES,
  ROTATION_HOURS,
  WEBHOOK_URL_MAX,
  WEBHOOKS_MAX,
} from "./webhooks/webhook.js";

/** The maximum number of results of a search. */
export const RESULTS_MAX = 100;

/** The limit of SPEC 8. */
export const USERS_PER_IMPORT = 100;

/** The maximum number of permission groups of one user. */
export const GROUPS_MAX = 500;

/** The maximum number of groups that one change adds to a user, so that a refusal tells little about the others. */
export const GROUPS_ADDED_MAX = 100;
export const EMAIL_MAX = 254;
export const PASSWORD_MAX = 1_024;

/** The maximum number of departments in the master. */
export const DEPARTMENTS_MAX = 5_000;

/** The maximum number of documents whose rules one call changes. */
export const RULES_PER_CHANGE = 200;

/** The maximum number of uploads that one call plans. */
export const DOCUMENTS_PER_PLAN = 200;

/** How many users a preview names at most of those who gain, and of those who lose; it counts all. */
export const USERS_NAMED_MAX = 1_000;

/** The maximum size of an uploaded file, in bytes. */
export const DOCUMENT_BYTES_MAX = 50 * 1024 * 1024;

/** The maximum number of chunks of one document. */
export const CHUNKS_MAX = 100_000;
export const CHUNK_ID_MAX = 512;
/** How deep a section path may be, so that every chunk_id stays within its length. */
export const SECTION_PATH_MAX = 16;

/** Eleven digits are seconds until the year 5138; thirteen would be milliseconds. */
export const TIMESTAMP_MAX = 99_999_999_999;

export const DOCUMENT_ID = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,127}$/u;
export const CHUNK_ID =
  /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,127}(?:::[\p{L}\p{N}._-]+(?:~[0-9]+)?)*::(?:paragraph|table|list|heading|annex_title)-[1-9][0-9]*$/u;
export const TEXT_HASH = /^sha256:[0-9a-f]{64}$/;

/** The maximum number of quotes that one call proves. */
export const CITATIONS_MAX = 50;
export const PROOF_OUTCOMES = ["proved", "differs", "not_found"] as const;

/** The maximum number of questions of access that one call decides, and of ids that one page of a search has. */
export const EVALUATIONS_MAX = 200;
export const FOUND_IDS_MAX = 1_000;

/** The maximum number of phrases of a query, and the length of each in characters. */
export const PHRASES = { max: 4, characters: { min: 2, max: 64 } } as const;

/** The most queries of one rewriting of a question, and the most characters of a query. */
export const REWRITING = { queries: 3, characters: 200 } as const;

/** The most questions on the front page, and the most characters of one. */
export const FRONT_PAGE = { questions: 5, characters: 100 } as const;

/** The limits of a vocabulary: its entries, the words in `meant` of one, the characters of a word. */
export const VOCABULARY = {
  entries: 5_000,
  meant: 16,
  characters: 64,
  weight: { min: 0.1, usual: 0.8, max: 1 },
} as const;
