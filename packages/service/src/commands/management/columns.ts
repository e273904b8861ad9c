/** Text on a terminal, where a full-width character takes two columns. */

// UAX #11: Wide and Fullwidth. Half-width kana (U+FF61 to U+FFDC) are narrow although their script is Katakana.
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;
const WITHOUT_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u;

export function columnsOf(text: string): number {
  let columns = 0;
  for (const char of text) columns += WITHOUT_WIDTH.test(char) ? 0 : WIDE.test(char) ? 2 : 1;
  return columns;
}

function pad(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - columnsOf(text)));
}

/** Rows as aligned lines, two spaces between columns and none at the end. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, columnsOf(cell));
  }
  return rows.map((row) =>
    row
      .map((cell, i) => pad(cell, widths[i] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
