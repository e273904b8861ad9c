import { type Box, type Rule, type TextPiece, union } from "./layout-types.js";
import { buildLines } from "./lines.js";
import { joinWrapped } from "./spaces.js";

/** In font sizes: how far the base lines of the numerator and the denominator may be from the bar. */
const ABOVE_MAX = 1.3;
const BELOW_MIN = 0.6;
const BELOW_MAX = 2;
/** In font sizes: how far the text may extend beyond its bar, and how far its middle may be from the bar's. */
const BEYOND_MAX = 1.2;
const OFF_CENTRE_MAX = 3;
/** The share of the font's height between the base line of a line and the height of its bars. */
const BAR_HEIGHT = 0.38;
/** A page with more bars than this is a drawing. */
const BARS_MAX = 500;
const OPERATOR = /[＋+－−×÷＝=≦≧<>＜＞]/;
/** A sum or product in a part of a fraction: no dash or bracket around a subtitle, as in －改正案－ and ＜案＞. */
const CALCULATION = /\S\s*[＋+－−×÷]\s*\S/;

export interface Formulas {
  readonly pieces: readonly TextPiece[];
  /** The rules that are no bars of fractions. */
  readonly rules: readonly Rule[];
}

/**
 * Writes fractions on one line: a text above a bar and one below it become `（a＋b）⁄c`. Underlined text is no
 * fraction: the line below it extends beyond the bar, or no operator is beside the bar and both begin together or
 * neither is a sum or product.
 */
export function writeFractions(pieces: readonly TextPiece[], rules: readonly Rule[]): Formulas {
  if (rules.length > BARS_MAX) return { pieces, rules };
  let rest = [...pieces];
  const written: TextPiece[] = [];
  const bars = new Set<Rule>();
  for (const bar of rules) {
    const [above, below] = [rest.filter((piece) => isAbove(piece, bar)), rest.filter((piece) => isBelow(piece, bar))];
    const fraction = fractionOf(above, below, bar, rest);
    if (!fraction) continue;
    bars.add(bar);
    written.push(fraction);
    const taken = new Set([...above, ...below]);
    rest = rest.filter((piece) => !taken.has(piece));
  }
  return { pieces: [...rest, ...written], rules: rules.filter((rule) => !bars.has(rule)) };
}

/** A frame with more letters than this is no term of a formula; nor if the next operator is farther, in font sizes. */
const TERM_MAX = 60;
const OPERATOR_NEAR = 5;

/** The text of a small frame as one piece beside its operator, as in `［revenue］ － ［costs］`; else nothing. */
export function boxedTerm(frame: Box, pieces: readonly TextPiece[], operators: readonly TextPiece[]): TextPiece | null {
  const [first] = pieces;
  if (!first || pieces.reduce((sum, { text }) => sum + text.length, 0) > TERM_MAX) return null;
  const middle = (frame.y0 + frame.y1) / 2;
  const near = OPERATOR_NEAR * first.size;
  const operator = operators.find(
    ({ x0, x1, y0, y1 }) =>
      Math.abs((y0 + y1) / 2 - middle) < first.size &&
      ((x0 >= frame.x1 && x0 < frame.x1 + near) || (x1 <= frame.x0 && x1 > frame.x0 - near)),
  );
  if (!operator) return null;
  const lines = buildLines(0, pieces, [], frame.x1);
  const text = joinWrapped(lines.map((line) => line.text));
  return { ...frame, text, baseline: operator.baseline, size: operator.size, bold: false };
}

export const hasOperator = ({ text }: TextPiece) => OPERATOR.test(text);

const isOver = (piece: TextPiece, bar: Rule) => piece.x1 > bar.x0 && piece.x0 < bar.x1;
const isAbove = (piece: TextPiece, bar: Rule) =>
  isOver(piece, bar) && piece.baseline <= bar.y0 + 1 && piece.baseline > bar.y0 - ABOVE_MAX * piece.size;
const isBelow = (piece: TextPiece, bar: Rule) =>
  isOver(piece, bar) &&
  piece.baseline > bar.y0 + BELOW_MIN * piece.size &&
  piece.baseline < bar.y0 + BELOW_MAX * piece.size;

function fractionOf(
  above: readonly TextPiece[],
  below: readonly TextPiece[],
  bar: Rule,
  all: readonly TextPiece[],
): TextPiece | null {
  const [numerator, denominator] = [partOf(above), partOf(below)];
  if (!numerator || !denominator) return null;
  const { size } = numerator;
  const parts = [numerator, denominator];
  const isHeld = parts.every((part) => part.x0 >= bar.x0 - BEYOND_MAX * size && part.x1 <= bar.x1 + BEYOND_MAX * size);
  const isCentred =
    parts.every((part) => Math.abs(part.x0 + part.x1 - bar.x0 - bar.x1) / 2 <= OFF_CENTRE_MAX * size) &&
    Math.abs(numerator.x0 - denominator.x0) >= size;
  const isCalculation = parts.some(({ text }) => CALCULATION.test(text));
  const level = bar.y0 + BAR_HEIGHT * size;
  const beside = all.filter(
    ({ x0, x1, baseline, text }) =>
      OPERATOR.test(text) &&
      Math.abs(baseline - level) < size / 2 &&
      (Math.abs(x0 - bar.x1) < 3 * size || Math.abs(x1 - bar.x0) < 3 * size),
  );
  if (!isHeld || (beside.length === 0 && !(isCentred && isCalculation))) return null;
  const baseline = beside[0]?.baseline ?? level;
  const text = `${inBrackets(numerator.text)}⁄${inBrackets(denominator.text)}`;
  return { ...union(numerator, denominator), text, baseline, size, bold: numerator.bold && denominator.bold };
}

/** The text of one line. */
function partOf(pieces: readonly TextPiece[]): (Box & Pick<TextPiece, "text" | "size" | "bold">) | null {
  const [first, ...more] = [...pieces].sort((a, b) => a.x0 - b.x0);
  if (!first || more.some(({ baseline }) => Math.abs(baseline - first.baseline) > first.size / 2)) return null;
  const text = [first, ...more].map((piece) => piece.text.trim()).join("");
  return { ...[first, ...more].reduce<Box>(union, first), text, size: first.size, bold: first.bold };
}

const inBrackets = (text: string) => (OPERATOR.test(text) ? `（${text}）` : text);
