import { classOf, firstSign, isKanji } from "../text/characters.js";
import { beginningOf, fold } from "../text/folding.js";
import { phrasesIn, type Quote, quotesIn } from "../text/phrases.js";
import { type QuestionReference, questionReferencesIn } from "../text/references.js";
import { isOneSign, type Term, termsOf, withoutRunEnds } from "../text/terms.js";
import { isAcrossWords, isFunctionWord, spellingWordsIn } from "../text/words.js";
import type { Question, QuestionTerm, QuestionWord, Subject } from "./question.js";
import { type Synonym, type Vocabulary, wordKey } from "./vocabulary.js";

/**
 * The most characters of a question that are read, counted as search makes them: only ligatures become more than were
 * typed.
 */
const READ_MAX = 2_000;
/** The most terms of a question: each is counted in the index. The most significant ones are kept. */
const TERMS_MAX = 96;

/** The factors of a term's weight (decisions 0027 and 0041). */
const SIGNIFICANCE = {
  reference: 2,
  word: 1,
  kanji_and_hiragana: 0.4,
  across_words: 0.1,
  one_sign: 0.35,
  function_word: 0.1,
  hiragana: 0.05,
} as const;

/** A word of the vocabulary weighs as much as one typed pair, or somewhat more if it is long. */
const VOCABULARY = 1.3;

/** 何日 and 誰 ask for something, and say as little of what it is as "how many" and "who". */
const ASKS = /[何誰]/;
/** 何パーセント. */
const ASKS_BEFORE = /何[\p{Script=Katakana}ー]*$/u;
/** Reads what the user typed: words, a whole question, article numbers, names of documents, phrases in quotes. */
export function readQuestion(query: string, vocabulary: Vocabulary): Question {
  const { text } = beginningOf(query, READ_MAX);
  const references = questionReferencesIn(text);
  const quotes = quotesIn(text);
  const terms = new Map<string, QuestionTerm>();
  const add = (term: QuestionTerm) => {
    const key = term.prefix ? `${term.text}*` : term.text;
    const other = terms.get(key);
    if (!other || (other.origin === term.origin && other.significance < term.significance)) terms.set(key, term);
  };
  for (const term of typedTerms(text, references, quotes)) add(term);
  const synonyms = [...vocabulary.synonymsIn(text)];
  for (const term of synonyms.flatMap(synonymTerms)) add(term);
  return {
    text,
    terms: mostSignificant([...terms.values()]),
    subjects: subjectsOf(text, [...terms.values()]),
    phrases: phrasesIn(text).map(phraseTerms),
    words: wordsToSpell(text, quotes, synonyms),
    references: [...new Set(references.flatMap((reference) => (reference.has_number ? [reference.text] : [])))],
  };
}

function synonymTerms({ said, also, weight }: Synonym): QuestionTerm[] {
  const terms = withoutRunEnds(termsOf(also));
  const significance = (weight * VOCABULARY) / Math.sqrt(terms.length);
  return terms.map(({ text }) => ({ text, prefix: false, significance, origin: "vocabulary", said, also }));
}

const typedTerm = (text: string, significance: number, prefix = false): QuestionTerm => {
  return { text, prefix, significance, origin: "typed", said: null, also: null };
};

function* typedTerms(
  text: string,
  references: readonly QuestionReference[],
  quotes: readonly Quote[],
): Generator<QuestionTerm> {
  const own = references.filter(({ is_of_law }) => !is_of_law);
  for (const { text: reference, has_number } of own)
    yield typedTerm(reference, has_number ? SIGNIFICANCE.reference : SIGNIFICANCE.word);
  const all = termsOf(text);
  const [only] = all;
  if (only && all.length === 1 && isOneSign(only.text) && !isKanji(only.text)) {
    yield typedTerm(only.text, SIGNIFICANCE.word, true);
    return;
  }
  const outside = all.filter(
    ({ start }) => !own.some((reference) => reference.start <= start && start < reference.end),
  );
  for (const term of withoutRunEnds(outside))
    if (!isKanji(term.text)) yield typedTerm(term.text, significanceOf(term, text, isInside(quotes, term)));
  for (const term of outside) {
    const sign = firstSign(term.text);
    if (isKanji(sign) && !ASKS.test(sign)) yield typedTerm(sign, SIGNIFICANCE.one_sign);
  }
}

