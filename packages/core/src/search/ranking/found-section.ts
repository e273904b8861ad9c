import { sectionAt } from "../index/heads.js";
import type { HeldDocument } from "../index/held-document.js";
import type { HeldMeaning } from "../index/held-meaning.js";
import type { ScoredChunk } from "./chunk-scores.js";
import { shareOf } from "./fit.js";
import type { PreparedSearch } from "./prepared-search.js";
import type { Entry } from "./refining.js";
import type { FoundSection } from "./search-found.js";

/** A section as an answer has it, with its best chunk. */
export function foundSection(entry: Entry, search: PreparedSearch): FoundSection {
  const { unit, tier, score, document_id, place, words } = entry;
  const { units, documents } = search.corpus;
  const document = documents.get(document_id) as HeldDocument;
  const chunks = entry.chunks ?? search.chunks.of(unit);
  return {
    ...{ tier, score, document_id, place },
    revision_id: document.revision_id,
    ...sectionAt(document, units.head[unit] as number),
    best: bestChunk(chunks, search.filters.types, nearestChunks(entry, document, search)).place,
    fit: Math.min(1, shareOf(words, search.plan.fit)),
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
