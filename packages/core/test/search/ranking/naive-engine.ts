import type { ReaderFilter } from "../../../src/access/audience.js";
import { packVector } from "../../../src/search/index/vector-memory.js";
import type { Question, QuestionTerm, Subject } from "../../../src/search/question/question.js";
import { pointsOf } from "../../../src/search/ranking/points.js";
import {
  COMPARED,
  type MeaningAsk,
  type SearchAsk,
  type SearchHits,
  type SectionHit,
} from "../../../src/search/ranking/search-hits.js";
import { termsOf } from "../../../src/search/text/terms.js";
import {
  type Fields,
  isHeading,
  type NaiveChunk,
  type NaiveDocument,
  type NaivePart,
  type NaiveSection,
  naiveSections,
  sum,
  type Vector,
} from "./naive-texts.js";

/** The documents that a question names, and whether the question asks for more than these. */
export interface Names {
  readonly document_ids: readonly string[];
  readonly asks_more: boolean;
}

/** How many sections each list has. */
const LIST = 100;

/**
 * The definition of the ranking, without an index: each search reads every text that the reader sees. The index answers
 * the same, bit for bit (search-engine.property.test.ts).
 */
export function naiveSearch(
  documents: readonly NaiveDocument[],
  ask: SearchAsk,
  question: Question,
  names: Names,
): SearchHits {
  const visible = documents.filter(({ audience }) => sees(ask.reader, audience));
  const sections = visible.flatMap(naiveSections);
  const plan = planOf(question, sections, Boolean(ask.accepted));
  const fit = fitOf(question, plan, sections);
  const keyOf = keysFor(question, names);

  // By words: the best part stands for its section. The second phase adds the best chunk.
  const matching = sections.filter(isAccepted(ask)).flatMap((section) => matchingParts(section, plan, ask));
  const byWords = bestOfEach(matching.filter(isKept(ask)))
    .map((part) => ({ ...keyOf(part.section, part.points), part }))
    .sort(inOrder);
  const refined = byWords.slice(0, LIST).map((hit) => ({ ...hit, score: hit.score + chunkPoints(hit.part) }));

  const near = nearParts(visible, ask, question, plan);
  const hits = (ask.meaning && near.length > 0 ? fused(ask.meaning) : refined).sort(inOrder);
  const byMeaningAlone = hits.filter(({ part }) => part.isNear);

  /** The sections of both lists in one order. */
  function fused({ words_share, similarity }: MeaningAsk) {
    const floor = Math.round((similarity.mean + similarity.deviation) * 1e6);
    const nearest = bestOfEach(near.filter(isKept(ask)))
      .map((part) => ({ ...keyOf(part.section, part.points), tier: 0, part }))
      .sort(inOrder)
      .filter(({ score }) => score >= floor)
      .slice(0, LIST);
    const both = [...new Set([...refined, ...nearest].map(({ part }) => part.section))];
    const words = scaled(both.map((section) => hitOf(refined, section)?.score));
    const meaning = scaled(both.map((section) => hitOf(nearest, section)?.score));
    return both.map((section, i) => {
      const ofWords = words[i] as number;
      // Without vectors the meaning of a section is unknown, and its words count for both.
      const ofMeaning = section.document.meaning === null ? ofWords : (meaning[i] as number);
      const { part } = hitOf(byWords, section) ?? (hitOf(nearest, section) as NaiveHit);
      return { ...keyOf(section, Math.round(1e6 * (words_share * ofWords + (1 - words_share) * ofMeaning))), part };
    });
  }

  return {
    sections: hits.slice(0, ask.limit).map(({ part, ...key }, i) => ({
      ...key,
      revision_id: part.section.document.revision_id,
      section_id: part.section.id,
      chunks: part.section.size,
      best: bestChunk(part, plan, ask),
      fit: Math.min(1, fit.share(hitOf(byWords, part.section)?.score ?? 0)),
      parts: i < COMPARED && ask.meaning ? comparedParts(part.section, near, ask.meaning) : [],
    })),
    total: byWords.length + byMeaningAlone.length,
    by_meaning: near.length > 0 && hits.length > 0,
    documents: documentsIn(visible, [...byWords, ...byMeaningAlone], ask, names),
    fits: fits(fit, matching, near, ask),
    terms: plan.scoring.map(({ term, weight }) => ({ ...term, weight })),
    widened: widenedIn(question, visible),
    corrected: [],
  };
}

