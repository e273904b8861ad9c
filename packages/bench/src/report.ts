/** A bench's target, and whether it was met. */
export interface Claim {
  readonly what: string;
  /** A form to compare with `measured`: "at most 1.1 times", "at least 10 times faster". */
  readonly target: string;
  /** A ratio first; an absolute figure only beside it. */
  readonly measured: string;
  readonly met: boolean;
  /** Why it was missed. */
  readonly cause?: string;
}

/** A bench's results: printed at once, and kept as Markdown for docs/benchmarks.md. */
export class Report {
  readonly #markdown: string[] = [];
  readonly #claims: Claim[] = [];

  constructor(private readonly print: (line: string) => void) {}

  /** A part of the bench's section. */
  heading(title: string): void {
    this.print(`\n${title}`);
    this.#markdown.push(`### ${title}\n`);
  }

  /** One paragraph. */
  text(paragraph: string): void {
    this.print(paragraph);
    this.#markdown.push(`${paragraph}\n`);
  }

  /** @param rows as many cells as there are columns; the first column is text, the others are figures */
  table(columns: readonly string[], rows: readonly (readonly string[])[]): void {
    const widths = columns.map((_, i) => Math.max(...[columns, ...rows].map((row) => (row[i] ?? "").length)));
    const line = (cells: readonly string[]) =>
      cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join("  ");
    for (const row of [columns, ...rows]) this.print(line(row));
    this.#markdown.push(`${markdownTable(columns, rows)}\n`);
  }

  /** One line of the page's summary. */
  claim(claim: Claim): void {
    const { what, target, measured, met, cause } = claim;
    this.print(`${met ? "met" : "MISSED"}: ${what}: ${measured} (to reach: ${target})${cause ? `; ${cause}` : ""}`);
    this.#claims.push(claim);
  }

  get markdown(): string {
    return this.#markdown.join("\n");
  }

  get claims(): readonly Claim[] {
    return this.#claims;
  }
}

export function markdownTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(columns), line(columns.map((_, i) => (i === 0 ? "---" : "---:"))), ...rows.map(line)].join("\n");
}
