// Characters at the start of a cell that make it a formula; in Japan the full-width forms too.
const FORMULA_START = "[=+\\-@\\t\\r\\n＝＋－＠]";
const RUNS = new RegExp(`^'*${FORMULA_START}`);
const GUARDED = new RegExp(`^'+${FORMULA_START}`);

/**
 * Makes a text that no spreadsheet runs: puts an apostrophe before a formula. A text that already looks guarded gets
 * one more, so that {@link readCell} returns every text unchanged.
 */
export function guardCell(text: string): string {
  return RUNS.test(text) ? `'${text}` : text;
}

/**
 * Reads the text of a cell: removes the apostrophe of {@link guardCell}, and takes the text between the quotes of
 * `="001234"`, which programs write so that Excel keeps leading zeros. It removes nothing else, not even white space.
 */
export function readCell(text: string): string {
  if (GUARDED.test(text)) return text.slice(1);
  return /^="([^"]*)"$/.exec(text)?.[1] ?? text;
}

/** RFC 4180 §2.7. */
export function quoteCell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
