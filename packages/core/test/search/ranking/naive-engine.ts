import type { ReaderFilter } from "../../../src/access/audience.js";
import { sectionName } from "../../../src/chunks/display.js";
import { sectionsOf } from "../../../src/chunks/sections.js";
import type { StructuredChunk } from "../../../src/chunks/structured-chunk.js";
import type { DocumentMeaning } from "../../../src/search/index/index-source.js";
import { packVector } from "../../../src/search/index/packed-vector.js";
import type { Question, QuestionTerm, Subject } from "../../../src/search/question/question.js";
import { pointsOf } from "../../../src/search/ranking/points.js";
import type { ComparedPart, FoundSection, SearchAsk, SearchFound } from "../../../src/search/ranking/search-found.js";
import { fold } from "../../../src/search/text/folding.js";
import { ownReferenceTerm, referenceTermsOf } from "../../../src/search/text/references.js";
import { termsOf } from "../../../src/search/text/terms.js";

/** A document, as its last publication and its last rule left it. */
export interface NaiveDocument {
  readonly document_id: string;
  /** As it is now. */
  readonly title: string;
  /** When the revision was published. */
  readonly published_title: string;
  readonly revision_id: string;
  readonly audience: readonly string[];
  readonly chunks: readonly StructuredChunk[];
  readonly meaning: DocumentMeaning | null;
}

export interface Names {
  readonly document_ids: readonly string[];
  readonly asks_more: boolean;
}

interface Fields {
  title: number;
  breadcrumb: number;
  body: number;
}

type Vector = Map<string, Fields>;

interface NaiveChunk {
  readonly place: number;
  readonly chunk: StructuredChunk;
  readonly vector: Vector;
  readonly length: number;
}

interface NaivePart {
  readonly chunks: readonly NaiveChunk[];
  readonly vector: Vector;
  readonly length: number;
}

interface NaiveSection {
  readonly document: NaiveDocument;
  readonly id: string;
  readonly first: number;
  readonly size: number;
  readonly parts: readonly NaivePart[];
  /** Outside every section of a document that has sections. */
  readonly isAround: boolean;
}

const ORDER = 100_000;
const isHeading = ({ text_type }: StructuredChunk) => text_type === "heading" || text_type === "annex_title";
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const round = (value: number) => Math.round(value * 1e6) / 1e6;

/** The terms of a text: the tokeniser's, with each kanji by itself. */
function wordsOf(text: string): string[] {
  const isSingle = (word: string) => /^\p{Unified_Ideograph}$/u.test(word);
  const terms = termsOf(text).map((term) => term.text);
  const signs = [...fold(text)];
  return [...terms.filter((word) => !isSingle(word)), ...signs.filter(isSingle)];
}

function count(vector: Vector, words: readonly string[], field: keyof Fields): void {
  for (const word of words) {
    const fields = vector.get(word) ?? { title: 0, breadcrumb: 0, body: 0 };
    fields[field] += 1;
    vector.set(word, fields);
  }
}

