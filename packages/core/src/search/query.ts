import { PHRASES } from "../limits.js";
import { beginningOf, classOf } from "./characters.js";
import { isFunctionWord } from "./function-words.js";
import { referenceTermsOf } from "./references.js";
import { meantTerms } from "./synonyms.js";
import { type Term, termsOf } from "./terms.js";

/** One term that somebody asks for. */
export interface QueryTerm {
  readonly text: string;
  /** true: every term that begins with it counts; a query of one sign. */
  readonly prefix: boolean;
  /** How much it says about what is meant, from 0 to 1: an article's number, a noun, a particle. */
  readonly significance: number;
}

/** Terms that have to follow each other: each with its distance from the one before. */
export type QueryPhrase = readonly { readonly text: string; readonly prefix: boolean; readonly distance: number }[];

export interface SearchQuery {
  /** Distinct, in the order in which they were asked for; those of phrases are among them. */
  readonly terms: readonly QueryTerm[];
  /** The first of what is in quotes, within {@link PHRASES}: it has to be there. The rest is searched as words. */
  readonly phrases: readonly QueryPhrase[];
}

/** How many terms a query may use: more say nothing more. */
const TERMS_MAX = 64;
/** So much of a query is read, in characters as search makes them: only ligatures become more than were typed. */
const READ_MAX = 2_000;
/** What rules call it says less than what was said. */
const MEANT = 0.5;
const QUOTED = /["“”「『]([^"“”「」『』]+)["“”」』]/g;

/** Reads what somebody typed: words, a whole question, article numbers, phrases in quotes. */
export function readQuery(typed: string): SearchQuery {
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
  for (const { text: meant } of meantTerms(text)) {
    if (!terms.has(meant)) terms.set(meant, { text: meant, prefix: false, significance: MEANT });
  }
  return { terms: [...terms.values()].slice(0, TERMS_MAX), phrases };
}

interface AskedTerm extends Term {
  readonly prefix: boolean;
}

/** The last sign of a run stands in the index for queries of one sign; a longer query has asked for it in a pair. */
function queried(terms: readonly Term[]): AskedTerm[] {
  const asked: AskedTerm[] = [];
  terms.forEach((term, i) => {
    const before = terms[i - 1];
    const isSingle = isOneSign(term.text);
    if (isSingle && before !== undefined && before.end === term.end && before.position === term.position - 1) return;
    asked.push({ ...term, prefix: isSingle });
  });
  return asked;
}

function isOneSign(text: string): boolean {
  const [sign, ...more] = text;
  return sign !== undefined && more.length === 0 && classOf(sign) === "unspaced";
}

/** A pasted paragraph has quotes too: what is too long or too short to be looked up as a phrase is no error. */
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

/** Particles and endings are in hiragana, and what is meant is not: 手当, テスト, but also 手当の and いくらですか. */
function significanceOf(written: string): number {
  if (/^[\p{Script=Hiragana}ー]+$/u.test(written)) return 0.15;
  if (/\p{Script=Hiragana}/u.test(written)) return 0.5;
  return isFunctionWord(written.toLowerCase()) ? 0.1 : 1;
}
