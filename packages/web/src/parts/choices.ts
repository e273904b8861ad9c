import type { Department, UserSummary } from "@retrieval/core/users";
import { folded } from "../folded.js";
import type { Choice } from "../ui/combo-box.js";

/** How many choices a list offers; the user finds others by typing more. */
const OFFERED = 50;

/** The typed text as a choice, because no list has it. */
export interface AsTyped {
  readonly text: (typed: string) => string;
  readonly detail: string;
}

export function departmentChoices(
  departments: readonly Department[],
  typed: string,
  chosen: readonly string[],
  asTyped: AsTyped,
): Choice[] {
  const taken = new Set(chosen);
  const fits = departments.filter(({ code, name }) => !taken.has(code) && (holds(code, typed) || holds(name, typed)));
  const choices = fits.slice(0, OFFERED).map(({ code, name }) => ({ value: code, text: `${code} ${name}` }));
  const known = departments.some(({ code }) => code === typed.trim());
  return known ? choices : withTyped(choices, typed, taken, asTyped);
}

export function groupChoices(
  groups: readonly string[],
  typed: string,
  chosen: readonly string[],
  asTyped: AsTyped | null,
): Choice[] {
  const taken = new Set(chosen);
  const fits = groups.filter((group) => !taken.has(group) && holds(group, typed));
  const choices = fits.slice(0, OFFERED).map((group) => ({ value: group, text: group }));
  const known = groups.includes(typed.trim());
  return known || asTyped === null ? choices : withTyped(choices, typed, taken, asTyped);
}

/** @param found the users that match the typed text @param asTyped null: only registered users can be picked */
export function userChoices(
  found: readonly UserSummary[],
  typed: string,
  chosen: readonly string[],
  inactive: string,
  asTyped: AsTyped | null,
): Choice[] {
  const taken = new Set(chosen);
  const choices = found
    .filter(({ user_id }) => !taken.has(user_id))
    .map(({ user_id, display_name, is_active }) => ({
      value: user_id,
      text: `${user_id} ${display_name}`,
      ...(is_active ? {} : { detail: inactive }),
    }));
  const known = found.some(({ user_id }) => user_id === typed.trim());
  return known || asTyped === null ? choices : withTyped(choices, typed, taken, asTyped);
}

function withTyped(choices: Choice[], typed: string, taken: ReadonlySet<string>, { text, detail }: AsTyped): Choice[] {
  const value = typed.trim();
  return value === "" || taken.has(value) ? choices : [...choices, { value, text: text(value), detail, isNew: true }];
}

/** Ignores case, width and differences of white space. */
function holds(text: string, typed: string): boolean {
  return folded(text).includes(folded(typed.trim()));
}
