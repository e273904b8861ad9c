import type { Problem } from "./problems.js";

/** The shape of identifiers and names, which are stored and compared exactly, character by character. */

// C0 and C1 controls, line and paragraph separators: they have no place in a name and break logs, CSV and headers.
const CONTROL = /[\p{Cc}\u2028\u2029]/u;
const EDGE_SPACE = /^\s|\s$/;

/** The length in characters: code points, not UTF-16 units. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/**
 * The problem with a field that must be a one-line text of at most `max` characters, or null.
 * Never trims and never normalises: names are stored exactly as given (NFC alone would change 神, U+FA19).
 */
export function problemWithLine(field: string, value: unknown, max: number): Problem | null {
  if (typeof value !== "string") return { code: "field.not_text", field };
  if (value === "") return { code: "field.empty", field };
  if (value.length > max && lengthOf(value) > max) return { code: "field.too_long", field, max };
  if (!value.isWellFormed()) return { code: "field.ill_formed", field };
  if (CONTROL.test(value)) return { code: "field.control_character", field };
  return null;
}

/** Like {@link problemWithLine}, and white space at the edges is a problem too: keys are compared exactly. */
export function problemWithKey(field: string, value: unknown, max: number): Problem | null {
  const problem = problemWithLine(field, value, max);
  if (problem !== null) return problem;
  return EDGE_SPACE.test(value as string) ? { code: "field.edge_space", field } : null;
}

/** The limit of names of users and departments; a token carries two of them and must stay small. */
export const NAME_MAX = 128;
/** The limit of document titles, versions and section titles. */
export const TITLE_MAX = 512;
/** The limit of user ids, department codes and groups, in characters. */
export const KEY_MAX = 128;
