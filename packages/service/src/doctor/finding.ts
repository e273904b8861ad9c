import { say, type Text, translate, type ValuesFor } from "../texts/say.js";

/** The result of one check. */
export interface Finding {
  readonly state: "ok" | "note" | "wrong";
  readonly what: string;
  /** What to do about it; absent if nothing. */
  readonly mend?: string;
}

export const ok = <T extends Text>(what: T, ...values: ValuesFor<T>): Finding => found("ok", say(what, ...values));

/** It works, and may be intended. @param values of both texts */
export const note = <W extends Text, M extends Text>(what: W, mend: M, ...values: ValuesFor<W | M>): Finding =>
  found("note", translate(what, values[0]), translate(mend, values[0]));

export const wrong = <W extends Text, M extends Text>(what: W, mend: M, ...values: ValuesFor<W | M>): Finding =>
  found("wrong", translate(what, values[0]), translate(mend, values[0]));

/** A finding whose sentences are composed. */
export const found = (state: Finding["state"], what: string, mend?: string): Finding => ({
  state,
  what,
  ...(mend !== undefined && { mend }),
});