/** Each term of the question with its weight: s · ln(1 + (N − n + 0.5) / (n + 0.5)), N and n counted in sections. */
function planOf({ terms, phrases }: Question, sections: readonly NaiveSection[], isByPhrase: boolean) {
  const parts = sections.flatMap((section) => section.parts);
  const having = (words: readonly string[]) =>
    sections.filter((section) => section.parts.some(({ vector }) => words.some((word) => vector.has(word)))).length;
  const weightOf = (significance: number, n: number) =>
    round(significance * Math.log(1 + (sections.length - n + 0.5) / (n + 0.5)));
  /** One sign searches the 64 most common terms that begin with it. */
  const wordsFor = ({ text, prefix }: QuestionTerm): string[] => {
    if (!prefix) return [text];
    const words = new Set(parts.flatMap(({ vector }) => [...vector.keys()]).filter((word) => word.startsWith(text)));
    return [...words].sort((a, b) => having([b]) - having([a]) || byCodePoints(a, b)).slice(0, 64);
  };
  // Light terms alone make no match, unless the question has nothing else.
  const tells = ({ significance, origin }: QuestionTerm) => significance >= 0.4 || origin === "vocabulary";
  const isLight = !terms.some(tells);
  const weighed = terms.map((term) => {
    const words = wordsFor(term);
    const n = having(words);
    return { term, words, n, weight: weightOf(term.significance, n), matches: isLight || isByPhrase || tells(term) };
  });
  const isQuoted = ({ term }: (typeof weighed)[number]) => Number(phrases.some((own) => own.includes(term.text)));
  return {
    weighed,
    /** Only 32 terms score: those of phrases, then the heaviest. */
    scoring: weighed
      .filter(({ n }) => n > 0)
      .sort((a, b) => isQuoted(b) - isQuoted(a) || b.weight - a.weight)
      .slice(0, 32),
    /** The weight of a word that no visible section has. */
    unknown: weightOf(1, 0),
    mean_part: mean(parts),
    mean_chunk: mean(parts.flatMap(({ chunks }) => chunks)),
  };
}

type Plan = ReturnType<typeof planOf>;

/** The sum of w · 2x / (x + 1) over the terms, x = 2 · title + breadcrumb + body / (0.5 + 0.5 · length / mean length). */
function scoreOf(vector: Vector, length: number, meanLength: number, { scoring }: Plan) {
  let points = 0;
  let matches = false;
  for (const term of scoring) {
    const fields: Fields = { title: 0, breadcrumb: 0, body: 0 };
    for (const word of term.words) {
      const own = vector.get(word);
      if (own === undefined) continue;
      // Each is capped on its own, as the index has them, and together again.
      fields.title = Math.min(3, fields.title + Math.min(3, own.title));
      fields.breadcrumb = Math.min(3, fields.breadcrumb + Math.min(3, own.breadcrumb));
      fields.body = Math.min(15, fields.body + Math.min(15, own.body));
    }
    const packed = (fields.title << 6) | (fields.breadcrumb << 4) | fields.body;
    if (packed === 0) continue;
    const added = pointsOf(term.weight, packed, length, meanLength);
    const x = 2 * fields.title + fields.breadcrumb + fields.body / (0.5 + (0.5 * length) / meanLength);
    if (Math.abs(added - 1e6 * term.weight * ((2 * x) / (x + 1))) > 2)
      throw new Error("Points do not follow the formula.");
    points += added;
    matches ||= term.matches;
  }
  return { points, matches };
}

