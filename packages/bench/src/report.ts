/** What a run has to say: printed at once for who waits, and kept as Markdown for docs/benchmarks.md. */
export class Report {
  readonly #markdown: string[] = [];

  constructor(private readonly print: (line: string) => void) {}

  heading(title: string): void {
    this.print(`\n== ${title}`);
    this.#markdown.push(`\n## ${title}\n`);
  }

  /** One paragraph. */
  text(paragraph: string): void {
    this.print(paragraph);
    this.#markdown.push(`${paragraph}\n`);
  }

  /** @param rows as many cells as there are columns; the first column is text, the others are figures */
  table(columns: readonly string[], rows: readonly (readonly string[])[]): void {
    const widths = columns.map((_, i) => Math.max(...[columns, ...rows].map((row) => (row[i] ?? "").length), 3));
    const line = (cells: readonly string[]) =>
      cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join("  ");
    for (const row of [columns, ...rows]) this.print(line(row));
    const markdown = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
    const rule = markdown(columns.map((_, i) => (i === 0 ? "---" : "---:")));
    this.#markdown.push([markdown(columns), rule, ...rows.map(markdown)].join("\n"), "");
  }

  get markdown(): string {
    return this.#markdown.join("\n");
  }
}
