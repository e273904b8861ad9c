import { termsOf } from "@retrieval/core/search";
import MiniSearch from "minisearch";
import type { CorpusSection } from "./corpus-sections.js";
import type { Find } from "./find-in.js";
import { sectionText } from "./plain-bm25.js";

/** MiniSearch (BM25+) over the same sections and terms: it divides no Japanese text into words by itself. */
export function miniSearchOver(sections: readonly CorpusSection[], limit: number): Find {
  const tokenize = (text: string) => termsOf(text).map((term) => term.text);
  const index = new MiniSearch({ fields: ["text"], tokenize, processTerm: (term) => term });
  index.addAll(sections.map((section, id) => ({ id, text: sectionText(section) })));
  return (question) => {
    const found = index.search(question).slice(0, limit);
    return { sections: found.map(({ id }) => sections[id] as CorpusSection), fits: true, corrected: [] };
  };
}
