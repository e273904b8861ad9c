import type { VocabularyEntry } from "../../vocabulary/entry.js";
import type { Corpus } from "../index/corpus.js";
import { headsOf } from "../index/heads.js";
import type { HeldDocument } from "../index/held-document.js";
import type { ReaderMask } from "../index/reader-masks.js";
import { TopList } from "../index/top-list.js";
import { isInVisibleSection } from "../index/visible-word.js";
import { compareCodePoints } from "../text/characters.js";
import { foldLine } from "../text/folding.js";
import type { Suggestion } from "./search-hits.js";

/** A title or word that has the typed text. */
interface Candidate {
  /** Whether a word of it begins with the typed text. */
  readonly begins: boolean;
  readonly document: HeldDocument | null;
  /** The line among the document's titles: 0 for its own. */
  readonly line: number;
  readonly word: string;
}

/** Documents, then words, then sections. */
const kindOf = ({ document, line }: Candidate) => (document === null ? 1 : line === 0 ? 0 : 2);

function compare(a: Candidate, b: Candidate): number {
  return (
    Number(b.begins) - Number(a.begins) ||
    kindOf(a) - kindOf(b) ||
    compareCodePoints(a.document?.document_id ?? a.word, b.document?.document_id ?? b.word) ||
    a.line - b.line
  );
}

/** Sections of many documents have the same title; each is suggested once. */
const SAME_TITLES = 5;
/**
 * The words that are looked for in visible sections, the first ones by {@link compare}. One sign can be in each of 85,000
 * words, and a word of common terms takes half a millisecond among 100,000 chunks, while other searches wait. With the
 * next sign, fewer words match.
 */
const TESTED_WORDS = 200;

export function suggestionsFor(
  query: string,
  limit: number,
  corpus: Corpus,
  mask: ReaderMask,
  words: readonly { readonly word: string; readonly folded: string }[],
): Suggestion[] {
  const typed = foldLine(query);
  if (typed === "" || limit < 1) return [];
  const top = new TopList<Candidate>(limit * SAME_TITLES, compare);
  for (const document of corpus.documents.values()) {
    if (!mask.has(document)) continue;
    for (const { line, begins } of linesWith(document.titles, typed, limit))
      top.add({ begins, document, line, word: "" });
  }
  const matching = new TopList<Candidate>(TESTED_WORDS, compare);
  for (const { word, folded: text } of words) {
    const at = text.indexOf(typed);
    if (at >= 0) matching.add({ begins: beginsWord(text, at), document: null, line: 0, word });
  }
  for (const candidate of matching.items) {
    if (!top.takes(candidate)) break;
    if (isInVisibleSection(candidate.word, corpus, mask)) top.add(candidate);
  }
  const suggestions = new Map<string, Suggestion>();
  for (const candidate of top.items) {
    const suggestion = suggestionOf(candidate);
    const key = candidate.document === null || candidate.line > 0 ? suggestion.text : JSON.stringify(suggestion);
    if (!suggestions.has(key)) suggestions.set(key, suggestion);
  }
  return [...suggestions.values()].slice(0, limit);
}

function suggestionOf({ document, line, word }: Candidate): Suggestion {
  if (document === null) return { text: word, document_id: null, revision_id: null, chunk_id: null };
  const { document_id, revision_id } = document;
  if (line === 0) return { text: document.title, document_id, revision_id, chunk_id: null };
  let before = line;
  for (const { title, chunk_id } of headsOf(document)) {
    before -= 1;
    if (before === 0) return { text: title, document_id, revision_id, chunk_id };
  }
  throw new Error("A line of a document's titles has no section.");
}

/** The first lines of a document's titles that have the text. */
function* linesWith(titles: string, typed: string, max: number): Generator<{ line: number; begins: boolean }> {
  let line = 0;
  let counted = 0;
  let at = titles.indexOf(typed);
  for (let found = 0; at >= 0 && found < max; found += 1) {
    for (let end = titles.indexOf("\n", counted); end >= 0 && end < at; end = titles.indexOf("\n", counted)) {
      counted = end + 1;
      line += 1;
    }
    yield { line, begins: beginsWord(titles, at) };
    const next = titles.indexOf("\n", at);
    at = next < 0 ? -1 : titles.indexOf(typed, next);
  }
}

const beginsWord = (text: string, at: number) => at === 0 || text[at - 1] === " " || text[at - 1] === "\n";

/** The words that documents and employees use, each once. */
export function vocabularyWords(entries: readonly VocabularyEntry[]) {
  const words = new Set(entries.flatMap(({ said, meant }) => [said, ...meant]));
  return [...words].map((word) => ({ word, folded: foldLine(word) }));
}
