import { readSectionHeading } from "@retrieval/core/chunks";
import type { Line } from "./layout-types.js";

/** Matches a run of dots only from its beginning: from each dot, the time would grow with the square of the run. */
const LEADER = /(?<![・･·.．。‥…⋯_＿]\s?)(?:[・･·.．。‥…⋯_＿]\s?){3,}\s*([0-9０-９]{1,4}|[ivxlc]{1,7})\s*$/i;
export const CONTENTS_TITLE = /^(?:目[\s　]*次|contents|table of contents|inhaltsverzeichnis)$/i;
/** Fewer lines with dots and a number at the end need not be a table of contents. */
const LEADERS_MIN = 3;

/** A table of contents: its lines, in reading order. */
export interface Contents {
  readonly title: Line | null;
  readonly lines: ReadonlySet<Line>;
}

/**
 * Finds the table of contents by its leaders (総則……１０). It continues, with lines without a leader, to the end of the
 * page of its last leader, or to the line that repeats one of its entries, which is the first heading of the text.
 */
export function findContents(lines: readonly Line[]): Contents {
  const leaders = lines.flatMap((line, i) => (isLeader(line.text) ? [i] : []));
  const run = firstRun(leaders, lines);
  const [first, last] = [run[0], run.at(-1)];
  if (run.length < LEADERS_MIN || first === undefined || last === undefined) return { title: null, lines: new Set() };
  const title = lines.slice(0, first).findLastIndex(({ text }) => CONTENTS_TITLE.test(text));
  const hasTitle = title >= 0 && (lines[title] as Line).page >= (lines[first] as Line).page - 1;
  const entries = new Set(run.map((i) => entryOf((lines[i] as Line).text)));
  const lastPage = (lines[last] as Line).page;
  const rest = lines.slice(last + 1);
  const end = rest.findIndex(
    ({ page, text }) => page !== lastPage || entries.has(entryOf(text)) || /[。.]$/.test(text),
  );
  return {
    title: hasTitle ? (lines[title] as Line) : null,
    lines: new Set(lines.slice(hasTitle ? title + 1 : first, end < 0 ? undefined : last + 1 + end)),
  };
}

export const isLeader = (text: string) => LEADER.test(text);

/** `総則……１０` as `総則 … １０`. */
export function withShortLeader(text: string): string {
  return text.replace(LEADER, (leader, number: string) => (leader === number ? leader : ` … ${number}`));
}

/** The leaders of one table: at most one page without any is between them. */
function firstRun(leaders: readonly number[], lines: readonly Line[]): number[] {
  const run: number[] = [];
  for (const i of leaders) {
    const before = run.at(-1);
    const isNear = before === undefined || (lines[i] as Line).page - (lines[before] as Line).page <= 1;
    if (!isNear && run.length >= LEADERS_MIN) break;
    if (!isNear) run.length = 0;
    run.push(i);
  }
  return run;
}

function entryOf(text: string): string {
  const { label, title } = readSectionHeading(text.replace(LEADER, ""));
  return `${label} ${title}`.normalize("NFKC").replace(/\s+/g, "");
}