/** A part of a section that words or meaning find, with its points: of its words, or its similarity. */
interface PartHit {
  readonly section: NaiveSection;
  readonly points: number;
  readonly chunks: readonly (NaiveChunk & ReturnType<typeof scoreOf>)[];
  readonly isNear: boolean;
}

interface NaiveHit extends Pick<SectionHit, "tier" | "score" | "document_id" | "place"> {
  readonly part: PartHit;
}

const scoredChunks = (chunks: readonly NaiveChunk[], plan: Plan) =>
  chunks.map((chunk) => ({ ...chunk, ...scoreOf(chunk.vector, chunk.length, plan.mean_chunk, plan) }));

/** Text outside the sections of a document has nine tenths of its points. */
const withPlace = ({ isAround }: NaiveSection, points: number) => (isAround ? Math.ceil(points * 0.9) : points);

/** The parts that match. An accepted section matches by its phrases, whatever its terms. */
function matchingParts(section: NaiveSection, plan: Plan, { accepted }: SearchAsk): PartHit[] {
  return section.parts.flatMap(({ vector, length, chunks }) => {
    const { points, matches } = scoreOf(vector, length, plan.mean_part, plan);
    if (!matches && !accepted) return [];
    const own = withPlace(section, accepted ? Math.max(1, points) : points);
    return { section, points: own, chunks: scoredChunks(chunks, plan), isNear: false };
  });
}

/** The points of a part's best chunk; a heading has half of its points. */
function chunkPoints({ section, chunks }: PartHit): number {
  const points = chunks.map(({ chunk, points: own }) => (isHeading(chunk) ? Math.floor(own / 2) : own));
  return withPlace(section, Math.max(...points));
}

/** The embedded parts with their similarity to the question; none where words alone decide. */
function nearParts(
  documents: readonly NaiveDocument[],
  { meaning: asked, accepted }: SearchAsk,
  { terms }: Question,
  plan: Plan,
): PartHit[] {
  if (asked === null || accepted || terms.every(({ prefix }) => prefix)) return [];
  return documents.flatMap((document) => {
    const { meaning } = document;
    if (meaning?.dimensions !== asked.vector.length) return [];
    return meaning.parts.flatMap(({ place, chunks: count }, i) => {
      const size = meaning.dimensions + 4;
      const section = naiveSections(document).find(({ first, size: all }) => place >= first && place < first + all);
      if (section === undefined) return [];
      const own = section.parts.flatMap(({ chunks }) => chunks);
      const chunks = own.filter(({ place: at }) => at >= place && at < place + count);
      const similarity = packedProduct(meaning.vectors.slice(i * size, (i + 1) * size), packVector(asked.vector));
      return { section, points: Math.round(similarity * 1e6), chunks: scoredChunks(chunks, plan), isNear: true };
    });
  });
}

/** How close each embedded part of a section is to the question, in deviations above the mean. */
const comparedParts = (section: NaiveSection, near: readonly PartHit[], { similarity }: MeaningAsk) =>
  near
    .filter((part) => part.section === section)
    .map(({ chunks, points }) => ({
      place: chunks[0]?.place as number,
      chunks: chunks.length,
      closeness: (points / 1e6 - similarity.mean) / similarity.deviation,
    }));

const isAccepted =
  ({ accepted }: SearchAsk) =>
  ({ document, first }: NaiveSection) =>
    !accepted || accepted.some(({ document_id, place }) => document_id === document.document_id && place === first);

/** Whether the filter of types keeps a chunk: found by words, a chunk that matches. */
const hasType = ({ text_types }: SearchAsk, { isNear }: PartHit) =>
  text_types === null
    ? ({ chunk }: PartHit["chunks"][number]) => !isHeading(chunk)
    : ({ chunk, matches }: PartHit["chunks"][number]) => (matches || isNear) && text_types.includes(chunk.text_type);

const isKept = (ask: SearchAsk) => (part: PartHit) =>
  (ask.doc_ids === null || ask.doc_ids.includes(part.section.document.document_id)) &&
  (ask.text_types === null || part.chunks.some(hasType(ask, part)));

