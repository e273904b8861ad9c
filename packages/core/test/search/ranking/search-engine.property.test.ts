import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type { ReaderFilter } from "../../../src/access/audience.js";
import { buildChunk } from "../../../src/chunks/structure-document.js";
import { type SectionPathElement, type StructuredChunk, TEXT_TYPES } from "../../../src/chunks/structured-chunk.js";
import type { DocumentMeaning } from "../../../src/search/index/index-source.js";
import { makeTermVectors } from "../../../src/search/index/term-vectors.js";
import { packVector } from "../../../src/search/index/vector-memory.js";
import type { Question, QuestionTerm } from "../../../src/search/question/question.js";
import { SearchEngine } from "../../../src/search/ranking/search-engine.js";
import type { SearchAsk, SearchHits } from "../../../src/search/ranking/search-hits.js";
import { hasWord, type Names, naiveSearch, naiveWithPhrases, sees } from "./naive-engine.js";
import type { NaiveDocument } from "./naive-texts.js";

const WORDS = [
  "出張",
  "日当",
  "年次有給休暇",
  "旅費規程",
  "する。",
  "について",
  "テレワーク",
  "第1条",
  "別表第1",
  "annual",
  "leaves",
  "policy",
  "the",
  "12,000円",
  "𠮷野",
];
const text = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 12 }).map((words) => words.join(" "));
const longText = fc
  .tuple(text, fc.constantFrom(1, 1, 1, 1, 1, 1, 30))
  .map(([words, times]) => `${words} `.repeat(times));

const element = fc.constantFrom<Omit<SectionPathElement, "level">>(
  { type: "chapter", label: "第1章", title: "出張" },
  { type: "chapter", label: "第2章", title: "" },
  { type: "section", label: "", title: "テレワーク" },
  { type: "article", label: "第1条", title: "日当" },
  { type: "article", label: "第2条", title: "annual leave" },
  { type: "annex", label: "別表第1", title: "" },
  { type: "supplement", label: "附則", title: "" },
);
const chunk = fc.record({
  type: fc.constantFrom(...TEXT_TYPES, "paragraph" as const, "paragraph" as const),
  path: fc.array(element, { maxLength: 3 }),
  text: longText,
});

type DrawnChunk = typeof chunk extends fc.Arbitrary<infer T> ? T : never;

/** An article of several parts, with headings below it; the last ones may have no text. */
const longArticle = fc
  .array(fc.record({ isHeading: fc.boolean(), word: fc.constantFrom(...WORDS), below: element }), {
    minLength: 5,
    maxLength: 10,
  })
  .map((drawn) =>
    drawn.map(({ isHeading, word, below }): DrawnChunk => {
      const article = { type: "article" as const, label: "第3条", title: "休暇" };
      const path = isHeading ? [article, { ...below, type: "section" as const }] : [article];
      return { type: isHeading ? "heading" : "paragraph", path, text: isHeading ? word : `${word} `.repeat(700) };
    }),
  );
const chunks = fc
  .array(fc.oneof({ weight: 12, arbitrary: chunk.map((one) => [one]) }, { weight: 1, arbitrary: longArticle }), {
    maxLength: 12,
  })
  .map((drawn) => drawn.flat());

const chunksOf = (document_id: string, title: string, drawn: readonly DrawnChunk[]): StructuredChunk[] =>
  drawn.map(({ type, path, text: words }, i) => {
    const isTable = type === "table";
    const body = {
      text_type: type,
      content: isTable && i % 2 === 0 ? null : words,
      content_md: isTable ? `|${words}|` : null,
    };
    const annex = path.find((step) => step.type === "annex");
    const section_path = path.map((step, at) => ({ ...step, level: at + 1 }));
    return buildChunk({ document_id, title }, `${document_id}::p::${type}-${i + 1}`, body, {
      section_path,
      annex_title: annex === undefined ? null : annex.label,
    });
  });

/** Of length 1. */
const vector = fc.oneof(
  fc.tuple(...[0, 1, 2, 3].map(() => fc.constantFrom(0.5, -0.5))),
  fc.constantFrom([1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, -1]),
);
const part = fc.record({ place: fc.nat(14), chunks: fc.integer({ min: 1, max: 4 }), vector });
const meaning = fc.option(fc.record({ parts: fc.array(part, { maxLength: 12 }) }), { freq: 4 });
const asksMeaning = fc.option(
  fc.record({
    vector: vector.map((numbers) => Float32Array.from(numbers)),
    words_share: fc.constantFrom(0, 0.4, 0.5, 1),
    similarity: fc.constantFrom(
      { mean: 0, deviation: 0.1 },
      { mean: 0.2, deviation: 0.25 },
      { mean: -1, deviation: 0 },
    ),
  }),
  { freq: 4 },
);

function meaningOf(
  drawn: typeof meaning extends fc.Arbitrary<infer T> ? T : never,
  count: number,
): DocumentMeaning | null {
  if (drawn === null) return null;
  const parts = drawn.parts.filter(({ place }) => place < count);
  const chunks = (place: number, size: number) => Math.min(size, count - place);
  return {
    dimensions: 4,
    parts: parts.map((one) => ({ place: one.place, chunks: chunks(one.place, one.chunks) })),
    vectors: Uint8Array.from(parts.flatMap((one) => [...packVector(Float32Array.from(one.vector))])),
  };
}

