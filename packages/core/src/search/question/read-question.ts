import { classOf, firstSign, isKanji } from "../text/characters.js";
import { beginningOf, fold } from "../text/folding.js";
import { phrasesIn, type Quote, quotesIn } from "../text/phrases.js";
import { type QuestionReference, questionReferencesIn } from "../text/references.js";
import { isOneSign, type Term, termsOf, withoutRunEnds } from "../text/terms.js";
import { isAcrossWords, isFunctionWord, spellingWordsIn } from "../text/words.js";
import type { Question, QuestionTerm, TypedWord } from "./question.js";
import { subjectsOf } from "./subjects.js";
import { type MeantWord, type Vocabulary, wordKey } from "./vocabulary.js";

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
export function readQuestion(typed: string, vocabulary: Vocabulary): Question {
  const { text } = beginningOf(typed, READ_MAX);
  const references = questionReferencesIn(text);
  const quotes = quotesIn(text);
  const terms = new Map<string, QuestionTerm>();
  const add = (term: QuestionTerm) => {
    const key = term.prefix ? `${term.text}*` : term.text;
    const known = terms.get(key);
    if (!known || (known.origin === term.origin && known.significance < term.significance)) terms.set(key, term);
  };
  for (const { text: term, prefix, significance } of typedTerms(text, references, quotes))
    add({ text: term, prefix, significance, origin: "typed", said: null, also: null });
  const known = new Set<string>();
  for (const word of vocabulary.meantIn(text)) {
    known.add(wordKey(word.said));
    for (const term of meantTerms(word)) add(term);
  }
  return {
    text,
    terms: mostSignificant([...terms.values()]),
    subjects: subjectsOf(text, [...terms.values()]),
    phrases: phrasesIn(text).map(phraseTerms),
    words: correctable(text, quotes, known),
    references: [...new Set(references.filter(({ has_number }) => has_number).map((reference) => reference.text))],
  };
}

function meantTerms({ said, also, weight }: MeantWord): QuestionTerm[] {
  const meant = termsOfWord(also);
  const factor = (weight * VOCABULARY) / Math.sqrt(meant.length);
  return meant.map(({ text, significance }) => {
    return { text, prefix: false, significance: significance * factor, origin: "vocabulary", said, also };
  });
}

type TypedTerm = Pick<QuestionTerm, "text" | "prefix" | "significance">;

function* typedTerms(
  text: string,
  references: readonly QuestionReference[],
  quotes: readonly Quote[],
): Generator<TypedTerm> {
  const own = references.filter(({ is_of_law }) => !is_of_law);
  for (const { text: reference, has_number } of own)
    yield { text: reference, prefix: false, significance: has_number ? SIGNIFICANCE.reference : SIGNIFICANCE.word };
  const inReference = ({ start }: Term) => own.some((at) => at.start <= start && start < at.end);
  const all = termsOf(text);
  const [only] = all;
  if (only && all.length === 1 && isOneSign(only.text) && !isKanji(only.text)) {
    yield { text: only.text, prefix: true, significance: SIGNIFICANCE.word };
    return;
  }
  const found = all.filter((term) => !inReference(term));
  for (const term of withoutRunEnds(found)) {
    if (!isKanji(term.text))
      yield { text: term.text, prefix: false, significance: significanceOf(term, text, isInside(quotes, term)) };
  }
  for (const { text: term } of found) {
    const sign = firstSign(term);
    if (isKanji(sign) && !ASKS.test(sign)) yield { text: sign, prefix: false, significance: SIGNIFICANCE.one_sign };
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

/**
 * The terms of a word that is added to a question, from 0 to 1. Pairs of hiragana say nothing, unless the word has
 * nothing else.
 */
function termsOfWord(word: string): { readonly text: string; readonly significance: number }[] {
  const terms = withoutRunEnds(termsOf(word)).map((term) => {
    const significance = significanceOf(term, word);
    return { text: term.text, significance: significance > SIGNIFICANCE.function_word ? 1 : significance };
  });
  const telling = terms.filter(({ significance }) => significance === 1);
  return telling.length > 0 ? telling : terms.map(({ text }) => ({ text, significance: 1 }));
}

function mostSignificant(terms: readonly QuestionTerm[]): QuestionTerm[] {
  if (terms.length <= TERMS_MAX) return [...terms];
  const kept = new Set([...terms].sort((a, b) => b.significance - a.significance).slice(0, TERMS_MAX));
  return terms.filter((term) => kept.has(term));
}

/** The index has a kana by itself only at the end of a run. */
const phraseTerms = (phrase: string) =>
  withoutRunEnds(termsOf(phrase)).flatMap(({ text }) => (isOneSign(text) && !isKanji(text) ? [] : [text]));

/** @param known the folded words that the vocabulary has: their spelling is right */
function correctable(text: string, quotes: readonly Quote[], known: ReadonlySet<string>): TypedWord[] {
  const words: TypedWord[] = [];
  for (const word of spellingWordsIn(text)) {
    const written = text.slice(word.start, word.end);
    if (isFunctionWord(fold(written)) || known.has(wordKey(written))) continue;
    if (isInside(quotes, word)) continue;
    words.push({ ...word, written });
  }
  return words;
}

const isInside = (quotes: readonly Quote[], { start }: { readonly start: number }) =>
  quotes.some((quote) => quote.start < start && start < quote.end);
