import type { FoundSection, PlacedSections, SearchAsk, SearchFound, SectionKey } from "./index/search-found.js";
import { sectionMark } from "./index/section-mark.js";

/**
 * Where a page ends: behind a section by words, or among those that models have placed.
 *
 * @param ordered the page, and after it what a reranker has ordered beyond it
 * @param last the last section that is shown
 * @param before what pages before have placed
 */
export function endOfPage(
  { ordered, fits }: Pick<SearchFound, "fits"> & { readonly ordered: readonly FoundSection[] },
  last: FoundSection,
  before: PlacedSections | null,
  isReranked: boolean,
): Pick<NonNullable<SearchAsk["from"]>, "after" | "placed"> {
  const end = ordered.indexOf(last) + 1;
  const placed = ordered.slice(0, end).filter((section) => isReranked || section.placed);
  const after = isReranked || last.placed ? null : keyOf(last);
  if (before === null && placed.length === 0) return { after };
  const shown = [...(before?.shown ?? []), ...placed.map(sectionMark)];
  const next = isReranked ? ordered.slice(end).map(sectionMark) : (before?.next ?? []);
  return {
    after,
    placed: {
      shown,
      next: after === null ? next.filter((mark) => !shown.includes(mark)) : [],
      alone: (before?.alone ?? 0) + placed.filter(({ alone }) => alone).length,
      fits,
    },
  };
}

const keyOf = ({ tier, refined, score, document_id, place }: SectionKey): SectionKey => ({
  tier,
  refined,
  score,
  document_id,
  place,
});
