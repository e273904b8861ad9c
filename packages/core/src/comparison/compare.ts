import type { StructuredChunk } from "../chunks/structured-chunk.js";
import { type Article, articlesOf, type ComparedSection } from "./articles.js";
import { pairArticles, wholeText } from "./pair-articles.js";
import { type ComparedRow, rowsOf } from "./rows.js";
import { type Run, wordRuns } from "./word-runs.js";

/** A section of a document that two versions do not share, with what differs in it. */
export interface ComparedArticle {
  /** null: the version has no such section. */
  readonly section_before: ComparedSection | null;
  readonly section_after: ComparedSection | null;
  /**
   * `moved`: only its place differs, or its place and number; `renumbered`: only its number. An article whose whole text
   * became 削除 counts as removed.
   */
  readonly kind: "changed" | "added" | "removed" | "moved" | "renumbered";
  readonly rows: readonly ComparedRow[];
}

/**
 * What differs between two versions of a document, section by section in the order of the later one; a removed section
 * follows the one that it followed. Each section of each version is in one of them, or in both versions the same and in
 * none. Swapping the versions swaps the sides, and added with removed.
 *
 * Yields them in parts, some of them empty, so that the caller can pause in between.
 *
 * @param before the chunks of the earlier version, in reading order
 */
export function* compareDocuments(
  before: readonly StructuredChunk[],
  after: readonly StructuredChunk[],
): Generator<readonly ComparedArticle[]> {
  const [old, own] = [articlesOf(before), articlesOf(after)];
  const pairs = yield* pairArticles(old, own);
  const paired = new Set(pairs.map((pair) => pair.before));
  const pairAt = new Map(pairs.map((pair) => [pair.after, pair]));
  function* removedAfter(place: number) {
    for (let next = place + 1; next < old.length && !paired.has(next); next += 1)
      yield [yield* compareArticles(old[next] as Article, null, false)];
  }
  yield* removedAfter(-1);
  for (const [place, article] of own.entries()) {
    const pair = pairAt.get(place);
    const earlier = pair === undefined ? null : (old[pair.before] as Article);
    if (earlier === null || pair?.moved || wholeText(earlier) !== wholeText(article))
      yield [yield* compareArticles(earlier, article, pair?.moved ?? false)];
    if (pair !== undefined) yield* removedAfter(pair.before);
  }
}

/** The two titles of a document as a section of their own; nothing if they are the same. */
export function compareTitles(document_id: string, before: string, after: string): ComparedArticle[] {
  if (before === after) return [];
  const runs = wordRuns(before, after);
  const section = (title: string) => ({ id: document_id, type: null, label: "", title });
  const side = (cell: readonly Run[]) => ({ depth: 0, cells: [cell] });
  const row = { kind: "heading" as const, before: side(runs.before), after: side(runs.after), lines: 1 };
  return [{ section_before: section(before), section_after: section(after), kind: "changed", rows: [row] }];
}

function* compareArticles(
  before: Article | null,
  after: Article | null,
  moved: boolean,
): Generator<[], ComparedArticle> {
  const rows = yield* rowsOf(before?.units ?? [], after?.units ?? []);
  return {
    section_before: before?.section ?? null,
    section_after: after?.section ?? null,
    kind: kindOf(before, after, moved, rows),
    rows,
  };
}

function kindOf(
  before: Article | null,
  after: Article | null,
  moved: boolean,
  rows: readonly ComparedRow[],
): ComparedArticle["kind"] {
  if (before === null || (isDeletion(before) && after !== null && !isDeletion(after))) return "added";
  if (after === null || (isDeletion(after) && !isDeletion(before))) return "removed";
  const isSameText =
    before.section.title === after.section.title &&
    rows.every((row, place) => (place === 0 && row.kind === "heading") || !differs(row));
  if (!isSameText) return "changed";
  return moved ? "moved" : before.section.label === after.section.label ? "changed" : "renumbered";
}

const differs = ({ before, after }: ComparedRow) =>
  before === null || after === null || [before, after].some(({ cells }) => cells.flat().some(({ changed }) => changed));

const DELETION = /^(?:削\s*除|deleted|repealed)$/i;

/** An article that keeps its number and has no text: 第15条　削除. */
function isDeletion({ section, units }: Article): boolean {
  const body = units.filter(({ kind }) => kind !== "heading").flatMap(({ cells }) => cells);
  const texts = section.title === "" ? body : [section.title, ...body];
  return texts.length === 1 && DELETION.test(texts[0]?.replace(/[。.]$/, "") ?? "");
}
