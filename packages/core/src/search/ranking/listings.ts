import type { VocabularyEntry } from "../../vocabulary/entry.js";
import type { Directory, Entry, ReaderView } from "../index/directory.js";
import { type HeldDocument, headsOf, type SectionHead } from "../index/held-document.js";
import type { VisibleCorpus } from "../index/visible-statistics.js";
import { compareCodePoints } from "../text/characters.js";
import { foldLine } from "../text/folding.js";
import type { Suggestion } from "./search-hits.js";
import type { SuggestedText } from "./section-engine.js";
import { type ListAsk, type ListedDocument, type ListPlace, TITLE_IN_LIST } from "./section-index.js";
import { TopList } from "./top-list.js";

/** Sections of many documents have the same title; each is suggested once. */
export const SAME_TITLES = 5;
/**
 * The words that are looked for in visible sections, beginnings first. One sign can be in each of 85,000 words, and a
 * word of common terms takes half a millisecond among 100,000 chunks, while other searches wait. With the next sign,
 * fewer words match.
 */
const TESTED_WORDS = 200;

interface Candidate<Source> {
  /** Whether a word of it begins with the typed text. */
  readonly begins: boolean;
  readonly source: Source;
}

const byBeginning = (a: Candidate<unknown>, b: Candidate<unknown>) => Number(b.begins) - Number(a.begins);

/** The documents whose titles have the typed text, beginnings first. */
export function suggestedDocuments(
  query: string,
  limit: number,
  { documents }: Directory,
  view: ReaderView,
): readonly SuggestedText[] {
  const typed = foldLine(query);
  if (typed === "" || limit < 1) return [];
  const top = new TopList<Candidate<Entry>>(
    limit,
    (a, b) => byBeginning(a, b) || compareCodePoints(a.source.document_id, b.source.document_id),
  );
  for (const document of documents.values()) {
    const at = document.folded_title.indexOf(typed);
    if (at < 0 || !view.has(document)) continue;
    top.add({ begins: beginsWord(document.folded_title, at), source: document });
  }
  return top.items.map(({ begins, source: { title, document_id, revision_id } }) => {
    return { text: title, document_id, revision_id, chunk_id: null, begins };
  });
}

/** The documents, then words, then sections, those that begin with the typed text first; each text once. */
export function joinedSuggestions(
  documents: readonly SuggestedText[],
  texts: readonly SuggestedText[],
  limit: number,
): Suggestion[] {
  const suggestions = new Map<string, Suggestion>();
  for (const { begins: _, ...suggestion } of [...documents, ...texts].sort(byBegins)) {
    const isDocument = suggestion.document_id !== null && suggestion.chunk_id === null;
    // Two documents may have one title.
    const key = isDocument ? JSON.stringify(suggestion) : suggestion.text;
    if (!suggestions.has(key)) suggestions.set(key, suggestion);
  }
  return [...suggestions.values()].slice(0, limit);
}

export const byBegins = (a: SuggestedText, b: SuggestedText) => Number(b.begins) - Number(a.begins);

/**
 * Words that a visible section has and that have the typed text in them.
 *
 * @param typed folded
 */
export function suggestedWords(
  typed: string,
  limit: number,
  seen: { hasWord(word: string): boolean },
  words: ReturnType<typeof vocabularyWords>,
): SuggestedText[] {
  const matching = new TopList<Candidate<string>>(
    TESTED_WORDS,
    (a, b) => byBeginning(a, b) || compareCodePoints(a.source, b.source),
  );
  for (const { word, folded: text } of words) {
    const at = text.indexOf(typed);
    if (at >= 0) matching.add({ begins: beginsWord(text, at), source: word });
  }
  const suggested: SuggestedText[] = [];
  for (const { begins, source: word } of matching.items) {
    if (suggested.length === limit) break;
    if (seen.hasWord(word))
      suggested.push({ text: word, document_id: null, revision_id: null, chunk_id: null, begins });
  }
  return suggested;
}

interface TitleLine {
  readonly document: HeldDocument;
  readonly line: number;
}

/**
 * The first visible sections whose titles have the typed text in them.
 *
 * @param typed folded
 */
export function suggestedSections(
  typed: string,
  limit: number,
  { corpus, mask }: Pick<VisibleCorpus, "corpus" | "mask">,
): SuggestedText[] {
  const top = new TopList<Candidate<TitleLine>>(
    limit * SAME_TITLES,
    (a, b) =>
      byBeginning(a, b) ||
      compareCodePoints(a.source.document.document_id, b.source.document.document_id) ||
      a.source.line - b.source.line,
  );
  for (const document of corpus.documents.values()) {
    if (!mask.has(document)) continue;
    for (const { line, begins } of linesWith(document.titles, typed, limit))
      top.add({ begins, source: { document, line } });
  }
  return top.items.map(({ begins, source: { document, line } }) => {
    const { document_id, revision_id } = document;
    const { title, chunk_id } = [...headsOf(document)][line] as SectionHead;
    return { text: title, document_id, revision_id, chunk_id, begins };
  });
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

/** 第2号 comes before 第12号. */
const COLLATOR = new Intl.Collator("ja", { numeric: true });

/** What is not given comes last. */
function compareNames(a?: string | null, b?: string | null): number {
  const isMissing = [a, b].map((name) => Number(name === null || name === undefined)) as [number, number];
  return isMissing[0] - isMissing[1] || COLLATOR.compare(a ?? "", b ?? "");
}

const ORDERS: Readonly<Record<ListAsk["order"], (a: ListPlace, b: ListPlace) => number>> = {
  category: (a, b) =>
    compareNames(a.shelf?.category, b.shelf?.category) ||
    compareNames(a.shelf?.number, b.shelf?.number) ||
    compareNames(a.title?.slice(0, TITLE_IN_LIST), b.title?.slice(0, TITLE_IN_LIST)) ||
    compareCodePoints(a.document_id, b.document_id),
  id: (a, b) => compareCodePoints(a.document_id, b.document_id),
  published: (a, b) => b.published_at - a.published_at || compareCodePoints(a.document_id, b.document_id),
};

/** A page of the documents that a reader sees. */
export function listDocuments({ query, limit, after, order }: ListAsk, directory: Directory, view: ReaderView) {
  const compare = ORDERS[order];
  const sought = foldLine(query);
  const page = new TopList<Entry>(limit, compare);
  for (const document of directory.documents.values()) {
    if (!view.has(document) || (after !== null && compare(document, after) <= 0)) continue;
    if (page.takes(document) && hasText(document, sought)) page.add(document);
  }
  const documents = page.items.map(
    ({ document_id, revision_id, title, version, published_at, shelf }): ListedDocument => ({
      document_id,
      revision_id,
      title,
      version,
      published_at,
      ...(shelf && { shelf }),
    }),
  );
  return { documents };
}

const hasText = ({ document_id, folded_title }: Entry, sought: string) =>
  sought === "" || foldLine(document_id).includes(sought) || folded_title.includes(sought);