/** The best part of each section, the first one of equals. */
function bestOfEach(parts: readonly PartHit[]): PartHit[] {
  const ordered = parts.toSorted((a, b) => b.points - a.points);
  return ordered.filter(({ section }, i) => ordered.findIndex((part) => part.section === section) === i);
}

const hitOf = (hits: readonly NaiveHit[], section: NaiveSection) => hits.find(({ part }) => part.section === section);

/** The chunk that answers best. Where a near part has no chunk to show, the part around it does. */
function bestChunk(part: PartHit, plan: Plan, ask: SearchAsk): number {
  const { chunks, section } = part;
  const around = section.parts.find((own) => own.chunks.some(({ place }) => place === chunks[0]?.place)) as NaivePart;
  const lists = [chunks, scoredChunks(around.chunks, plan)].map((list) => list.filter(hasType(ask, part)));
  const [best] = (lists.find((list) => list.length > 0) ?? []).toSorted(
    (a, b) => b.points - a.points || a.place - b.place,
  );
  return best?.place as number;
}

/** A named article comes first, then sections of a named document if nothing else is asked. */
function keysFor({ references }: Question, { document_ids, asks_more }: Names) {
  return ({ document: { document_id }, first: place, parts }: NaiveSection, score: number) => {
    const isArticle = references.some((term) => (parts[0]?.vector.get(term)?.title ?? 0) > 0);
    const tier = !document_ids.includes(document_id) ? 0 : isArticle ? 2 : asks_more ? 0 : 1;
    return { tier, score, document_id, place };
  };
}

const inOrder = (a: NaiveHit, b: NaiveHit) =>
  b.tier - a.tier || b.score - a.score || byCodePoints(a.document_id, b.document_id) || a.place - b.place;

/** Scales the scores of a list to lie between 0 and 1; 0 for what is not in the list. */
function scaled(scores: readonly (number | undefined)[]): number[] {
  const known = scores.filter((score) => score !== undefined);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  return scores.map((score) => (score === undefined ? 0 : most === least ? 1 : (score - least) / (most - least)));
}

/** What a score is divided by to be the share of the question that a section covers, and from which share on it fits. */
function fitOf({ subjects, terms }: Question, { weighed, unknown }: Plan, sections: readonly NaiveSection[]) {
  const isVisible = (word: string) => sections.some(({ parts }) => parts.some(({ vector }) => vector.has(word)));
  const hasOther = ({ others }: Subject) => others.some((other) => other.every(isVisible));
  const isReplaced = (word: string) => subjects.some((one) => one.terms.includes(word) && hasOther(one));
  const typed = weighed.filter(
    ({ term: { text, origin, significance } }) =>
      (origin === "typed" || origin === "corrected") && (isVisible(text) || (significance >= 0.5 && !isReplaced(text))),
  );
  const unknownSubjects = subjects.filter(
    (one) => !hasOther(one) && one.terms.filter(isVisible).length < one.terms.length / 2,
  );
  const signs = unknownSubjects.filter(({ text }) => /^\p{Unified_Ideograph}$/u.test(text)).length;
  const asked = Math.min(round(sum(typed.map(({ weight }) => weight))) + signs * unknown, 2 * unknown);
  const isUtterance =
    subjects.length + terms.filter((term) => term.origin !== "typed" || term.significance >= 0.5).length === 0;
  return {
    from: isUtterance ? Infinity : subjects.length <= 3 && unknownSubjects.length > 0 ? 1.05 : 0.64,
    share: (points: number) => (points === 0 ? 0 : asked === 0 ? Number.MAX_VALUE : points / 1e6 / asked),
  };
}

/** Whether a question fits, whatever the filters keep. */
function fits(
  { share, from }: ReturnType<typeof fitOf>,
  matching: readonly PartHit[],
  near: readonly PartHit[],
  { meaning }: SearchAsk,
): boolean {
  const best = Math.max(0, ...matching.map(({ points }) => points));
  const wordsFit = share(best) >= from;
  const isUnknown = matching.some(({ section, points }) => points === best && section.document.meaning === null);
  if (meaning === null || near.length === 0 || (wordsFit && isUnknown)) return wordsFit;
  const { mean: unrelated, deviation } = meaning.similarity;
  return Math.max(...near.map(({ points }) => points)) / 1e6 >= unrelated + (wordsFit ? 1.8 : 2.8) * deviation;
}

