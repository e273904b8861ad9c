import { isInVisibleSection } from "../index/visible-word.js";
import { widenedBy } from "../question/widened.js";
import { foundDocuments } from "./found-documents.js";
import { foundSection } from "./found-section.js";
import type { PreparedSearch } from "./prepared-search.js";
import type { Entry } from "./refining.js";
import type { SearchFound } from "./search-found.js";

/** What an answer says besides its sections. */
interface Counted extends Pick<SearchFound, "total" | "fits" | "by_meaning"> {
  /** Sections that match, by the numbers of their documents. */
  readonly perDocument: Uint32Array;
}

/** @param entries best first */
export function answerOf(
  entries: readonly Entry[],
  { perDocument, ...counted }: Counted,
  search: PreparedSearch,
): SearchFound {
  const { ask, read, plan, corpus, mask, filters } = search;
  const named = search.named.filter(({ number }) => filters.keepsDocument(number));
  return {
    sections: entries.slice(0, ask.limit).map((entry) => foundSection(entry, search)),
    ...counted,
    documents: foundDocuments(corpus, perDocument, named),
    terms: plan.terms.map(({ term, weight }) => ({ ...term, weight })),
    widened: widenedBy(read.question.terms, (word) => isInVisibleSection(word, corpus, mask)),
    corrected: read.corrected,
  };
}
