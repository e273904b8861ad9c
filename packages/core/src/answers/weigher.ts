import { searchText } from "../search/characters.js";
import { isFunctionWord } from "../search/function-words.js";
import type { SearchFound } from "../search/index/search-found.js";
import { REFERENCE_MARK, referenceFilter, referenceTermsOf } from "../search/references.js";
import { forEachTerm, termAt } from "../search/terms.js";
import type { PlacedUnit } from "./items.js";

type Term = SearchFound["terms"][number];

/** What the names around a text say counts less than what the text says. */
const NAMES_SHARE = 0.9;

/**
 * The shares of the typed terms' weight that a part has, alone, and with the text above its table and the names around.
 * Function words are in nearly every sentence, so they say nothing of it.
 */
export function weigher(
  asked: readonly Term[],
): (unit: Pick<PlacedUnit, "text" | "above">, names: string) => { own: number; all: number } {
  const terms = asked.filter(({ text }) => !isFunctionWord(text));
  const typed = terms.reduce((sum, { origin, weight }) => (origin === "typed" ? sum + weight : sum), 0);
  const total = Math.max(typed, Number.EPSILON);
  const known = new Map<string, ReadonlySet<Term>>();
  const inNames = (names: string) => {
    const found = known.get(names) ?? termsIn(names, terms);
    known.set(names, found);
    return found;
  };
  return ({ text, above }, names) => {
    const own = termsIn(text, terms);
    const said = above === "" ? own : termsIn(`${above}\n${text}`, terms);
    const all = weightOf(said);
    if (all === 0) return { own: 0, all: 0 };
    const named = [...inNames(names)].filter((term) => !said.has(term));
    return { own: weightOf(own) / total, all: Math.min(1, (all + weightOf(named) * NAMES_SHARE) / total) };
  };
}

function weightOf(terms: Iterable<Term>): number {
  let sum = 0;
  for (const { weight } of terms) sum += weight;
  return sum;
}

export function termsIn(text: string, terms: readonly Term[]): ReadonlySet<Term> {
  const compared = searchText(text);
  const words = new Set<string>();
  forEachTerm(compared, (from, to) => words.add(termAt(compared, from, to)));
  if (referenceFilter(terms)(text)) for (const { text: reference } of referenceTermsOf(text)) words.add(reference);
  const isSign = (term: Term) => !term.text.startsWith(REFERENCE_MARK) && (term.prefix || term.text.length === 1);
  return new Set(terms.filter((term) => words.has(term.text) || (isSign(term) && compared.text.includes(term.text))));
}
