import type { IndexedDocument } from "../../ports/index-source.js";
import type { IndexAnswers, IndexSize, ListAsk, SuggestAsk } from "../../ports/section-index.js";
import type { VocabularyEntry } from "../vocabulary.js";
import type { MakeReading } from "./reading.js";
import type { SearchAsk } from "./search-found.js";

/**
 * The index of sections: published documents in memory, and the answers about them. It is synchronous and knows no
 * clock; the caller slices long work. Nothing in an answer depends on a document that the reader may not see.
 */
export class SearchEngine {
  constructor(private readonly makeReading: MakeReading) {}

  /**
   * Adds a document, or replaces it. With the revision that it already has, only its title, version, time and audience
   * change, and `vectors` is not read.
   */
  put(document: IndexedDocument): void {
    for (const _ of this.putInSteps(document));
  }

  /**
   * Like {@link put}, in slices: each step takes about a millisecond, and the document is in no answer before the last
   * one (an older revision of it stays in answers until then). The engine MUST NOT be changed otherwise in between.
   */
  *putInSteps(_document: IndexedDocument): Generator<void, void> {
    yield;
  }

  /** Does nothing if there is no such document. */
  remove(_document_id: string): void {}

  setVocabulary(entries: readonly VocabularyEntry[]): void {
    this.makeReading(entries);
  }

  search(_ask: SearchAsk): IndexAnswers["search"]["answer"] {
    throw new Error("not yet");
  }

  /**
   * The best sections with all terms of the question's phrases, at most 500. The caller reads their texts and passes
   * those that have the phrases to {@link search} as `accepted`.
   */
  phraseCandidates(_ask: SearchAsk): IndexAnswers["phraseCandidates"]["answer"] {
    throw new Error("not yet");
  }

  suggest(_ask: SuggestAsk): IndexAnswers["suggest"]["answer"] {
    throw new Error("not yet");
  }

  list(_ask: ListAsk): IndexAnswers["list"]["answer"] {
    throw new Error("not yet");
  }

  stats(): IndexSize {
    throw new Error("not yet");
  }
}