const IDS = ["a", "b", "𠮷", "\uff21", "c", "d"];
const TITLES = ["旅費規程", "Annual policy", "T"];
const audience = fc.constantFrom(["*"], ["g:x"], ["g:x", "u:1"], [], ["d:9", "g:y"]);
const change = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("publish" as const),
      id: fc.constantFrom(...IDS),
      title: fc.constantFrom(...TITLES),
      audience,
      chunks,
      meaning,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("embed" as const), id: fc.constantFrom(...IDS), meaning }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("govern" as const),
      id: fc.constantFrom(...IDS),
      title: fc.constantFrom(...TITLES),
      audience,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("remove" as const), id: fc.constantFrom(...IDS) }) },
);

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

const reader = fc.constantFrom<ReaderFilter>(
  { unrestricted: true, principals: ["*"] },
  { unrestricted: false, principals: ["*", "u:2"] },
  { unrestricted: false, principals: ["*", "g:x", "u:2"] },
  { unrestricted: false, principals: ["*", "d:9", "u:1"] },
);
/** Of the vocabulary. */
const MEANT = [
  "出張",
  "出張日当",
  "日当 出張",
  "テレワーク",
  "leave policy",
  "Annual",
  "annual c",
  "第1条 日当",
  "unknown",
];

const term: fc.Arbitrary<QuestionTerm> = fc.record({
  text: fc.constantFrom(
    "出張",
    "日当",
    "年次",
    "出",
    "する",
    "つい",
    "annual",
    "leave",
    "the",
    "§article 1",
    "別表",
    "unknown",
    "𠮷野",
    "policy",
    "てれ",
  ),
  significance: fc.constantFrom(1, 1, 2, 0.4, 0.35, 0.05, 0.1),
  origin: fc.constantFrom("typed" as const, "typed" as const, "vocabulary" as const, "corrected" as const),
  prefix: fc.constant(false),
  said: fc.constantFrom("日当が欲しい", "leave me"),
  also: fc.constantFrom(...MEANT),
});
const signs = fc.constantFrom<QuestionTerm>(
  ...["あ", "す", "つ", "て", "日"].map(
    (sign): QuestionTerm => ({ text: sign, prefix: true, significance: 1, origin: "typed", said: null, also: null }),
  ),
);
/** More than score. */
const COMMON = [..."出張日当年次有給休暇旅費規程別表第条", "出張", "日当", "年次", "次有", "有給", "給休", "休暇"];
const MANY = [
  ...new Set(COMMON),
  "旅費",
  "費規",
  "規程",
  "する",
  "つい",
  "いて",
  "てれ",
  "れわ",
  "annual",
  "leave",
  "the",
];
const manyTerms = fc
  .shuffledSubarray(MANY, { minLength: 36 })
  .chain((texts) => fc.tuple(...texts.map((own) => term.map((drawn) => ({ ...drawn, text: own })))));
const words = fc.array(fc.constantFrom(...MANY, "unknown"), { minLength: 1, maxLength: 3 });
const subject = fc.record({ text: fc.constant(""), terms: words, others: fc.array(words, { maxLength: 2 }) });
const question = fc
  .oneof(
    { weight: 6, arbitrary: fc.uniqueArray(term, { selector: (drawn) => drawn.text, maxLength: 8 }) },
    { weight: 1, arbitrary: signs.map((sign) => [sign]) },
    { weight: 1, arbitrary: manyTerms },
  )
  .chain((terms) =>
    fc.record({
      terms: fc.constant(terms),
      references: fc.constantFrom<readonly string[]>([], ["§article 1"], ["§別表 1"]),
      named: fc.constantFrom<readonly string[]>([], [], ["a"], ["b", "𠮷"]),
      asks_more: fc.boolean(),
      subjects: fc.array(subject, { maxLength: 4 }),
    }),
  );

const phrase = fc.constantFrom(["日当"], ["出張", "張"], ["the"], ["annual", "leave"], ["年次", "次有", "休暇"], []);

type Asked = typeof question extends fc.Arbitrary<infer T> ? T : never;

const ask = fc.record({
  reader,
  limit: fc.constantFrom(1, 2, 3, 10, 60),
  doc_ids: fc.option(fc.subarray(IDS), { freq: 3 }),
  text_types: fc.option(fc.subarray([...TEXT_TYPES], { minLength: 1 }), { freq: 3 }),
  meaning: asksMeaning,
});

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

const runs = (all: number) => (process.env.CI || process.env.PROPERTY_RUNS === "all" ? all : Math.ceil(all / 5));

describe("the index of sections", () => {
  it("answers as a full scan does, after any changes", () => {
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 25 }),
        fc.array(fc.tuple(question, ask), { minLength: 1, maxLength: 6 }),
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
      { numRuns: runs(200) },
    );
  });

  it("answers from what the reader sees alone", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), question, ask, (changes, asked, fixed) => {
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
      { numRuns: runs(150) },
    );
  });

  it("finds accepted sections of those that may have the phrases, whatever their terms score", () => {
    fc.assert(
      fc.property(
        fc.array(change, { minLength: 3, maxLength: 12 }),
        question,
        fc.array(phrase, { maxLength: 2 }),
        ask,
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
      { numRuns: runs(50) },
    );
  });
});