/** Up to ten documents: those that the question names, in its order, then by their number of sections. */
function documentsIn(
  visible: readonly NaiveDocument[],
  hits: readonly NaiveHit[],
  { doc_ids }: SearchAsk,
  { document_ids }: Names,
): SearchHits["documents"] {
  const counted = visible.map(({ document_id, revision_id }) => ({
    ...{ document_id, revision_id },
    sections: hits.filter((hit) => hit.document_id === document_id).length,
    named: document_ids.includes(document_id),
  }));
  const orderOf = ({ document_id, named }: (typeof counted)[number]) =>
    named ? document_ids.indexOf(document_id) : document_ids.length;
  return counted
    .filter(({ document_id }) => doc_ids === null || doc_ids.includes(document_id))
    .filter(({ sections, named }) => named || sections > 0)
    .sort(
      (a, b) =>
        orderOf(a) - orderOf(b) ||
        (a.named ? 0 : b.sections - a.sections) ||
        byCodePoints(a.document_id, b.document_id),
    )
    .slice(0, 10);
}

/** The words that the vocabulary adds, of those that a visible section has. */
function widenedIn({ terms }: Question, visible: readonly NaiveDocument[]): SearchHits["widened"] {
  const added = terms.filter(({ origin }) => origin === "vocabulary");
  return [...new Set(added.map(({ said }) => said as string))].flatMap((said) => {
    const words = new Set(added.flatMap((term) => (term.said === said ? [term.also as string] : [])));
    const also = [...words].filter((word) => hasWord(visible, word));
    return also.length > 0 ? { said, also } : [];
  });
}

/** The sections that may have the phrases: for each phrase, one part has all its terms. */
export function naiveWithPhrases(
  documents: readonly NaiveDocument[],
  { phrases }: Question,
): { document_id: string; place: number }[] {
  return documents.flatMap(naiveSections).flatMap(({ document: { document_id }, first, parts }) => {
    const has = (terms: readonly string[]) => parts.some(({ vector }) => terms.every((text) => vector.has(text)));
    return phrases.every(has) ? [{ document_id, place: first }] : [];
  });
}

/** Whether a part of a section has all terms of a word. */
export function hasWord(documents: readonly NaiveDocument[], word: string): boolean {
  // The last sign of a run is a term of its own only in texts.
  const words = termsOf(word).filter(({ end }, i, all) => end !== all[i - 1]?.end);
  return documents
    .flatMap(naiveSections)
    .some(({ parts }) => parts.some(({ vector }) => words.every(({ text }) => vector.has(text))));
}

export const sees = (reader: ReaderFilter, audience: readonly string[]) =>
  reader.unrestricted || audience.some((token) => reader.principals.includes(token));

function packedProduct(a: Uint8Array, b: Uint8Array): number {
  const numbers = (packed: Uint8Array) => [...new Int8Array(packed.buffer, packed.byteOffset + 4, packed.length - 4)];
  const scale = (packed: Uint8Array) => new DataView(packed.buffer, packed.byteOffset).getFloat32(0, true);
  return sum(numbers(a).map((number, i) => number * (numbers(b)[i] as number))) * scale(a) * scale(b);
}

const round = (value: number) => Math.round(value * 1e6) / 1e6;
/** At least 1. */
const mean = (texts: readonly { readonly length: number }[]) =>
  texts.length === 0 ? 1 : Math.max(1, round(sum(texts.map(({ length }) => length)) / texts.length));

const byCodePoints = (a: string, b: string) => {
  const [x, y] = [[...a], [...b]].map((signs) =>
    signs.map((sign) => String(sign.codePointAt(0)).padStart(8, "0")).join(),
  );
  return (x as string) < (y as string) ? -1 : Number(x !== y);
};
