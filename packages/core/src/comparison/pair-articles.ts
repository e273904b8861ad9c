import { isInOrder, longestAscending } from "./align.js";
import type { Article } from "./articles.js";
import { likeness, type Sample, sampleOf } from "./likeness.js";

/** An article in two versions, by its places. */
export interface ArticlePair {
  readonly before: number;
  readonly after: number;
  /** Whether it stands in another order than most of the others. */
  readonly moved: boolean;
}

/** The text of an article with its heading, and how deep its lines are in lists. */
export const wholeText = ({ section: { type, label, title }, units }: Article) =>
  JSON.stringify([type, label, title, units.map(({ depth, mark, cells }) => [depth, mark, ...cells])]);

/**
 * Pairs the articles of two versions, each at most once: the same text first, then the same text under another number,
 * then the most alike. An article that was rewritten keeps its number, so what is left over under one number is paired
 * last. Takes time in proportion to the text, with places to pause in it.
 */
export function* pairArticles(before: readonly Article[], after: readonly Article[]): Generator<[], ArticlePair[]> {
  const [textsBefore, textsAfter] = [before.map(wholeText), after.map(wholeText)];
  if (isInOrder(textsBefore, textsAfter)) return withMoves(yield* pairsOf(before, after, textsBefore, textsAfter));
  return withMoves(yield* pairsOf(after, before, textsAfter, textsBefore)).map(({ before: b, after: a, moved }) => {
    return { before: a, after: b, moved };
  });
}

function withMoves(pairs: [number, number][]): ArticlePair[] {
  pairs.sort(([, one], [, other]) => one - other);
  const kept = new Set(longestAscending(pairs.map(([b]) => b)));
  return pairs.map(([before, after], i) => ({ before, after, moved: !kept.has(i) }));
}

function* pairsOf(
  before: readonly Article[],
  after: readonly Article[],
  textsBefore: readonly string[],
  textsAfter: readonly string[],
): Generator<[], [number, number][]> {
  const pairs: [number, number][] = [];
  const [freeBefore, freeAfter] = [new Set(before.keys()), new Set(after.keys())];
  const pair = (b: number, a: number) => {
    pairs.push([b, a]);
    freeBefore.delete(b);
    freeAfter.delete(a);
  };
  /** Pairs what has one key on both sides: under the same address first, then in order. */
  const pairEqual = (keyBefore: (place: number) => string | null, keyAfter: (place: number) => string | null) => {
    for (const withAddress of [true, false]) {
      const waiting = new Map<string, number[]>();
      const full = (key: string | null, id: string | undefined) => (withAddress ? `${key}\n${id}` : key);
      for (const b of freeBefore) {
        const key = keyBefore(b);
        if (key !== null) listIn(waiting, full(key, before[b]?.section.id) as string).push(b);
      }
      for (const lists of waiting.values()) lists.reverse();
      for (const a of [...freeAfter]) {
        const key = keyAfter(a);
        const b = key === null ? undefined : waiting.get(full(key, after[a]?.section.id) as string)?.pop();
        if (b !== undefined) pair(b, a);
      }
    }
  };
  pairEqual(
    (b) => textsBefore[b] as string,
    (a) => textsAfter[a] as string,
  );
  pairEqual(
    (b) => textBehindNumber(before[b] as Article),
    (a) => textBehindNumber(after[a] as Article),
  );
  for (const [b, a] of yield* mostAlike(before, after, freeBefore, freeAfter))
    if (freeBefore.has(b) && freeAfter.has(a)) pair(b, a);
  return pairs;
}

/** A shorter text, such as 削除, may be that of many articles. */
const TELLING = 10;

function textBehindNumber({ section, units }: Article): string | null {
  const body = units.filter(({ kind }, i) => i > 0 || kind !== "heading").map(({ cells }) => cells);
  const text = JSON.stringify([section.type, section.title, body]);
  return body.flat().join("").length < TELLING ? null : text;
}

/** Below it two texts have in common what any two articles have. */
const ALIKE = 0.3;
const SAME_TITLE = 0.3;
const SAME_LABEL = 0.15;
const SAME_ADDRESS = 0.05;
/** A run of characters that more articles have tells nothing. */
const COMMON = 12;
const RUN = 3;
/** The address, the label and the title of an article tell more than one run. */
const NAMES = 3;
const NAME = 20;
/** So many candidates of an article are compared with it. */
const CANDIDATES = 8;

/** Pairs of free articles that may be the same, the best first. */
function* mostAlike(
  before: readonly Article[],
  after: readonly Article[],
  freeBefore: ReadonlySet<number>,
  freeAfter: ReadonlySet<number>,
): Generator<[], [number, number][]> {
  const samples = new Map<Article, Sample>();
  const sample = (article: Article) => {
    const known = samples.get(article) ?? sampleOf(article.units.flatMap(({ cells }) => cells).join("\n"), RUN);
    samples.set(article, known);
    return known;
  };
  const places = new Map<string, number[]>();
  for (const b of freeBefore) {
    for (const key of keysOf(before[b] as Article, sample)) listIn(places, key).push(b);
    yield [];
  }
  const scored: { b: number; a: number; score: number }[] = [];
  for (const a of freeAfter) {
    const own = after[a] as Article;
    const shared = new Map<number, number>();
    keysOf(own, sample).forEach((key, i) => {
      const found = places.get(key) ?? [];
      if (found.length <= COMMON) for (const b of found) shared.set(b, (shared.get(b) ?? 0) + (i < NAMES ? NAME : 1));
    });
    const candidates = [...shared].sort(([b, most], [other, more]) => more - most || b - other).slice(0, CANDIDATES);
    for (const [b] of candidates) {
      const score = scoreOf(before[b] as Article, own, sample);
      if (score !== null) scored.push({ b, a, score });
    }
    yield [];
  }
  scored.sort((x, y) => y.score - x.score || Math.abs(x.b - x.a) - Math.abs(y.b - y.a) || x.b - y.b || x.a - y.a);
  return scored.map(({ b, a }) => [b, a]);
}

function keysOf(article: Article, sample: (article: Article) => Sample) {
  const { id, label, title } = article.section;
  return [`id ${id}`, `label ${label}`, `title ${title}`, ...sample(article).map(String)];
}

/** null: not the same article. */
function scoreOf(one: Article, other: Article, sample: (article: Article) => Sample): number | null {
  const [a, b] = [one.section, other.section];
  if (a.type !== b.type) return null;
  const alike = likeness(sample(one), sample(other));
  const isTitle = a.title !== "" && a.title === b.title;
  const isLabel = a.label !== "" && a.label === b.label;
  if (alike < ALIKE && !isTitle && !isLabel && a.id !== b.id) return null;
  return alike + (isTitle ? SAME_TITLE : 0) + (isLabel ? SAME_LABEL : 0) + (a.id === b.id ? SAME_ADDRESS : 0);
}

function listIn<Key>(lists: Map<Key, number[]>, key: Key): number[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
