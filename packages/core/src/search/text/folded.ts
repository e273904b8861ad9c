import { foldedKana } from "./characters.js";

/** A name or what was typed of it, as search compares characters, on one line. */
export const folded = (text: string): string =>
  foldedKana(text.normalize("NFKC").toLowerCase()).replace(/\s+/gu, " ").trim();
