import { DocumentNames, makeTermVectors, questionReader, readDictionary, SearchEngine } from "@retrieval/core/search";
import { readEnglishWords, readJapaneseSynonyms, readStarterVocabulary } from "@retrieval/service";
import type { CorpusDocument } from "./corpus.js";
import type { CorpusSection } from "./corpus-sections.js";

/** How many sections an answer has. */
export const DEEP = 10;

/** Answers one question. */
export type Find = (question: string) => {
  readonly sections: readonly CorpusSection[];
  readonly fits: boolean;
  readonly corrected: readonly { readonly written: string; readonly read_as: string }[];
};

interface Words {
  readonly vocabulary: boolean;
  readonly dictionary: boolean;
}

/** The service's index over these documents. */
export function engineOver(
  documents: readonly CorpusDocument[],
  words: Words = { vocabulary: true, dictionary: true },
): SearchEngine {
  const dictionary = words.dictionary ? readJapaneseSynonyms() : readDictionary("");
  const makeReader = questionReader(dictionary, readEnglishWords());
  const engine = new SearchEngine({ makeReader, titles: new DocumentNames() });
  engine.setVocabulary(words.vocabulary ? readStarterVocabulary() : []);
  for (const { document_id, title, chunks } of documents) {
    const vectors = makeTermVectors(title, chunks);
    const indexed = { document_id, title, version: "1", revision_id: document_id, published_at: 0, audience: ["*"] };
    engine.put({ ...indexed, vectors, meaning: null });
  }
  return engine;
}

/** The service's search over these documents, for a reader who sees all of them. */
export function findIn(documents: readonly CorpusDocument[], words?: Words): Find {
  const engine = engineOver(documents, words);
  const chunksOf = new Map(documents.map(({ document_id, chunks }) => [document_id, chunks]));
  const reader = { unrestricted: true, principals: [] };
  return (query) => {
    const found = engine.search({
      query,
      reader,
      limit: DEEP,
      from: null,
      doc_ids: null,
      text_types: null,
      meaning: null,
    });
    const sections = found.sections.map(({ document_id, place, chunks }) => ({
      document_id,
      chunks: chunksOf.get(document_id)?.slice(place, place + chunks) ?? [],
    }));
    return { sections, fits: found.fits, corrected: found.corrected };
  };
}
