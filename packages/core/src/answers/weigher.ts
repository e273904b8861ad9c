import type { SearchHits } from "../search/ranking/search-hits.js";
import { foldWithMap } from "../search/text/folding.js";
import { REFERENCE_MARK, referenceFilter, referenceTermsOf } from "../search/text/references.js";
import { forEachTerm, termAt, termsOf } from "../search/text/terms.js";
import { isFunctionWord } from "../search/text/words.js";

type Term = SearchHits["terms"][number];

/**
 * The share of a question's weight that a text has. A word and what is searched for it are one: a
 * text that has two of them does not say more than one that has one. Function words are in nearly every sentence, so they
 * say nothing of a text.
 */
export function weigher(query: readonly Term[]): (text: string) => number {
  const terms = query.filter(({ text }) => !isFunctionWord(text));
  const concepts = conceptsOf(terms);
  const weightOf = (isThere: (term: Term) => boolean) =>
    concepts.reduce((sum, words) => sum + Math.max(...words.map((word) => sumOf(word, isThere))), 0);
  const total = Math.max(
    weightOf(() => true),
    Number.EPSILON,
  );
  return (text) => {
    const there = termsIn(text, terms);
    return weightOf((term) => there.has(term)) / total;
  };
}

const sumOf = (word: readonly Term[], isThere: (term: Term) => boolean) =>
  word.reduce((sum, term) => (isThere(term) ? sum + term.weight : sum), 0);

/** The terms of a word. */
type Word = readonly Term[];

/** What a question asks about: each with the word that was typed, if a visible text has it, and those that are searched for it. */
function conceptsOf(terms: readonly Term[]): readonly (readonly Word[])[] {
  const saids = [...new Set(terms.flatMap(({ said }) => said ?? []))].sort((a, b) => b.length - a.length);
  const parts = saids.map((said) => new Set(termsOf(said).map(({ text }) => text)));
  const concepts = new Map<string, Map<string, Term[]>>();
  for (const term of terms) {
    const { text, said, also } = term;
    const concept =
      said === null ? saids[parts.findIndex((of) => of.has(text))] : saids.find((one) => one.includes(said));
    const words = concepts.get(concept ?? text) ?? new Map<string, Term[]>();
    concepts.set(concept ?? text, words);
    words.set(also ?? "", [...(words.get(also ?? "") ?? []), term]);
  }
  return [...concepts.values()].map((words) => [...words.values()]);
}

export function termsIn(text: string, terms: readonly Term[]): ReadonlySet<Term> {
  const compared = foldWithMap(text);
  const words = new Set<string>();
  forEachTerm(compared, (from, to) => words.add(termAt(compared, from, to)));
  if (referenceFilter(terms)(text)) for (const { text: reference } of referenceTermsOf(text)) words.add(reference);
  const isSign = (term: Term) => !term.text.startsWith(REFERENCE_MARK) && (term.prefix || term.text.length === 1);
  return new Set(terms.filter((term) => words.has(term.text) || (isSign(term) && compared.text.includes(term.text))));
}
