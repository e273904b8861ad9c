import { PHRASES } from "../limits.js";
import { beginningOf, classOf } from "./characters.js";
import { isFunctionWord } from "./function-words.js";
import { referenceTermsOf } from "./references.js";
import { type Term, termsOf } from "./terms.js";
import { EMPTY_VOCABULARY, type Vocabulary } from "./vocabulary.js";

/** One term of a query. */
export interface QueryTerm {
  readonly text: string;
  /** true: matches every term that begins with it; for a query of one character. */
  readonly prefix: boolean;
  /** How meaningful the term is, from 0 to 1: an article's number, a noun, a particle. */
  readonly significance: number;
}

/** Consecutive terms, each with its distance from the one before. */
export type QueryPhrase = readonly { readonly text: string; readonly prefix: boolean; readonly distance: number }[];

export interface SearchQuery {
  /** Distinct, in the order of the query; the terms of phrases are among them. */
  readonly terms: readonly QueryTerm[];
  /** The first quoted phrases, up to {@link PHRASES}, are required. The others are searched as words. */
  readonly phrases: readonly QueryPhrase[];
}

/** The most terms of a query: more do not make it more precise. */
const TERMS_MAX = 64;
/**
 * The most characters of a query that are read, counted as search makes them: only ligatures become more than were
 * typed.
 */
const READ_MAX = 2_000;
/** A document's word for an everyday word counts less than a typed word. */
const MEANT_SIGNIFICANCE = 0.5;
const QUOTED = /["“”「『]([^"“”「」『』]+)["“”」』]/g;

/**
 * Reads what the user typed: words, a whole question, article numbers, phrases in quotes.
 *
 * @param vocabulary adds the words of documents to everyday words, with less weight
 */
export function readQuery(typed: string, vocabulary: Vocabulary = EMPTY_VOCABULARY): SearchQuery {
  const { text } = beginningOf(typed, READ_MAX);
  const phrases = [...text.matchAll(QUOTED)]
    .map(([, quoted]) => quoted as string)
    .filter(isPhrase)
    .map(phraseOf)
    .filter((phrase) => phrase.length > 0)
    .slice(0, PHRASES.max);
  const references = referenceTermsOf(text);
  const inReference = ({ start }: Term) => references.some((at) => at.start <= start && start < at.end);
  const words = queried(termsOf(text)).filter((term) => !inReference(term));
  const terms = new Map<string, QueryTerm>();
  for (const { text: reference } of references)
    terms.set(reference, { text: reference, prefix: false, significance: 1 });
  for (const word of words) {
    const key = word.prefix ? `${word.text}*` : word.text;
    const significance = significanceOf(text.slice(word.start, word.end));
    const known = terms.get(key);
    if (!known || known.significance < significance)
      terms.set(key, { text: word.text, prefix: word.prefix, significance });
  }
  for (const { text: meant } of vocabulary.meantTerms(text)) {
    if (!terms.has(meant)) terms.set(meant, { text: meant, prefix: false, significance: MEANT_SIGNIFICANCE });
  }
  return { terms: [...terms.values()].slice(0, TERMS_MAX), phrases };
}

interface AskedTerm extends Term {
  readonly prefix: boolean;
}

/**
 * The index holds the last character of a run for queries of one character; a longer query asks for it as part of a
 * pair.
 */
function queried(terms: readonly Term[]): AskedTerm[] {
  const asked: AskedTerm[] = [];
  terms.forEach((term, i) => {
    const before = terms[i - 1];
    const isSingle = isOneCharacter(term.text);
    if (isSingle && before !== undefined && before.end === term.end && before.position === term.position - 1) return;
    asked.push({ ...term, prefix: isSingle });
  });
  return asked;
}

function isOneCharacter(text: string): boolean {
  const [sign, ...more] = text;
  return sign !== undefined && more.length === 0 && classOf(sign) === "unspaced";
}

/** A pasted paragraph has quotes too, so quotes that are too long or too short for a phrase are no error. */
function isPhrase(quoted: string): boolean {
  const { length } = [...quoted.trim().normalize("NFKC")];
  return length >= PHRASES.characters.min && length <= PHRASES.characters.max;
}

function phraseOf(text: string): QueryPhrase {
  const asked = queried(termsOf(text));
  return asked.map(({ text: term, prefix, position }, i) => ({
    text: term,
    prefix,
    distance: i === 0 ? 0 : position - (asked[i - 1] as AskedTerm).position,
  }));
}

/** Particles and endings are in hiragana, meaningful words are not: 手当, テスト, but also 手当の and いくらですか. */
function significanceOf(written: string): number {
  if (/^[\p{Script=Hiragana}ー]+$/u.test(written)) return 0.15;
  if (/\p{Script=Hiragana}/u.test(written)) return 0.5;
  return isFunctionWord(written.toLowerCase()) ? 0.1 : 1;
}
