import { sectionAt } from "../index/heads.js";
import type { HeldDocument } from "../index/held-document.js";
import type { HeldMeaning } from "../index/held-meaning.js";
import type { ScoredChunk } from "./chunk-scores.js";
import { shareOf } from "./fit.js";
import { passagesOf } from "./passages.js";
import type { PreparedSearch } from "./prepared-search.js";
import type { Entry } from "./refining.js";
import type { FoundSection } from "./search-found.js";

/** A section as an answer has it, with the passages to show. */
export function foundSection(entry: Entry, search: PreparedSearch): FoundSection {
  const { unit, tier, score, document_id, place, words } = entry;
  const { units, documents } = search.corpus;
  const document = documents.get(document_id) as HeldDocument;
  return {
    ...{ tier, score, document_id, place },
    revision_id: document.revision_id,
    ...sectionAt(document, units.head[unit] as number),
    ...passagesOf(entry.chunks ?? search.chunks.of(unit), search.filters.types, nearestChunks(entry, document, search)),
    fit: Math.min(1, shareOf(words, search.plan.fit)),
  };
}

/** Those of the passage by which meaning alone found a section; null: words found it. */
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
