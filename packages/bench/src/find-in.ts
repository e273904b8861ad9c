import { makeTermVectors, QuestionReader, SearchEngine } from "@retrieval/core/search";
import { readEnglishWords, readStarterVocabulary } from "@retrieval/service";
import type { CorpusDocument } from "./corpus.js";
import type { CorpusSection } from "./corpus-sections.js";
import type { QuestionMeanings } from "./question-meanings.js";

/** How many sections an answer has. */
export const DEEP = 10;

/** As `retrieval serve` reads it. */
export const WORDS_SHARE = Number(process.env.WORDS_SHARE ?? 0.25);

/** Of a reader who sees all documents. */
export const EVERYTHING = { unrestricted: true, principals: [] };

/** Answers one question. */
export type Find = (question: string) => {
  readonly sections: readonly CorpusSection[];
  readonly fits: boolean;
  readonly corrected: readonly { readonly written: string; readonly read_as: string }[];
};

/** The service's index over these documents. */
export function engineOver(
  documents: readonly CorpusDocument[],
  { vocabulary = true } = {},
  meanings: QuestionMeanings | null = null,
): SearchEngine {
  const engine = new SearchEngine(new QuestionReader(readEnglishWords()));
  engine.setVocabulary(vocabulary ? readStarterVocabulary() : []);
  for (const { document_id, title, chunks } of documents) {
    const vectors = makeTermVectors(title, chunks);
    const indexed = { document_id, title, version: "1", revision_id: document_id, published_at: 0, audience: ["*"] };
    engine.put({ ...indexed, vectors, meaning: meanings?.documents.get(document_id) ?? null });
  }
  return engine;
}

/** Search by meaning too; see `MeaningAsk` in core. */
interface ByMeaning {
  readonly meanings: QuestionMeanings;
  readonly words_share: number;
}

/** The service's search over these documents, for a reader who sees all of them. */
export function findIn(
  documents: readonly CorpusDocument[],
  words = { vocabulary: true },
  by: ByMeaning | null = null,
): Find {
  const engine = engineOver(documents, words, by?.meanings);
  const chunksOf = new Map(documents.map(({ document_id, chunks }) => [document_id, chunks]));
  return (query) => {
    const vector = by?.meanings.questions.get(query);
    const found = engine.search({
      query,
      reader: EVERYTHING,
      limit: DEEP,
      doc_ids: null,
      text_types: null,
      meaning: vector && by ? { ...by, similarity: by.meanings.similarity, vector } : null,
    });
    const sections = found.sections.map(({ document_id, place, chunks }) => ({
      document_id,
      chunks: chunksOf.get(document_id)?.slice(place, place + chunks) ?? [],
    }));
    return { sections, fits: found.fits, corrected: found.corrected };
  };
}
