// What a spreadsheet takes for a formula at the start of a cell; in Japan the full-width forms too.
const FORMULA_START = "[=+\\-@\\t\\r\\n＝＋－＠]";
const RUNS = new RegExp(`^'*${FORMULA_START}`);
const GUARDED = new RegExp(`^'+${FORMULA_START}`);

/**
 * A text that no spreadsheet runs: where it would be a formula, an apostrophe goes before it. A text that looks guarded
 * already gets one more, so that {@link readCell} gives back every text.
 */
export function guardCell(text: string): string {
  return RUNS.test(text) ? `'${text}` : text;
}

/**
 * The text that a cell means: without the apostrophe of {@link guardCell}, and for `="001234"`, which programs write to
 * keep Excel from eating leading zeros, what stands between the quotes. Nothing else is taken away, white space neither.
 */
export function readCell(text: string): string {
  if (GUARDED.test(text)) return text.slice(1);
  return /^="([^"]*)"$/.exec(text)?.[1] ?? text;
}

/** RFC 4180 §2.7. */
export function quoteCell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
