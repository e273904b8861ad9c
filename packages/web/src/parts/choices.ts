import { folded } from "../folded.js";
import type { Choice } from "../ui/combo-box.js";

/** How many choices a list offers; the user finds others by typing more. */
const OFFERED = 50;

/** The typed text as a choice, because no list has it. */
export interface AsTyped {
  readonly text: (typed: string) => string;
  readonly detail: string;
}

/** Those with the typed text, whatever its case, width and white space. */
export function matching(choices: readonly Choice[], typed: string): Choice[] {
  const wanted = folded(typed.trim());
  return choices.filter(({ text }) => folded(text).includes(wanted));
}

/**
 * What a list offers of the choices that match, without those that are chosen.
 * @param asTyped null: only these can be picked
 */
export function offered(
  matches: readonly Choice[],
  typed: string,
  chosen: readonly string[],
  asTyped: AsTyped | null,
): Choice[] {
  const value = typed.trim();
  const choices = matches.filter((choice) => !chosen.includes(choice.value)).slice(0, OFFERED);
  const isKnown = value === "" || chosen.includes(value) || matches.some((choice) => choice.value === value);
  if (asTyped === null || isKnown) return choices;
  return [...choices, { value, text: asTyped.text(value), detail: asTyped.detail, isNew: true }];
}
