import type { Corpus } from "../index/corpus.js";
import type { HeldDocument } from "../index/held-document.js";
import type { ReaderMask } from "../index/reader-masks.js";
import type { NamedDocuments } from "../question/names.js";
import type { CorrectedQuestion } from "../question/spelling.js";
import { ChunkScores } from "./chunk-scores.js";
import { Filters } from "./filters.js";
import { planSearch, type SearchPlan } from "./plan.js";
import type { SearchAsk } from "./search-found.js";
import { type Tiers, tiersOf } from "./tiers.js";

/** A question, as it is read and corrected for one reader. */
export interface ReadQuestion extends CorrectedQuestion {
  readonly names: NamedDocuments;
}

/** One search over what its reader sees, before anything is ranked. */
export interface PreparedSearch {
  readonly ask: SearchAsk;
  readonly read: ReadQuestion;
  readonly corpus: Corpus;
  readonly mask: ReaderMask;
  readonly plan: SearchPlan;
  readonly chunks: ChunkScores;
  readonly filters: Filters;
  /** The documents that the question names. */
  readonly named: readonly HeldDocument[];
  readonly tiers: Tiers | null;
}

/** @param isByPhrase a section matches by its phrases, whatever terms these have */
export function prepareSearch(
  ask: SearchAsk,
  read: ReadQuestion,
  corpus: Corpus,
  mask: ReaderMask,
  isByPhrase: boolean,
): PreparedSearch {
  const { question, names } = read;
  const plan = planSearch(corpus, question, mask);
  const chunks = new ChunkScores(corpus, plan.terms, plan.mean_chunk_length, isByPhrase);
  const named = names.document_ids.map((document_id) => corpus.documents.get(document_id) as HeldDocument);
  return {
    ...{ ask, read, corpus, mask, plan, chunks, named },
    filters: new Filters(ask, corpus, chunks),
    tiers: tiersOf(corpus, named, question.references, names.asks_more),
  };
}
