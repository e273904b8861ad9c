import { describe, expect, it } from "@jest/globals";
import {
  chunksOf,
  drawnAsk,
  drawnChange,
  drawnPhrase,
  drawnQuestion,
  MEANT,
  meaningOf,
} from "@retrieval/contract/drawn-sections";
import { propertyRunsInCi } from "@retrieval/contract/property-runs";
import fc from "fast-check";
import { Corpus } from "../../../src/search/index/corpus.js";
import { Directory } from "../../../src/search/index/directory.js";
import { splitSections } from "../../../src/search/index/section-vectors.js";
import { makeTermVectors } from "../../../src/search/index/term-vectors.js";
import { VisibleCorpus } from "../../../src/search/index/visible-statistics.js";
import type { Question } from "../../../src/search/question/question.js";
import { type Candidate, CandidateSearch } from "../../../src/search/ranking/candidate-search.js";
import { MemorySections } from "../../../src/search/ranking/memory-sections.js";
import { weighQuestion } from "../../../src/search/ranking/prepared-search.js";

describe("the sections that an index outside the process proposes", () => {
  it("are answered as the index in the process answers, if they are all that match", () => {
    fc.assert(
      fc.property(
        fc.array(drawnChange, { maxLength: 12 }),
        drawnQuestion,
        fc.array(drawnPhrase, { maxLength: 2 }),
        drawnAsk,
        fc.nat(),
        (changes, { named, asks_more, ...asked }, phrases, { reader, ...fixed }, odd) => {
          const question: Question = { text: "", words: [], phrases, ...asked };
          const questions = {
            setVocabulary: () => {},
            read: () => question,
            correct: () => ({ question, corrected: [] }),
          };
          const [directory, corpus, engine] = [new Directory(), new Corpus(), new MemorySections(questions)];
          engine.setVocabulary([{ said: "日当が欲しい", meant: MEANT }]);
          const sections: Candidate[] = [];
          for (const change of changes) {
            if (change.kind !== "publish" || directory.documents.has(change.id)) continue;
            const key = { document_id: change.id, revision_id: change.id };
            directory.put({ ...key, title: change.title, version: "1", published_at: 0, audience: change.audience });
            const vectors = makeTermVectors(change.title, chunksOf(change.id, change.title, change.chunks));
            const text = { ...key, vectors, meaning: meaningOf(change.meaning, change.chunks.length) };
            for (const _ of corpus.putInSteps(text)) void _;
            engine.put(text);
            for (const section of splitSections(vectors, text.meaning).sections)
              if (section.terms.size > 0) sections.push({ ...key, section });
          }
          const visibility = directory.viewOf(reader);
          const view = {
            visibility,
            namedIn: () => ({ document_ids: named.filter(visibility.hasDocument, visibility), asks_more }),
          };
          const mask = corpus.masks.of(visibility, corpus.documents);
          mask.makeRoom(corpus.units.end);
          const statistics = new VisibleCorpus(corpus, mask);
          const ask = { query: "", ...fixed };
          const read = weighQuestion("", questions, statistics, view);
          const candidates = {
            sections: sections.filter((candidate) => visibility.sees(candidate)),
            documents: [...visibility.revisions()],
            matches: null,
          };
          const search = new CandidateSearch();
          expect(search.search(ask, read, statistics, candidates)).toEqual(engine.search(ask, view));
          const accepting = engine.phraseCandidates(ask, view);
          expect(search.phraseCandidates(ask, read, statistics, candidates)).toEqual(accepting);
          const accepted = accepting.sections.filter((_, i) => (odd >>> (i % 31)) % 2 === 1);
          const whole = { ...ask, accepted };
          expect(search.search(whole, read, statistics, candidates)).toEqual(engine.search(whole, view));
        },
      ),
      { numRuns: propertyRunsInCi(200) },
    );
  });
});
