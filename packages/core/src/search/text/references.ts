import { referencesIn, referenceTo, type SectionReference } from "../../chunks/section-label.js";
import type { SectionPathElement } from "../../chunks/structured-chunk.js";
import type { Term } from "./terms.js";

/** No term of a text begins with this character, so a reference is never taken for a word. */
export const REFERENCE_MARK = "§";

/** A reference as one term, the same in every spelling: §article 36-2 for 第三十六条の二 and Article 36.2. */
function referenceTerm({ kind, number }: SectionReference): string {
  return `${REFERENCE_MARK}${kind} ${number}`;
}

/** The references in a text as terms. */
export function referenceTermsOf(text: string): Term[] {
  return Array.from(referencesIn(text, { loose: true }), ({ start, end, ...reference }) => {
    return { text: referenceTerm(reference), start, end };
  });
}

/** A reference in a question. */
export interface QuestionReference extends Term {
  readonly has_number: boolean;
  /** Whether it is the article of a law: 労働基準法第41条. No own article with this number is meant. */
  readonly is_of_law: boolean;
}

const AFTER_LAW = /(?:[法令律]|条約|施行規則)[」』]?の?\s*$/;

export function questionReferencesIn(text: string): QuestionReference[] {
  return Array.from(referencesIn(text, { loose: true, named: true }), ({ start, end, ...reference }) => ({
    text: referenceTerm(reference),
    start,
    end,
    has_number: reference.number !== "",
    // The words before it need no more than these characters.
    is_of_law: AFTER_LAW.test(text.slice(Math.max(0, start - 10), start)),
  }));
}

/**
 * Excludes most texts that cannot contain one of these references, in a fraction of the time that reading references
 * takes. Excludes every text where the terms have no reference.
 */
export function referenceFilter(terms: readonly { readonly text: string }[]): (text: string) => boolean {
  const kinds = terms.filter(({ text }) => text.startsWith(REFERENCE_MARK)).map(({ text }) => text.split(" ")[0]);
  const signs = [...new Set(kinds)].flatMap((kind = "") => (kind === "§article" ? ["条", "art", "§"] : kind.slice(1)));
  if (signs.length === 0) return () => false;
  return (text) => {
    const lower = text.toLowerCase();
    return signs.some((sign) => lower.includes(sign));
  };
}

/** The reference to the last section of a path; null where it has no number. */
export function ownReferenceTerm(section_path: readonly SectionPathElement[]): string | null {
  const section = section_path.at(-1);
  const reference = section ? referenceTo(section.type, section.label) : null;
  return reference === null ? null : referenceTerm(reference);
}