/** Particles and endings are in hiragana, meaningful words are not: 手当, テスト, but also 手当の and いくらですか. */
function significanceOf(term: Term, text: string, isQuoted = false): number {
  const written = text.slice(term.start, term.end);
  if (classOf(firstSign(term.text)) === "unspaced") {
    if (/^[\p{Script=Hiragana}ー]+$/u.test(written) || asks(written, text, term)) return SIGNIFICANCE.hiragana;
    if (isOneSign(term.text)) return SIGNIFICANCE.one_sign;
    if (!isQuoted && isAcrossWords(written)) return SIGNIFICANCE.across_words;
    return /\p{Script=Hiragana}/u.test(written) ? SIGNIFICANCE.kanji_and_hiragana : SIGNIFICANCE.word;
  }
  // The s of "officer's", the t of "don't".
  const isEnding = /^[a-z]{1,2}$/.test(term.text) && /['’]/.test(text.charAt(term.start - 1));
  return isEnding || isFunctionWord(fold(written)) ? SIGNIFICANCE.function_word : SIGNIFICANCE.word;
}

const asks = (written: string, text: string, { start }: Term) =>
  ASKS.test(written) ||
  (/^[\p{Script=Katakana}ー]/u.test(written) && ASKS_BEFORE.test(text.slice(Math.max(0, start - 12), start)));

function mostSignificant(terms: readonly QuestionTerm[]): QuestionTerm[] {
  if (terms.length <= TERMS_MAX) return [...terms];
  const kept = new Set([...terms].sort((a, b) => b.significance - a.significance).slice(0, TERMS_MAX));
  return terms.filter((term) => kept.has(term));
}

/** The index has a kana by itself only at the end of a run. */
const phraseTerms = (phrase: string) =>
  withoutRunEnds(termsOf(phrase)).flatMap(({ text }) => (isOneSign(text) && !isKanji(text) ? [] : [text]));

/** @param synonyms words that the vocabulary has: their spelling is right */
function wordsToSpell(text: string, quotes: readonly Quote[], synonyms: readonly Synonym[]): QuestionWord[] {
  const keys = new Set(synonyms.map(({ said }) => wordKey(said)));
  return Array.from(spellingWordsIn(text), (word) => ({ ...word, written: text.slice(word.start, word.end) })).filter(
    (word) => !isFunctionWord(fold(word.written)) && !keys.has(wordKey(word.written)) && !isInside(quotes, word),
  );
}

const isInside = (quotes: readonly Quote[], { start }: { readonly start: number }) =>
  quotes.some((quote) => quote.start < start && start < quote.end);

/** 何 and 誰 ask, with the sign behind 何: 何日, 何回. */
const SUBJECT =
  /(?:(?![何誰])(?<!何)[\p{Script=Han}々])+|[\p{Script=Katakana}ー]{2,}|\p{Script=Latin}[\p{Script=Latin}\p{N}]*/gu;

/**
 * The words that say what a question is about, each with the terms that find it: runs of kanji or katakana, and other
 * words that are no function words.
 *
 * @param terms of the question, those of added words among them
 */
export function subjectsOf(text: string, terms: readonly QuestionTerm[]): Subject[] {
  const subjects = new Map<string, Subject>();
  const added = addedWords(terms);
  for (const [word] of text.normalize("NFKC").matchAll(SUBJECT)) {
    const folded = fold(word);
    if (isFunctionWord(folded)) continue;
    const own = termsOf(word).filter(({ text: term }, _, all) => all.length === 1 || [...term].length > 1);
    const others = added.filter(({ said }) => said.includes(folded) || folded.includes(said) || isForm(said, own));
    subjects.set(folded, {
      text: folded,
      terms: own.map(({ text: term }) => term),
      others: others.map((word) => word.terms),
    });
  }
  return [...subjects.values()];
}

const isForm = (said: string, [only]: readonly { readonly text: string }[]) => only?.text === said;

/** The words that are searched for others, each with its terms. */
function addedWords(terms: readonly QuestionTerm[]): { readonly said: string; readonly terms: string[] }[] {
  const words = new Map<string, { readonly said: string; readonly terms: string[] }>();
  for (const { text, said, also, origin } of terms) {
    if (said === null || also === null || origin === "corrected") continue;
    const key = `${said}\n${also}`;
    const word = words.get(key) ?? { said: fold(said), terms: [] };
    words.set(key, word);
    word.terms.push(text);
  }
  return [...words.values()];
}
