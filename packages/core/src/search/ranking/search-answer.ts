import type { Corpus } from "../index/corpus.js";
import { type HeldDocument, sectionAt } from "../index/held-document.js";
import type { HeldMeaning } from "../index/held-meaning.js";
import { wideningsOf } from "../question/vocabulary.js";
import { compareCodePoints } from "../text/characters.js";
import { shareOf } from "./fit.js";
import type { Closeness } from "./meaning-ranking.js";
import type { PreparedSearch } from "./prepared-search.js";
import type { ScoredChunk } from "./scores.js";
import { COMPARED, SCORE_UNIT, type SearchHits, type SectionHit } from "./search-hits.js";
import { TopList } from "./top-list.js";
import type { Entry } from "./word-ranking.js";

/** What an answer says besides its sections. */
interface Counted extends Pick<SearchHits, "total" | "fits" | "by_meaning"> {
  /** Sections that match, by the numbers of their documents. */
  readonly perDocument: Uint32Array;
}

/** @param entries best first */
export function answerOf(
  entries: readonly Entry[],
  { perDocument, ...counted }: Counted,
  search: PreparedSearch,
  closeness: Closeness | null,
): SearchHits {
  const { ask, read, corpus, statistics, filters } = search;
  const named = search.named.filter(({ number }) => filters.keepsDocument(number));
  return {
    sections: entries.slice(0, ask.limit).map((entry, i) => sectionHit(entry, search, i < COMPARED ? closeness : null)),
    ...counted,
    documents: foundDocuments(corpus, perDocument, named),
    terms: read.plan.terms.map(({ term, weight }) => ({ ...term, weight })),
    widened: wideningsOf(read.question.terms, (word) => statistics.hasWord(word)),
    corrected: read.corrected,
  };
}

/** A section as an answer has it, with its best chunk. */
function sectionHit(entry: Entry, search: PreparedSearch, closeness: Closeness | null): SectionHit {
  const { unit, tier, score, document_id, place, words } = entry;
  const { units, documents } = search.corpus;
  const document = documents.get(document_id) as HeldDocument;
  const chunks = entry.chunks ?? search.chunks.of(unit);
  const { mean, deviation } = search.ask.meaning?.similarity ?? { mean: 0, deviation: 1 };
  return {
    ...{ tier, score, document_id, place },
    revision_id: document.revision_id,
    ...sectionAt(document, units.head[unit] as number),
    best: bestChunk(chunks, search.filters.types, nearestChunks(entry, document, search)).place,
    fit: Math.min(1, shareOf(words, search.read.plan.fit)),
    parts: (closeness?.partsOf(units.firstOf(unit)) ?? []).map(({ score: points, ...part }) => ({
      ...part,
      closeness: (points / SCORE_UNIT - mean) / deviation,
    })),
  };
}

/**
 * The chunk that answers best: a heading only where nothing else is there.
 *
 * @param chunks of one part of the section; term vectors stored by an older version have parts of nothing but headings
 * @param types a bit for each text_type of the filter; null: all but headings
 * @param nearest of a section that meaning alone found: the chunks of its nearest part, in which no word need match;
 *   null: words found the section
 */
export function bestChunk(
  chunks: readonly ScoredChunk[],
  types: number | null,
  nearest: readonly ScoredChunk[] | null,
): ScoredChunk {
  const isShown = ({ type, isHeading, matches }: ScoredChunk) =>
    types === null ? !isHeading : (matches || nearest !== null) && ((types >>> type) & 1) === 1;
  const candidates = [nearest ?? [], chunks].map((of) => of.filter(isShown)).find((of) => of.length > 0) ?? chunks;
  return candidates.reduce((best, chunk) => (chunk.points > best.points ? chunk : best));
}

/** The chunks of the part by which meaning alone found a section; null: words found it. */
function nearestChunks({ unit, part }: Entry, document: HeldDocument, search: PreparedSearch): ScoredChunk[] | null {
  if (part === undefined) return null;
  const { places, chunks: counts } = document.meaning as HeldMeaning;
  const place = places[part] as number;
  const end = place + (counts[part] as number);
  const nearest: ScoredChunk[] = [];
  const starts = search.corpus.units.place;
  for (let at = unit; at < document.first_unit + document.units && (starts[at] as number) < end; at += 1)
    for (const chunk of search.chunks.of(at)) if (chunk.place >= place && chunk.place < end) nearest.push(chunk);
  return nearest;
}

/** The most documents that an answer lists. */
const DOCUMENTS_MAX = 10;

interface FoundDocument {
  readonly document: HeldDocument;
  readonly sections: number;
}

/**
 * The documents that the question names, in its order, then those with the most matching sections.
 *
 * @param sections by the numbers of documents
 */
function foundDocuments(
  { numbered }: Corpus,
  sections: Uint32Array,
  named: readonly HeldDocument[],
): SearchHits["documents"] {
  const others = new TopList<FoundDocument>(
    DOCUMENTS_MAX,
    (a, b) => b.sections - a.sections || compareCodePoints(a.document.document_id, b.document.document_id),
  );
  for (let number = 0; number < sections.length; number += 1) {
    const count = sections[number] as number;
    if (count === 0 || (others.isFull && count < (others.items[DOCUMENTS_MAX - 1] as FoundDocument).sections)) continue;
    const document = numbered[number] as HeldDocument;
    if (!named.includes(document)) others.add({ document, sections: count });
  }
  const shown = ({ document: { document_id, revision_id }, sections: count }: FoundDocument, isNamed: boolean) => {
    return { document_id, revision_id, sections: count, named: isNamed };
  };
  return [
    ...named.map((document) => shown({ document, sections: sections[document.number] as number }, true)),
    ...others.items.map((found) => shown(found, false)),
  ].slice(0, DOCUMENTS_MAX);
}
