import type { ComparisonView } from "../comparisons.js";
import type { ComparisonWords } from "./words.js";

type ArticleView = ComparisonView["articles"][number];
type RowView = ArticleView["rows"][number];
export type RunView = NonNullable<RowView["before"]>["cells"][number][number];
type Side = "before" | "after";

/** A line of a table as it is shown; `note`: words across the table, such as （略）. */
export interface ShownRow {
  readonly isHead: boolean;
  readonly note: boolean;
  readonly cells: readonly (readonly RunView[])[];
}

/** A paragraph or a table of one side as it is shown; `note`: what is left out, or not there. */
export type ShownBlock =
  | { readonly kind: "heading" | "text" | "note"; readonly depth: number; readonly runs: readonly RunView[] }
  | { readonly kind: "table"; readonly rows: readonly ShownRow[] };

const plain = (text: string): RunView => ({ text, changed: false });

/** One side of an article, in paragraphs and tables. */
export function comparedSide(article: ArticleView, side: Side, words: ComparisonWords): ShownBlock[] {
  const absent = side === "before" ? words.added : words.removed;
  if (article[`section_${side}`] === null) return [{ kind: "note", depth: 0, runs: [plain(absent)] }];
  const blocks: (ShownBlock & { rows?: ShownRow[] })[] = [];
  let isAbsent = false;
  for (const row of article.rows) {
    const own = row[side];
    const open = blocks.at(-1);
    const table = open?.kind === "table" && row.kind !== "table_head" ? open : undefined;
    const wasAbsent = isAbsent;
    isAbsent = own === null;
    if (own === null) {
      // One word stands for all lines of a run that this side does not have, and 削除 itself says it.
      if (wasAbsent || (article.kind === "removed" && side === "after")) continue;
      const note = [plain(absent)];
      if (table !== undefined && row.kind === "table_row")
        table.rows?.push({ isHead: false, note: true, cells: [note] });
      else blocks.push({ kind: "note", depth: 0, runs: note });
    } else if (row.kind === "omitted_rows" && table !== undefined) {
      table.rows?.push({ isHead: false, note: true, cells: [[plain(words.omitted)]] });
    } else if (row.kind === "table_head" || row.kind === "table_row") {
      const shown = { isHead: row.kind === "table_head", note: false, cells: own.cells };
      if (table === undefined) blocks.push({ kind: "table", rows: [shown] });
      else table.rows?.push(shown);
    } else if (row.kind === "heading" || row.kind === "text") {
      const [runs = []] = own.cells;
      blocks.push({ kind: row.kind, depth: own.depth, runs: row.kind === "text" ? withBullet(runs) : runs });
    } else blocks.push({ kind: "note", depth: own.depth, runs: omittedRuns(own.cells, words) });
  }
  return blocks;
}

/** `2.～5.（略）` */
function omittedRuns(marks: readonly (readonly RunView[])[], { to, omitted }: ComparisonWords): RunView[] {
  const numbers = marks.flatMap((mark, i) => (i === 0 ? mark : [plain(to), ...mark]));
  return [...numbers, plain(numbers.length > 0 && omitted.startsWith("(") ? ` ${omitted}` : omitted)];
}

/** Before a number of its own, a bullet is one sign too many. */
const NUMBERED = /^[-*•] (?=[（(]?[0-9０-９一-十ァ-ヶa-z]{1,3}[)）.．　\s]|[①-⑳])/;

function withBullet([first, ...rest]: readonly RunView[]): RunView[] {
  if (first === undefined) return [];
  return [{ ...first, text: first.text.replace(NUMBERED, "").replace(/^[-*•] /, "・") }, ...rest];
}

/** How many articles there are of each kind, as words. */
export function comparisonCounts(articles: readonly ArticleView[], words: ComparisonWords): string[] {
  const kinds = Object.keys(words.kinds) as ArticleView["kind"][];
  return kinds.flatMap((kind) => {
    const number = articles.filter((article) => article.kind === kind).length;
    return number === 0 ? [] : [words.count(kind, number)];
  });
}

/** The heads of the two columns: what each version is, and from when it is in force or how it is labelled. */
export function comparedVersions(
  { from, to }: ComparisonView,
  words: ComparisonWords,
): readonly [VersionHead, VersionHead] {
  const when = (version: { effective_from: string | null; version: string }) =>
    version.effective_from === null ? version.version : words.effective(version.effective_from);
  return [
    from === null
      ? { name: words.nothingBefore, when: "" }
      : { name: from.in_force ? words.inForce : words.before, when: when(from) },
    { name: to.number === null ? words.draft : words.after, when: when(to) },
  ];
}

interface VersionHead {
  readonly name: string;
  readonly when: string;
}
