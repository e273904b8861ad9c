import { describe, expect, it } from "@jest/globals";
import {
  type Asked,
  type Change,
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
import { makeTermVectors } from "../../../src/search/index/term-vectors.js";
import type { Question } from "../../../src/search/question/question.js";
import { SearchEngine } from "../../../src/search/ranking/search-engine.js";
import type { SearchAsk, SearchHits } from "../../../src/search/ranking/search-hits.js";
import { hasWord, type Names, naiveSearch, naiveWithPhrases, sees } from "./naive-engine.js";
import type { NaiveDocument } from "./naive-texts.js";

/** Reads each question as the test has drawn it. */
class Index {
  readonly documents = new Map<string, NaiveDocument>();
  asked: Asked = { terms: [], references: [], named: [], asks_more: true, subjects: [] };
  phrases: Question["phrases"] = [];
  #revisions = 0;

  readonly engine = new SearchEngine({
    setVocabulary: () => {},
    putTitle: () => {},
    removeTitle: () => {},
    read: () => this.question,
    correct: (read) => ({ question: read, corrected: [] }),
    namedIn: (_, isSeen) => ({ document_ids: this.asked.named.filter(isSeen), asks_more: this.asked.asks_more }),
  });

  constructor() {
    this.engine.setVocabulary([{ said: "日当が欲しい", meant: MEANT }]);
  }

  get question(): Question {
    const { terms, references, subjects } = this.asked;
    return { text: "", terms, phrases: this.phrases, words: [], references, subjects };
  }

  apply(next: Change): void {
    const { id: document_id } = next;
    const held = this.documents.get(document_id);
    if (next.kind === "remove") {
      this.documents.delete(document_id);
      this.engine.remove(document_id);
      return;
    }
    if (next.kind !== "publish" && held === undefined) return;
    if (next.kind === "embed") {
      const document = held as NaiveDocument;
      const given = meaningOf(next.meaning, document.chunks.length) ?? document.meaning;
      this.documents.set(document_id, { ...document, meaning: given });
      this.put({ ...document, meaning: meaningOf(next.meaning, document.chunks.length) });
      return;
    }
    const { title } = next;
    if (next.kind === "publish") this.#revisions += 1;
    const document: NaiveDocument =
      next.kind === "publish"
        ? {
            document_id,
            title,
            published_title: title,
            revision_id: `r${this.#revisions}`,
            audience: next.audience,
            chunks: chunksOf(document_id, title, next.chunks),
            meaning: meaningOf(next.meaning, next.chunks.length),
          }
        : { ...(held as NaiveDocument), title, audience: next.audience };
    this.documents.set(document_id, document);
    this.put(next.kind === "govern" ? { ...document, meaning: null } : document);
  }

  put({
    document_id,
    title,
    published_title,
    revision_id,
    audience: tokens,
    chunks,
    meaning: held,
  }: NaiveDocument): void {
    const vectors = makeTermVectors(published_title, chunks);
    const indexed = { document_id, title, version: "1", revision_id, published_at: 0, audience: tokens };
    this.engine.put({ ...indexed, vectors, meaning: held });
  }

  naive(asked: SearchAsk): SearchHits {
    const visible = (id: string) =>
      sees(asked.reader, this.documents.get(id)?.audience ?? []) && this.documents.has(id);
    const names: Names = { document_ids: this.asked.named.filter(visible), asks_more: this.asked.asks_more };
    return naiveSearch([...this.documents.values()], asked, this.question, names);
  }
}

describe("the index of sections", () => {
  it("answers as a full scan does, after any changes", () => {
    fc.assert(
      fc.property(
        fc.array(drawnChange, { maxLength: 25 }),
        fc.array(fc.tuple(drawnQuestion, drawnAsk), { minLength: 1, maxLength: 6 }),
        (changes, asks) => {
          const index = new Index();
          const middle = Math.floor(changes.length / 2);
          changes.forEach((next, i) => {
            index.apply(next);
            // The masks of readers are there before later changes.
            if (i === middle)
              for (const [, { reader: filter }] of asks)
                index.engine.list({ query: "", reader: filter, limit: 1, after: null, order: "id" });
          });
          for (const [asked, fixed] of asks) {
            index.asked = asked;
            const whole: SearchAsk = { query: "", ...fixed };
            const found = index.engine.search(whole);
            expect(found).toEqual(index.naive(whole));
            // A filter does not change whether the question fits.
            expect(index.engine.search({ ...whole, doc_ids: null, text_types: null }).fits).toBe(found.fits);
          }
        },
      ),
      { numRuns: propertyRunsInCi(200) },
    );
  });

  it("answers from what the reader sees alone", () => {
    fc.assert(
      fc.property(fc.array(drawnChange, { maxLength: 20 }), drawnQuestion, drawnAsk, (changes, asked, fixed) => {
        const all = new Index();
        for (const next of changes) all.apply(next);
        const visible = new Index();
        for (const document of all.documents.values()) if (sees(fixed.reader, document.audience)) visible.put(document);
        all.asked = asked;
        visible.asked = asked;
        const whole: SearchAsk = { query: "", ...fixed };
        expect(all.engine.search(whole)).toEqual(visible.engine.search(whole));
        expect(all.engine.phraseCandidates(whole)).toEqual(visible.engine.phraseCandidates(whole));
        const standIns = { query: "", reader: fixed.reader };
        expect(all.engine.standIns(standIns)).toEqual(visible.engine.standIns(standIns));
        for (const query of ["出", "日当", "a", "第", "条"]) {
          const suggest = { query, reader: fixed.reader, limit: 5 };
          expect(all.engine.suggest(suggest)).toEqual(visible.engine.suggest(suggest));
        }
        const { suggestions } = all.engine.suggest({ query: "a", reader: fixed.reader, limit: 1_000 });
        const words = suggestions.filter(({ document_id }) => document_id === null).map(({ text: word }) => word);
        const documents = [...all.documents.values()].filter(({ audience: tokens }) => sees(fixed.reader, tokens));
        expect(words.sort()).toEqual(MEANT.filter((word) => /a/i.test(word) && hasWord(documents, word)).sort());
        const list = { query: "", reader: fixed.reader, limit: 3, after: null, order: "published" as const };
        expect(all.engine.list(list)).toEqual(visible.engine.list(list));
      }),
      { numRuns: propertyRunsInCi(150) },
    );
  });

  it("finds accepted sections of those that may have the phrases, whatever their terms score", () => {
    fc.assert(
      fc.property(
        fc.array(drawnChange, { minLength: 3, maxLength: 12 }),
        drawnQuestion,
        fc.array(drawnPhrase, { maxLength: 2 }),
        drawnAsk,
        fc.nat(),
        (changes, asked, phrases, fixed, odd) => {
          const index = new Index();
          for (const next of changes) index.apply(next);
          index.asked = asked;
          index.phrases = phrases;
          const whole: SearchAsk = { query: "", ...fixed };
          const { sections, more } = index.engine.phraseCandidates(whole);
          const candidates = naiveWithPhrases([...index.documents.values()], index.question).map((section) => ({
            ...section,
            revision_id: "",
          }));
          const all = index.naive({ ...whole, limit: 100, accepted: candidates, meaning: null });
          const keys = (found: readonly { readonly document_id: string; readonly place: number }[]) =>
            found.map(({ document_id, place }) => `${document_id} ${place}`).sort();
          expect(keys(sections)).toEqual(keys(all.sections));
          expect(more).toBe(false);
          const accepted = sections.filter((_, i) => (odd >>> (i % 31)) % 2 === 1);
          const found = index.engine.search({ ...whole, accepted });
          expect(found).toEqual(index.naive({ ...whole, accepted }));
          expect(found.total).toBe(accepted.length);
        },
      ),
      { numRuns: propertyRunsInCi(50) },
    );
  });
});
