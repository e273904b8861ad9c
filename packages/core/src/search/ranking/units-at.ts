import type { Corpus } from "../index/corpus.js";
import type { SearchAsk } from "./search-found.js";

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