/** The definition of the ranking written down without any index: every question scans every text. */
function makeSections(document: NaiveDocument): NaiveSection[] {
  const { chunks, published_title } = document;
  const hasSections = chunks.some(({ metadata }) => metadata.section_path.length > 0);
  return sectionsOf(chunks).flatMap(({ id, first, parts, end }): NaiveSection[] => {
    const own = chunks.slice(first, end);
    if (own.every(isHeading)) return [];
    const [head] = own as [StructuredChunk];
    const path = head.metadata.section_path;
    const deepest = path.findLastIndex(({ type }) => ["article", "annex", "supplement"].includes(type));
    const scope = deepest < 0 ? path : path.slice(0, deepest + 1);
    const element = scope.at(-1);
    const name =
      element === undefined
        ? own
            .filter(isHeading)
            .map((chunk) => chunk.content?.trim())
            .join(" ")
        : sectionName(element);
    const annex = head.metadata.annex_title;
    const title = annex === null || annex === name ? name : `${name}\n${annex}`;
    const reference = ownReferenceTerm(scope);
    const addTitles = (vector: Vector, shown: string, around: readonly string[]) => {
      count(vector, [...wordsOf(shown), ...(reference === null ? [] : [reference])], "title");
      count(vector, wordsOf([...around, published_title].join("\n")), "breadcrumb");
    };
    const madeParts = parts.map((from, i): NaivePart => {
      const inside = chunks.slice(from, parts[i + 1] ?? end).map((chunk, n): NaiveChunk => {
        const vector: Vector = new Map();
        const { section_path, annex_title } = chunk.metadata;
        const isOwn = section_path.length === scope.length && annex_title === annex;
        addTitles(vector, isOwn ? title : chunk.display.title, section_path.slice(0, -1).map(sectionName));
        const body = isHeading(chunk) ? "" : (chunk.content ?? chunk.content_md ?? "");
        count(vector, [...wordsOf(body), ...referenceTermsOf(body).map(({ text }) => text)], "body");
        return { place: from + n, chunk, vector, length: termsOf(body).length };
      });
      const vector: Vector = new Map();
      addTitles(vector, title, scope.slice(0, -1).map(sectionName));
      for (const chunk of inside)
        for (const [word, { body }] of chunk.vector) count(vector, new Array<string>(body).fill(word), "body");
      for (const chunk of inside)
        for (const word of chunk.vector.keys()) if (!vector.has(word)) count(vector, [word], "body");
      return { chunks: inside, vector, length: sum(inside.map(({ length }) => length)) };
    });
    return [{ document, id, first, size: end - first, parts: madeParts, isAround: hasSections && scope.length === 0 }];
  });
}

const made = new WeakMap<NaiveDocument, NaiveSection[]>();

function naiveSections(document: NaiveDocument): NaiveSection[] {
  const sections = made.get(document) ?? makeSections(document);
  made.set(document, sections);
  return sections;
}

const byCodePoints = (a: string, b: string) => {
  const [x, y] = [[...a], [...b]].map((signs) =>
    signs.map((sign) => String(sign.codePointAt(0)).padStart(8, "0")).join(),
  );
  return (x as string) < (y as string) ? -1 : Number(x !== y);
};

type SectionKey = Pick<FoundSection, "tier" | "score" | "document_id" | "place">;
const compareKeys = (a: SectionKey, b: SectionKey) =>
  b.tier - a.tier || b.score - a.score || byCodePoints(a.document_id, b.document_id) || a.place - b.place;

