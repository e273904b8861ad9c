import { type Claim, markdownTable } from "./report.js";

/** The section of one bench in docs/benchmarks.md. */
export interface Section {
  readonly name: string;
  readonly markdown: string;
  readonly claims: readonly Claim[];
}

/** When and on which machine a section was measured, in one line. */
export interface Run {
  readonly date: string;
  readonly machine: string;
}

const SUMMARY = ["claim", "to reach", "measured", "met", "bench"] as const;
const MARKER = /^<!-- ([a-z0-9-]+) -->$/m;

const introduction = ({ date, machine }: Run) => `# Benchmarks

What the service was measured to do, beside what else could do the same work. Written by \`npm run bench\`, which takes
minutes; \`npm run bench -- access-decision\` measures one bench again and replaces its section and its lines of the
summary. Do not edit by hand.

Last run: ${date}, ${machine}.

Where peers are compared, they do the same work on the same data, and their answers are checked to be equal before anything
is timed. Alternatives run in turn, round by round, so that whatever else the machine does falls on all of them; the first
round does not count. Figures are medians, with the smallest and the largest of the rounds in brackets. **The ratios are the
result.** They hold on other machines about as they hold here; the absolute figures beside them do not, and both spread on a
machine that is busy otherwise, which the load average before each bench tells (at rest it is near 0).

## Summary
`;

/**
 * The page with the sections of this run in place of their previous ones; sections that did not run stay as they are.
 * @param page the current page, or "" if there is none
 * @param order the names of all benches; sections of others are dropped
 */
export function updatePage(page: string, sections: readonly Section[], order: readonly string[], run: Run): string {
  const bodies = new Map(sectionsOf(page));
  const summary = new Map(order.map((name) => [name, summaryRowsOf(page, name)]));
  for (const section of sections) {
    bodies.set(section.name, `## ${section.name}\n\nMeasured ${run.date}, ${run.machine}.\n\n${section.markdown}`);
    summary.set(
      section.name,
      section.claims.map((claim) => summaryRow(claim, section.name)),
    );
  }
  const parts = order
    .filter((name) => bodies.has(name))
    .map((name) => `<!-- ${name} -->\n${bodies.get(name)?.trim()}\n`);
  const rows = order.flatMap((name) => summary.get(name) ?? []);
  return [introduction(run), `${[markdownTable(SUMMARY, []), ...rows].join("\n")}\n`, ...parts].join("\n");
}

function sectionsOf(page: string): [name: string, body: string][] {
  const [, ...parts] = page.split(MARKER);
  return parts.flatMap((part, i) => (i % 2 === 0 ? [[part, parts[i + 1] ?? ""]] : []));
}

function summaryRow({ what, target, measured, met, cause }: Claim, name: string): string {
  const row = [what, target, measured, met ? "yes" : `**no**${cause ? `: ${cause}` : ""}`, `[${name}](#${name})`];
  return markdownTable(SUMMARY, [row]).split("\n").at(-1) as string;
}

/** The last cell names the bench. */
function summaryRowsOf(page: string, name: string): string[] {
  const [head = ""] = page.split(MARKER);
  return head.split("\n").filter((line) => line.endsWith(`| [${name}](#${name}) |`));
}
