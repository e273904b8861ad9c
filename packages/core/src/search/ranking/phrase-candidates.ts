import type { Corpus } from "../index/corpus.js";
import { postingsOf } from "../index/visible-postings.js";
import type { Question } from "../question/question.js";
import type { SearchAsk } from "./search-hits.js";

/**
 * 1 for each unit of the sections that may have the phrases: for each phrase, one part has all its terms. The
 * text decides.
 */
export function unitsWithPhrases(corpus: Corpus, { phrases }: Question): Uint8Array {
  const { units } = corpus;
  /** By the first unit of each section: how many of the phrases it may have. */
  const having = new Uint8Array(units.end);
  phrases.forEach((terms, nth) => {
    const asked = new Set(terms);
    const found = new Uint8Array(units.end);
    for (const term of asked) {
      postingsOf(corpus, term).forEachRun((run, _, from, to) => {
        for (let i = from; i < to; i += 1) {
          const unit = (run[i] as number) >>> 1;
          found[unit] = (found[unit] as number) + 1;
        }
      });
    }
    for (let unit = 0; unit < units.end; unit += 1) {
      const first = units.firstOf(unit);
      if (found[unit] === asked.size && having[first] === nth) having[first] = nth + 1;
    }
  });
  const result = new Uint8Array(units.end);
  for (let unit = 0; unit < units.end; unit += 1) result[unit] = Number(having[units.firstOf(unit)] === phrases.length);
  return result;
}

/** 1 for each unit of these sections. */
export function unitsAt(corpus: Corpus, sections: NonNullable<SearchAsk["accepted"]>): Uint8Array {
  const { units, documents } = corpus;
  const result = new Uint8Array(units.end);
  for (const { document_id, place } of sections) {
    const document = documents.get(document_id);
    if (document === undefined) continue;
    const end = document.first_unit + document.units;
    for (let unit = document.first_unit; unit < end; unit += 1)
      if (units.place[units.firstOf(unit)] === place) result[unit] = 1;
  }
  return result;
}