export function naiveSearch(
  documents: readonly NaiveDocument[],
  ask: SearchAsk,
  question: Question,
  names: Names,
): SearchFound {
  const { reader, limit, doc_ids, text_types, accepted } = ask;
  const seen = documents.filter(
    ({ audience }) => reader.unrestricted || audience.some((token) => reader.principals.includes(token)),
  );
  const sections = seen.flatMap(naiveSections);
  const parts = sections.flatMap((section) => section.parts);
  const scored = parts.flatMap(({ chunks }) => chunks);
  const mean = (lengths: readonly number[]) =>
    lengths.length === 0 ? 1 : Math.max(1, round(sum(lengths) / lengths.length));

  const wordsFor = (term: QuestionTerm): string[] => {
    if (!term.prefix) return [term.text];
    const words = new Set(
      parts.flatMap(({ vector }) => [...vector.keys()]).filter((word) => word.startsWith(term.text)),
    );
    const having = (word: string) =>
      sections.filter((section) => section.parts.some(({ vector }) => vector.has(word))).length;
    return [...words].sort((a, b) => having(b) - having(a) || byCodePoints(a, b)).slice(0, 64);
  };
  const words = question.terms.map(wordsFor);
  const n = words.map(
    (own) =>
      sections.filter((section) => section.parts.some(({ vector }) => own.some((word) => vector.has(word)))).length,
  );
  const rarity = (having: number) => Math.log(1 + (sections.length - having + 0.5) / (having + 0.5));
  const weights = {
    of: question.terms.map(({ significance }, i) => round(significance * rarity(n[i] as number))),
    mean_section_length: mean(parts.map(({ length }) => length)),
    mean_chunk_length: mean(scored.map(({ length }) => length)),
  };
  const tells = ({ significance, origin }: QuestionTerm) => significance >= 0.4 || origin === "vocabulary";
  const onlyLight = !question.terms.some(tells);
  const isQuoted = ({ text }: QuestionTerm) => question.phrases.some((terms) => terms.includes(text));
  const planned = question.terms
    .map((term, i) => ({
      term,
      i,
      n: n[i] as number,
      weight: weights.of[i] as number,
      words: words[i] as string[],
    }))
    .sort((a, b) => Number(isQuoted(b.term)) - Number(isQuoted(a.term)) || b.weight - a.weight || a.i - b.i);
  const heaviest = planned
    .filter(({ n: having }) => having > 0)
    .slice(0, 32)
    .map((one) => ({ ...one, matches: onlyLight || Boolean(accepted) || tells(one.term) }));

  const score = (vector: Vector, length: number, meanLength: number) => {
    let points = 0;
    let matches = false;
    for (const { weight, words: own, matches: isMatch } of heaviest) {
      const fields: Fields = { title: 0, breadcrumb: 0, body: 0 };
      for (const word of own) {
        const found = vector.get(word);
        if (found === undefined) continue;
        // Each is capped on its own, as the index has them, and together again.
        fields.title = Math.min(3, fields.title + Math.min(3, found.title));
        fields.breadcrumb = Math.min(3, fields.breadcrumb + Math.min(3, found.breadcrumb));
        fields.body = Math.min(15, fields.body + Math.min(15, found.body));
      }
      const packed = (fields.title << 6) | (fields.breadcrumb << 4) | fields.body;
      if (packed === 0) continue;
      const added = pointsOf(weight, packed, length, meanLength);
      const x = 2 * fields.title + fields.breadcrumb + fields.body / (0.5 + (0.5 * length) / meanLength);
      if (Math.abs(added - 1e6 * weight * ((2 * x) / (x + 1))) > 2)
        throw new Error("Points do not follow the formula.");
      points += added;
      matches ||= isMatch;
    }
    return { points, matches };
  };

  const isVisible = (word: string) => parts.some(({ vector }) => vector.has(word));
  const hasOther = ({ others }: Subject) => others.some((other) => other.every(isVisible));
  const typed = sum(
    planned
      .filter(({ term }) => term.origin === "typed" || term.origin === "corrected")
      .filter(({ term }) => {
        if (isVisible(term.text)) return true;
        return (
          term.significance >= 0.5 && !question.subjects.some((one) => one.terms.includes(term.text) && hasOther(one))
        );
      })
      .map(({ weight }) => weight),
  );
  const unknownSubjects = question.subjects.filter(
    (one) => !hasOther(one) && one.terms.filter(isVisible).length < one.terms.length / 2,
  );
  const unknown = round(Math.log(1 + (sections.length + 0.5) / 0.5));
  const signs = unknownSubjects.filter(({ text }) => /^\p{Unified_Ideograph}$/u.test(text)).length;
  const asked = Math.min(round(typed) + signs * unknown, 2 * unknown);
  const fitsFrom = question.subjects.length <= 3 && unknownSubjects.length > 0 ? 1.05 : 0.64;
  const share = (points: number) => (points === 0 ? 0 : asked === 0 ? Infinity : points / 1e6 / asked);
  const tierOf = (section: NaiveSection) => {
    const named = names.document_ids.includes(section.document.document_id);
    const reference = section.parts[0]?.vector;
    const isArticle = question.references.some((term) => (reference?.get(term)?.title ?? 0) > 0);
    return !named ? 0 : isArticle ? 2 : names.asks_more ? 0 : 1;
  };
  let bestOfAll = 0;
  const found = sections.flatMap((section) => {
    if (
      accepted &&
      !accepted.some(
        ({ document_id, place }) => document_id === section.document.document_id && place === section.first,
      )
    )
      return [];
    const around = (points: number) => (section.isAround ? Math.ceil(points * 0.9) : points);
    const scoreOf = (part: NaivePart) => {
      const { points, ...own } = score(part.vector, part.length, weights.mean_section_length);
      const less = around(accepted ? Math.max(1, points) : points);
      return accepted ? { points: less, matches: true } : { ...own, points: less };
    };
    const scored = section.parts.map((part) => ({
      ...scoreOf(part),
      chunks: part.chunks.map((chunk) => ({
        ...chunk,
        ...score(chunk.vector, chunk.length, weights.mean_chunk_length),
      })),
    }));
    const matching = scored.filter(({ matches }) => matches);
    bestOfAll = Math.max(bestOfAll, ...matching.map(({ points }) => points));
    if (doc_ids !== null && !doc_ids.includes(section.document.document_id)) return [];
    const kept = matching.filter(
      ({ chunks }) =>
        text_types === null || chunks.some(({ chunk, matches }) => matches && text_types.includes(chunk.text_type)),
    );
    const [best] = [...kept].sort((a, b) => b.points - a.points);
    if (best === undefined) return [];
    const shown = best.chunks
      .filter(({ chunk, matches }) =>
        text_types === null ? !isHeading(chunk) : matches && text_types.includes(chunk.text_type),
      )
      .sort((a, b) => b.points - a.points || a.place - b.place);
    const bonus = around(
      Math.max(...best.chunks.map(({ chunk, points }) => (isHeading(chunk) ? Math.floor(points / 2) : points))),
    );
    return [
      {
        section,
        own: {
          tier: tierOf(section),
          score: best.points,
          document_id: section.document.document_id,
          place: section.first,
        },
        bonus,
        best: shown[0]?.place as number,
      },
    ];
  });

  found.sort((a, b) => compareKeys(a.own, b.own));
  interface Entry extends Omit<(typeof found)[number], "own" | "bonus"> {
    readonly key: SectionKey;
    readonly fit: number;
  }
  const entryOf = ({ own, bonus, ...entry }: (typeof found)[number]): Entry => ({
    ...entry,
    key: { ...own, score: own.score + bonus },
    fit: Math.min(1, share(own.score)),
  });

  /** The order of words and meaning together; null: words alone decide. */
  const fusedOrder = (): {
    readonly entries: Entry[];
    readonly best: number;
    partsOf(section: NaiveSection): ComparedPart[];
  } | null => {
    const { meaning } = ask;
    if (meaning === null || accepted || question.terms.every(({ prefix }) => prefix)) return null;
    const scored = seen.flatMap((document) => {
      const { meaning: held } = document;
      if (held?.dimensions !== meaning.vector.length) return [];
      return held.parts.flatMap(({ place, chunks }, i) => {
        const size = held.dimensions + 4;
        const section = naiveSections(document).find((one) => place >= one.first && place < one.first + one.size);
        if (section === undefined) return [];
        const own = section.parts
          .flatMap((part) => part.chunks)
          .filter((chunk) => chunk.place >= place && chunk.place < place + chunks);
        const similarity = packedProduct(held.vectors.slice(i * size, (i + 1) * size), packVector(meaning.vector));
        return [{ section, place, chunks: own, score: Math.round(similarity * 1e6) }];
      });
    });
    if (scored.length === 0) return null;
    const best = Math.max(...scored.map(({ score: points }) => points));
    const isKept = ({ section, chunks }: (typeof scored)[number]) =>
      (doc_ids === null || doc_ids.includes(section.document.document_id)) &&
      (text_types === null || chunks.some(({ chunk }) => text_types.includes(chunk.text_type)));
    const kept = scored.filter(isKept).sort((a, b) => b.score - a.score);
    // The best part of each section, best first.
    const nearest = kept.filter((part, i) => kept.findIndex(({ section }) => section === part.section) === i);
    nearest.sort(
      (a, b) =>
        b.score - a.score ||
        byCodePoints(a.section.document.document_id, b.section.document.document_id) ||
        a.section.first - b.section.first,
    );
    const floor = Math.round((meaning.similarity.mean + meaning.similarity.deviation) * 1e6);
    const firstByWords = found.slice(0, 100);
    const firstByMeaning = nearest.filter(({ score: points }) => points >= floor).slice(0, 100);
    const candidates = new Set([...firstByWords, ...firstByMeaning].map(({ section }) => section));
    const ranked = [...candidates].map((section) => {
      const listed = firstByWords.find((entry) => entry.section === section);
      const part = firstByMeaning.find((one) => one.section === section);
      const words = found.find((entry) => entry.section === section);
      return { section, words, part, byWords: listed && listed.own.score + listed.bonus, byMeaning: part?.score };
    });
    const scaled = (all: readonly (number | undefined)[], value: number | undefined) => {
      const known = all.filter((one) => one !== undefined);
      const [least, most] = [Math.min(...known), Math.max(...known)];
      return value === undefined ? 0 : most === least ? 1 : (value - least) / (most - least);
    };
    const [allByWords, allByMeaning] = [ranked.map((one) => one.byWords), ranked.map((one) => one.byMeaning)];
    const entries = ranked.map(({ section, words, part, ...scores }): Entry => {
      const points = Math.round(
        1e6 *
          (meaning.words_share * scaled(allByWords, scores.byWords) +
            // Without a vector its meaning is unknown, and its words count for both.
            (1 - meaning.words_share) *
              (section.document.meaning === null
                ? scaled(allByWords, scores.byWords)
                : scaled(allByMeaning, scores.byMeaning))),
      );
      const { document_id } = section.document;
      const key = { tier: tierOf(section), score: points, document_id, place: section.first };
      if (words !== undefined) return { ...entryOf(words), key };
      const isText = ({ chunk }: NaiveChunk) =>
        text_types === null ? !isHeading(chunk) : text_types.includes(chunk.text_type);
      const chunks = (part as (typeof kept)[number]).chunks;
      const around = section.parts.find((one) => one.chunks.includes(chunks[0] as NaiveChunk)) as NaivePart;
      const shown = (chunks.some(isText) ? chunks : around.chunks)
        .filter(isText)
        .map(({ place, vector, length }) => ({ place, ...score(vector, length, weights.mean_chunk_length) }))
        .sort((a, b) => b.points - a.points || a.place - b.place);
      return { section, key, best: shown[0]?.place as number, fit: 0 };
    });
    const { mean, deviation } = meaning.similarity;
    const partsOf = (section: NaiveSection) =>
      scored
        .filter((part) => part.section === section)
        .map(({ place, chunks, score: points }) => ({
          place,
          chunks: chunks.length,
          closeness: (points / 1e6 - mean) / deviation,
        }));
    return { entries: entries.sort((a, b) => compareKeys(a.key, b.key)), best, partsOf };
  };

  const fused = fusedOrder();
  const wordsFit = share(bestOfAll) >= fitsFrom;
  const unrelated = ask.meaning?.similarity ?? { mean: 0, deviation: 0 };
  const entries =
    fused?.entries ??
    found
      .slice(0, 100)
      .map(entryOf)
      .sort((a, b) => compareKeys(a.key, b.key));
  const foundAlone = entries.filter((entry) => !found.some(({ section }) => section === entry.section));

  const added = question.terms.filter(({ origin }) => origin === "vocabulary");
  const widened = [...new Set(added.map(({ said }) => said as string))].map((said) => ({
    said,
    also: [...new Set(added.flatMap((term) => (term.said === said ? [term.also as string] : [])))].filter((word) =>
      hasWord(seen, word),
    ),
  }));
  const counted = seen.map(({ document_id, revision_id, title }) => ({
    document_id,
    revision_id,
    title,
    sections: [...found.map(({ own }) => own), ...foundAlone.map(({ key }) => key)].filter(
      (key) => key.document_id === document_id,
    ).length,
    named: names.document_ids.includes(document_id),
  }));
  const namedOrder = ({ document_id, named }: { document_id: string; named: boolean }) =>
    named ? names.document_ids.indexOf(document_id) : ORDER;
  return {
    sections: entries.slice(0, limit).map(({ section, key, ...entry }, i) => ({
      ...{ ...key, ...entry },
      revision_id: section.document.revision_id,
      section_id: section.id,
      chunks: section.size,
      parts: i < 5 && fused ? fused.partsOf(section) : [],
    })),
    total: found.length + foundAlone.length,
    by_meaning: fused !== null && entries.length > 0,
    documents: counted
      .filter(
        ({ document_id, sections: having, named }) =>
          (named || having > 0) && (doc_ids === null || doc_ids.includes(document_id)),
      )
      .sort(
        (a, b) =>
          namedOrder(a) - namedOrder(b) ||
          (a.named ? 0 : b.sections - a.sections) ||
          byCodePoints(a.document_id, b.document_id),
      )
      .slice(0, 10),
    fits:
      fused === null || (wordsFit && found[0]?.section.document.meaning === null)
        ? wordsFit
        : fused.best / 1e6 >= unrelated.mean + (wordsFit ? 1.8 : 2.8) * unrelated.deviation,
    terms: heaviest.map(({ term, weight }) => ({ ...term, weight })),
    widened: widened.filter(({ also }) => also.length > 0),
    corrected: [],
  };
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
