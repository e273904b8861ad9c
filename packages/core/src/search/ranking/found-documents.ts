import type { Corpus } from "../index/corpus.js";
import type { HeldDocument } from "../index/held-document.js";
import { TopList } from "../index/top-list.js";
import { compareCodePoints } from "../text/characters.js";
import type { SearchFound } from "./search-found.js";

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
export function foundDocuments(
  { numbered }: Corpus,
  sections: Uint32Array,
  named: readonly HeldDocument[],
): SearchFound["documents"] {
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
  const shown = (
    { document: { document_id, revision_id, title }, sections: count }: FoundDocument,
    isNamed: boolean,
  ) => {
    return { document_id, revision_id, title, sections: count, named: isNamed };
  };
  return [
    ...named.map((document) => shown({ document, sections: sections[document.number] as number }, true)),
    ...others.items.map((found) => shown(found, false)),
  ].slice(0, DOCUMENTS_MAX);
}
