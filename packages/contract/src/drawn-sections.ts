import type { ReaderFilter } from "@retrieval/core";
import { buildChunk, type SectionPathElement, type StructuredChunk } from "@retrieval/core/chunks";
import { TEXT_TYPES } from "@retrieval/core/limits";
import type { DocumentMeaning } from "@retrieval/core/ports";
import { packVector, type QuestionTerm } from "@retrieval/core/search";
import fc from "fast-check";

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

export const chunksOf = (document_id: string, title: string, drawn: readonly DrawnChunk[]): StructuredChunk[] =>
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

export function meaningOf(
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
export const drawnChange = fc.oneof(
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

/** What happens to documents: small texts of few words, so that they match often. */
export type Change = typeof drawnChange extends fc.Arbitrary<infer T> ? T : never;

const reader = fc.constantFrom<ReaderFilter>(
  { unrestricted: true, principals: ["*"] },
  { unrestricted: false, principals: ["*", "u:2"] },
  { unrestricted: false, principals: ["*", "g:x", "u:2"] },
  { unrestricted: false, principals: ["*", "d:9", "u:1"] },
);
/** Of the vocabulary. */
export const MEANT = [
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
export const drawnQuestion = fc
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

export const drawnPhrase = fc.constantFrom(
  ["日当"],
  ["出張", "張"],
  ["the"],
  ["annual", "leave"],
  ["年次", "次有", "休暇"],
  [],
);

export type Asked = typeof drawnQuestion extends fc.Arbitrary<infer T> ? T : never;

export const drawnAsk = fc.record({
  reader,
  limit: fc.constantFrom(1, 2, 3, 10, 60),
  doc_ids: fc.option(fc.subarray(IDS), { freq: 3 }),
  text_types: fc.option(fc.subarray([...TEXT_TYPES], { minLength: 1 }), { freq: 3 }),
  meaning: asksMeaning,
});
