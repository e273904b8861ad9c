import { PHRASES } from "../../limits.js";
import { beginningOf, classOf, isKanji } from "../text/characters.js";
import { foldedPhrase, foldedText } from "../text/folded-text.js";
import { isAcrossWords, isFunctionWord } from "../text/function-words.js";
import { type AskedReference, askedReferencesIn } from "../text/references.js";
import { spellingWordsIn } from "../text/spelling-words.js";
import { firstSign, isOneSign, type Term, termsOf, withoutRunEnds } from "../text/terms.js";
import type { Question, QuestionPhrase, QuestionTerm, TypedWord } from "./question.js";
import { subjectsOf } from "./subjects.js";
import type { MeantWord, Vocabulary } from "./vocabulary.js";

/**
 * The most characters of a question that are read, counted as search makes them: only ligatures become more than were
 * typed.
 */
const READ_MAX = 2_000;
/** The most terms of a question: each is counted in the index. The most significant ones are kept. */
const TERMS_MAX = 96;
const QUOTED = /["“”「『]([^"“”「」『』]+)["“”」』]/g;

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
  const references = askedReferencesIn(text);
  const quoted = [...text.matchAll(QUOTED)];
  const folded = foldedText(text);
  const terms = new Map<string, QuestionTerm>();
  const add = (term: QuestionTerm) => {
    const key = term.prefix ? `${term.text}*` : term.text;
    const known = terms.get(key);
    if (!known || (known.origin === term.origin && known.significance < term.significance)) terms.set(key, term);
  };
  for (const { text: term, prefix, significance } of typedTerms(text, references, quoted))
    add({ text: term, prefix, significance, origin: "typed", said: null, also: null });
  const known = new Set<string>();
  for (const word of vocabulary.meantIn(folded)) {
    known.add(foldedPhrase(word.said));
    for (const term of meantTerms(word)) add(term);
  }
  return {
    text,
    terms: mostSignificant([...terms.values()]),
    subjects: subjectsOf(text, [...terms.values()]),
    phrases: phrasesOf(quoted.map(([, phrase]) => phrase as string)),
    words: correctable(text, quoted, known),
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
  references: readonly AskedReference[],
  quoted: readonly RegExpExecArray[],
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
      yield { text: term.text, prefix: false, significance: significanceOf(term, text, isInside(quoted, term)) };
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
  return isEnding || isFunctionWord(written.normalize("NFKC").toLowerCase())
    ? SIGNIFICANCE.function_word
    : SIGNIFICANCE.word;
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

/** A pasted paragraph has quotes too, so quotes that are too long or too short for a phrase are no error. */
function phrasesOf(quoted: readonly string[]): Question["phrases"] {
  return quoted
    .filter((phrase) => {
      const { length } = [...phrase.trim().normalize("NFKC")];
      return length >= PHRASES.characters.min && length <= PHRASES.characters.max;
    })
    .map((phrase) => ({ terms: phraseTerms(phrase), folded: foldedPhrase(phrase) }))
    .filter(({ terms }) => terms.length > 0)
    .slice(0, PHRASES.max);
}

/** What the index can ask for; the folded text decides. */
function phraseTerms(phrase: string): QuestionPhrase {
  const terms = withoutRunEnds(termsOf(phrase));
  return terms.map(({ text, position }, i) => ({
    text,
    prefix: isOneSign(text) && !isKanji(text),
    distance: i === 0 ? 0 : position - (terms[i - 1] as Term).position,
  }));
}

/** @param known the folded words that the vocabulary has: their spelling is right */
function correctable(text: string, quoted: readonly RegExpExecArray[], known: ReadonlySet<string>): TypedWord[] {
  const words: TypedWord[] = [];
  for (const word of spellingWordsIn(text)) {
    const written = text.slice(word.start, word.end);
    if (isFunctionWord(written.toLowerCase()) || known.has(foldedPhrase(written))) continue;
    if (isInside(quoted, word)) continue;
    words.push({ ...word, written });
  }
  return words;
}

const isInside = (quoted: readonly RegExpExecArray[], { start }: { readonly start: number }) =>
  quoted.some(({ 0: { length }, index }) => index < start && start < index + length);
