import type { ComparisonWords } from "../comparison/words.js";
import type { ComparisonView } from "../comparisons.js";
import type { CsvValue } from "./write.js";

type ArticleView = ComparisonView["articles"][number];

/** The same in every language, as in all CSVs. */
const COLUMNS = [
  ...["kind", "section_before", "section_after", "before", "after"],
  ...["document_id", "from_version", "from_effective_from", "to_version", "to_effective_from", "note"],
];

/**
 * The whole CSV of a comparison: a line for each line of text or row of a table that differs or is left out. Each line
 * names the versions, so that the file is a plain table.
 */
export function comparisonRows(
  { document_id, from, to, articles }: ComparisonView,
  words: ComparisonWords,
): readonly (readonly CsvValue[])[] {
  const ends = [from, to].flatMap((side) => [side?.version ?? null, side?.effective_from ?? null]);
  const versions = [document_id, ...ends, to.note];
  const name = (section: ArticleView["section_before"]) =>
    section && ([section.label, section.title].filter((part) => part !== "").join(" ") || words.outside);
  const lines = articles.flatMap(({ kind, section_before, section_after, rows }) =>
    rows.map((row) => [
      words.kinds[kind],
      name(section_before),
      name(section_after),
      textOf(row, row.before, words.added, words),
      textOf(row, row.after, words.removed, words),
      ...versions,
    ]),
  );
  return [COLUMNS, ...lines];
}

function textOf(
  { kind }: ArticleView["rows"][number],
  side: ArticleView["rows"][number]["before"],
  absent: string,
  { omitted, to }: ComparisonWords,
): string {
  if (side === null) return absent;
  const cells = side.cells.map((runs) => runs.map(({ text }) => text).join(""));
  return kind.startsWith("omitted") ? cells.join(to) + omitted : cells.join(" / ");
}
