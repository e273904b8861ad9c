import type { VocabularyEntry } from "../../vocabulary/entry.js";
import type { IndexedRevision } from "../index/index-register.js";
import type { DirectoryDocument } from "../index/index-source.js";
import type { QuestionReader } from "../question/question-reader.js";
import { NamingDirectory } from "./naming-directory.js";
import type { ProposingIndex } from "./proposing-index.js";
import { RemoteSections } from "./remote-sections.js";
import type { SearchAsk, SearchHits } from "./search-hits.js";
import type { IndexAnswers, IndexSize, ListAsk, StandInsAsk, SuggestAsk } from "./section-index.js";

/**
 * The same as `SearchEngine` over an index outside the process: the directory is here, and decides what a reader sees.
 *
 * @throws UnavailableError while the index cannot answer, or if the time of a question is over
 */
export class RemoteEngine {
  readonly #directory: NamingDirectory;
  readonly #sections: RemoteSections;

  /** @param startDeadline aborts when the time of a question that begins now is over */
  constructor(
    questions: Pick<QuestionReader, keyof QuestionReader>,
    index: ProposingIndex,
    private readonly startDeadline: () => AbortSignal,
  ) {
    this.#directory = new NamingDirectory(questions);
    this.#sections = new RemoteSections(questions, index);
  }

  putDocument(document: DirectoryDocument): void {
    this.#directory.putDocument(document);
  }

  removeDocument(document_id: string): void {
    this.#directory.removeDocument(document_id);
  }

  putText(revision: IndexedRevision): Iterable<void> {
    this.#sections.put(revision);
    return [];
  }

  removeText(document_id: string): Iterable<void> {
    this.#sections.remove(document_id);
    return [];
  }

  setVocabulary(entries: readonly VocabularyEntry[]): void {
    this.#sections.setVocabulary(entries);
  }

  search(ask: SearchAsk): Promise<SearchHits> {
    return this.#sections.search(ask, this.#directory.viewOf(ask.reader), this.startDeadline());
  }

  phraseCandidates(ask: SearchAsk): Promise<IndexAnswers["phraseCandidates"]["answer"]> {
    return this.#sections.phraseCandidates(ask, this.#directory.viewOf(ask.reader), this.startDeadline());
  }

  standIns({ query, reader }: StandInsAsk): Promise<IndexAnswers["standIns"]["answer"]> {
    return this.#sections.standIns(query, this.#directory.viewOf(reader), this.startDeadline());
  }

  async suggest(ask: SuggestAsk): Promise<IndexAnswers["suggest"]["answer"]> {
    const view = this.#directory.viewOf(ask.reader);
    return this.#directory.suggest(ask, await this.#sections.suggest(ask.query, ask.limit, view, this.startDeadline()));
  }

  list(ask: ListAsk): IndexAnswers["list"]["answer"] {
    return this.#directory.list(ask);
  }

  /** Terms are the index's own. */
  stats(): IndexSize {
    const { sections, all_chunks } = this.#sections.totals;
    return { ...this.#directory.size, sections, chunks: all_chunks, terms: 0 };
  }
}
