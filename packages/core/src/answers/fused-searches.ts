import { scaleOver } from "../search/ranking/fusion.js";
import type { SearchHits, SectionHit } from "../search/ranking/search-hits.js";

/**
 * Searches for one question in several words as one search: the first, with the sections of all that fit. The scores of
 * each list are scaled to lie between 0 and 1 over the list and added, so that a section of several lists comes before a
 * section of one list. Articles and documents are named by the question alone, never by the other words.
 */
export function fusedSearches<Hits extends SearchHits>(searches: readonly Hits[]): Hits {
  const [own, ...others] = searches as readonly [Hits, ...Hits[]];
  if (others.length === 0) return own;
  const scores = new Map<string, number>();
  const sectionHits = new Map<string, SectionHit>();
  const revisions = new Map<string, string>();
  for (const { sections } of searches.filter(({ fits }) => fits)) {
    const scaled = scaleOver(sections.map(({ score }) => score));
    for (const section of sections) {
      const { section_id, document_id, revision_id, score } = section;
      // A list may be of another state: places count in one revision.
      if ((revisions.get(document_id) ?? revision_id) !== revision_id) continue;
      revisions.set(document_id, revision_id);
      scores.set(section_id, (scores.get(section_id) ?? 0) + scaled(score));
      if (!sectionHits.has(section_id)) sectionHits.set(section_id, section);
    }
  }
  const tiers = new Map(own.sections.map(({ section_id, tier }) => [section_id, tier]));
  const scoreOf = ({ section_id }: SectionHit) => scores.get(section_id) as number;
  const sections = [...sectionHits.values()]
    .map((section) => ({ ...section, tier: tiers.get(section.section_id) ?? 0 }))
    .sort((a, b) => b.tier - a.tier || scoreOf(b) - scoreOf(a));
  return { ...own, fits: sections.length > 0, sections };
}
