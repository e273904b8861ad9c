import { TEXT_TYPES } from "../../chunks/structured-chunk.js";
import type { Corpus } from "../index/corpus.js";
import type { HeldDocument } from "../index/held-document.js";
import { titleCount } from "../index/posting-pool.js";
import { postingsOf } from "../index/visible-postings.js";
import type { VisibleCorpus, VisibleStatistics } from "../index/visible-statistics.js";
import type { NamedDocuments } from "../question/names.js";
import type { QuestionReader } from "../question/question-reader.js";
import type { CorrectedQuestion } from "../question/spelling.js";
import { standInsIn } from "../question/vocabulary.js";
import { planSearch, type SearchPlan } from "./plan.js";
import { ChunkScores, type ScoredTerm } from "./scores.js";
import type { SectionAsk } from "./search-hits.js";
import type { DirectoryView } from "./section-engine.js";

/** A question, as it is read, corrected and weighed for one reader, before any section is looked at. */
export interface WeighedQuestion extends CorrectedQuestion {
  readonly names: NamedDocuments;
  readonly plan: SearchPlan;
}

/** @param statistics of all that the reader sees */
export function weighQuestion(
  query: string,
  questions: Pick<QuestionReader, "read" | "correct">,
  statistics: VisibleStatistics,
  { namedIn }: Pick<DirectoryView, "namedIn">,
): WeighedQuestion {
  const { question, corrected } = questions.correct(questions.read(query), statistics);
  return { question, corrected, names: namedIn(question), plan: planSearch(statistics, question) };
}

/** The words that stand for words of a query, see {@link IndexAnswers.standIns}. */
export function standInsOf(
  query: string,
  questions: Pick<QuestionReader, "read" | "correct">,
  statistics: VisibleStatistics,
): string[] {
  const { question } = questions.correct(questions.read(query), statistics);
  return standInsIn(question.terms, (word) => statistics.hasWord(word));
}

/** How many sections match, where the corpus has only some of them. */
export interface MatchCounts {
  readonly total: number;
  /** By document_id. */
  readonly sections: ReadonlyMap<string, number>;
}

/** The sections of a search, before they are ranked. */
export interface SearchedSections {
  /** All that the reader sees, or the best of them. */
  readonly seen: VisibleCorpus;
  /** Of all that the reader sees. */
  readonly statistics: VisibleStatistics;
  /** null: the corpus has all sections. */
  readonly matches: MatchCounts | null;
}

/** One search over what its reader sees, before anything is ranked. */
export interface PreparedSearch extends Omit<SearchedSections, "seen">, Pick<VisibleCorpus, "corpus" | "mask"> {
  readonly ask: SectionAsk;
  readonly read: WeighedQuestion;
  readonly terms: readonly ScoredTerm[];
  readonly chunks: ChunkScores;
  readonly filters: Filters;
  /** The documents that the question names. */
  readonly named: readonly HeldDocument[];
  readonly tiers: Tiers | null;
}

/** @param isByPhrase a section matches by its phrases, whatever terms these have */
export function prepareSearch(
  ask: SectionAsk,
  read: WeighedQuestion,
  { seen, statistics, matches }: SearchedSections,
  isByPhrase: boolean,
): PreparedSearch {
  const { question, names, plan } = read;
  const { corpus, mask } = seen;
  const terms = plan.terms.map((term) => ({ ...term, postings: seen.postingsOf(term.term) }));
  const chunks = new ChunkScores(corpus, terms, plan.mean_chunk_length, isByPhrase);
  const named = names.document_ids.flatMap((document_id) => {
    const document = corpus.documents.get(document_id);
    // Its text may still have to come, in this revision or at all.
    return document !== undefined && mask.has(document) ? document : [];
  });
  return {
    ...{ ask, read, corpus, mask, statistics, matches, terms, chunks, named },
    filters: new Filters(ask, corpus, chunks),
    tiers: tiersOf(corpus, named, question.references, names.asks_more),
  };
}

/** What the filters of one search keep. */
export class Filters {
  /** By the numbers of documents: 1 for those that are kept; null: all. */
  readonly documents: Uint8Array | null;
  /** A bit for each text_type that is kept; null: all. */
  readonly types: number | null;

  constructor(
    { doc_ids, text_types }: Pick<SectionAsk, "doc_ids" | "text_types">,
    private readonly corpus: Corpus,
    private readonly chunks: ChunkScores,
  ) {
    this.documents = doc_ids === null ? null : numbersOf(doc_ids, corpus);
    this.types = text_types?.reduce((bits, type) => bits | (1 << TEXT_TYPES.indexOf(type)), 0) ?? null;
  }

  keepsDocument(number: number): boolean {
    return this.documents === null || this.documents[number] === 1;
  }

  /** Whether they keep a unit's document, and a chunk of the unit that matches. */
  keeps(unit: number, document: number): boolean {
    if (!this.keepsDocument(document)) return false;
    if (this.types === null) return true;
    if (((this.corpus.units.types[unit] as number) & this.types) === 0) return false;
    for (const { matches } of this.chunks.of(unit, this.types)) if (matches) return true;
    return false;
  }
}

function numbersOf(doc_ids: readonly string[], { documents, numbered }: Corpus): Uint8Array {
  const kept = new Uint8Array(numbered.length);
  for (const document_id of doc_ids) {
    const document = documents.get(document_id);
    if (document !== undefined) kept[document.number] = 1;
  }
  return kept;
}

/** By a section's first unit and its document's number. */
export type Tiers = (first: number, document: number) => number;

/**
 * 2 for the named article of a named document, 1 for a named document if nothing else is asked, 0 for all others.
 *
 * @returns null if no document is named: all are 0
 */
function tiersOf(
  corpus: Corpus,
  documents: readonly HeldDocument[],
  references: readonly string[],
  asksMore: boolean,
): Tiers | null {
  if (documents.length === 0) return null;
  const named = new Set(documents.map(({ number }) => number));
  const articles = new Set<number>();
  for (const reference of references) {
    postingsOf(corpus, reference).forEachRun((run, counts, from, to) => {
      for (let i = from; i < to; i += 1) {
        // The title of a section has the reference to the section itself, and no other.
        if (titleCount(counts[i] as number) > 0) articles.add((run[i] as number) >>> 1);
      }
    });
  }
  const documentTier = asksMore ? 0 : 1;
  return (first, document) => (!named.has(document) ? 0 : articles.has(first) ? 2 : documentTier);
}
