import type { VocabularyEntry } from "../../vocabulary/entry.js";
import type { Visibility } from "../index/directory.js";
import type { RevisionKey } from "../index/index-source.js";
import type { NamedDocuments } from "../question/names.js";
import type { Question } from "../question/question.js";
import type { SearchHits, SectionAsk, Suggestion } from "./search-hits.js";
import type { IndexAnswers } from "./section-index.js";

/** At once in the process, later from another one. */
type Soon<T> = T | Promise<T>;

/** What an engine of sections knows of the directory, for one question. */
export interface DirectoryView {
  readonly visibility: Visibility;
  /** The documents that a question names, of those that the reader may see. */
  namedIn(question: Question): NamedDocuments;
}

export interface SuggestedText extends Suggestion {
  /** Whether a word of it begins with the typed text. */
  readonly begins: boolean;
}

/**
 * Finds sections by their words and vectors. It knows texts by revisions; titles, rules and readers are the directory's.
 *
 * **Exact.** A section MUST have a part in an answer only if its revision is one that the view {@link Visibility.sees}
 * at the moment of the question: no other section changes results, counts, totals, weights, corrections, words or
 * suggestions. The order by words, the filters, `total` and the documents with their counts MUST be those of a scan over
 * all visible texts.
 *
 * **Close.** By meaning, an engine MAY miss some of the nearest sections, and which ones it misses MAY depend on hidden
 * ones.
 *
 * A text that did not come yet is missing from answers; its document MUST NOT be found in an older revision meanwhile.
 *
 * @typeParam Text what it has to be told of a text
 * @param until ends what an engine outside the process is asked
 * @throws UnavailableError while such an engine cannot answer, or if the signal comes first
 */
export interface SectionEngine<Text extends RevisionKey> {
  /** Adds the text of a revision, in place of any other one of its document. */
  put(text: Text): void;

  /** Removes the text of a document. Does nothing if there is none. */
  remove(document_id: RevisionKey["document_id"]): void;

  /** Takes effect with the next question. */
  setVocabulary(entries: readonly VocabularyEntry[]): void;

  search(ask: SectionAsk, view: DirectoryView, until: AbortSignal): Soon<SearchHits>;
  phraseCandidates(
    ask: SectionAsk,
    view: DirectoryView,
    until: AbortSignal,
  ): Soon<IndexAnswers["phraseCandidates"]["answer"]>;
  standIns(query: string, view: DirectoryView, until: AbortSignal): Soon<IndexAnswers["standIns"]["answer"]>;

  /**
   * Words of the vocabulary that a visible section has, and titles of visible sections, with the typed text in them:
   * those where a word begins with the text first, then words before titles.
   */
  suggest(query: string, limit: number, view: DirectoryView, until: AbortSignal): Soon<readonly SuggestedText[]>;
}
