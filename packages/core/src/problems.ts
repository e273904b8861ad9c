import { ACCESS_RULE_PROBLEMS } from "./problems/access-rules.js";
import { ACCESS_TOKEN_PROBLEMS } from "./problems/access-tokens.js";
import { CHANGE_PROBLEMS } from "./problems/changes.js";
import { CHUNK_PROBLEMS } from "./problems/chunks.js";
import { DEPARTMENT_PROBLEMS } from "./problems/departments.js";
import { DOCUMENT_PROBLEMS } from "./problems/documents.js";
import { FIELD_PROBLEMS } from "./problems/fields.js";
import { FILE_PROBLEMS } from "./problems/files.js";
import { IMPORT_PROBLEMS } from "./problems/imports.js";
import { JOB_PROBLEMS } from "./problems/jobs.js";
import { PARSING_PROBLEMS } from "./problems/parsing.js";
import { QUESTION_PROBLEMS } from "./problems/questions.js";
import { REQUEST_PROBLEMS } from "./problems/requests.js";
import { SIGN_IN_PROBLEMS } from "./problems/sign-in.js";
import { STORAGE_PROBLEMS } from "./problems/storage.js";
import { USER_PROBLEMS } from "./problems/users.js";
import { VOCABULARY_PROBLEMS } from "./problems/vocabulary.js";

export {
  ACCESS_RULE_PROBLEMS,
  ACCESS_TOKEN_PROBLEMS,
  CHANGE_PROBLEMS,
  CHUNK_PROBLEMS,
  DEPARTMENT_PROBLEMS,
  DOCUMENT_PROBLEMS,
  FIELD_PROBLEMS,
  FILE_PROBLEMS,
  IMPORT_PROBLEMS,
  JOB_PROBLEMS,
  PARSING_PROBLEMS,
  QUESTION_PROBLEMS,
  REQUEST_PROBLEMS,
  SIGN_IN_PROBLEMS,
  STORAGE_PROBLEMS,
  USER_PROBLEMS,
  VOCABULARY_PROBLEMS,
};

/**
 * Every refusal and warning that the service knows, as data: its code with the parameters that say what it is about. A
 * code names the thing and what is wrong with it. The texts, one table for each language, are in the package `api`.
 *
 * A parameter is a "text", a "number", a "text|null", a list of them ("texts", "numbers"), or one of the texts listed. No parameter
 * holds a secret, a token, a password or an expected signature.
 */
export const PROBLEMS = {
  ...ACCESS_RULE_PROBLEMS,
  ...ACCESS_TOKEN_PROBLEMS,
  ...CHANGE_PROBLEMS,
  ...CHUNK_PROBLEMS,
  ...DEPARTMENT_PROBLEMS,
  ...DOCUMENT_PROBLEMS,
  ...FIELD_PROBLEMS,
  ...FILE_PROBLEMS,
  ...IMPORT_PROBLEMS,
  ...JOB_PROBLEMS,
  ...QUESTION_PROBLEMS,
  ...PARSING_PROBLEMS,
  ...REQUEST_PROBLEMS,
  ...SIGN_IN_PROBLEMS,
  ...STORAGE_PROBLEMS,
  ...USER_PROBLEMS,
  ...VOCABULARY_PROBLEMS,
  /** The rest of a shortened list. */
  more: { count: "number" },
} as const satisfies Readonly<Record<string, ParameterKinds>>;

export type ParameterKind = "text" | "text|null" | "number" | "texts" | "numbers" | readonly string[];
export type ParameterKinds = Readonly<Record<string, ParameterKind>>;

type ValueOf<Kind> = Kind extends readonly (infer Text)[]
  ? Text
  : Kind extends "text"
    ? string
    : Kind extends "text|null"
      ? string | null
      : Kind extends "number"
        ? number
        : Kind extends "texts"
          ? readonly string[]
          : readonly number[];

export type ProblemCode = keyof typeof PROBLEMS;

/** The parameters of one code. */
export type ProblemParameters<Code extends ProblemCode> = {
  readonly [Name in keyof (typeof PROBLEMS)[Code]]: ValueOf<(typeof PROBLEMS)[Code][Name]>;
};

/** Fields that any problem may have besides its parameters. */
interface Place {
  /** The part of a list that has the problem: `chunks[3]`. Fields are parameters. */
  readonly at?: string;
  /** How often the problem was found, if more than once; its parameters are those of the first. */
  readonly times?: number;
  /** The headings of a file above the first places of the problem. */
  readonly headings?: readonly string[];
}

/** One refusal or warning. The union is closed: a table over {@link ProblemCode} is total, or does not compile. */
export type Problem = { readonly [Code in ProblemCode]: ProblemOf<Code> }[ProblemCode];

export type ProblemOf<Code extends ProblemCode> = { readonly code: Code } & ProblemParameters<Code> & Place;
