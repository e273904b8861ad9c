import type { PDFOperatorList } from "pdfjs-dist/types/src/display/api.js";
import type { Box, Rule } from "./layout-types.js";

/** a, b, c, d, e, f of ISO 32000-2, 8.3.4. */
export type Matrix = readonly [number, number, number, number, number, number];
type Operators = typeof import("pdfjs-dist/legacy/build/pdf.mjs").OPS;

/** The content of a page other than characters. */
export interface Drawing {
  readonly rules: readonly Rule[];
  /** The places of characters that are also outlined, which many programs use for bold. */
  readonly outlined: readonly { readonly x: number; readonly y: number }[];
  readonly hasPicture: boolean;
}

/** Ruling lines are thinner than this; thicker ones are shading. */
const THICKNESS_MAX = 3;
const PICTURE_SIDE_MIN = 24;
const FILL_AND_STROKE = 2;

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/**
 * Reads ruling lines, pictures and outlined text off a page's drawing operators.
 *
 * Pictures are not decoded ({@link openPdf} blocks them), so only the matrix of a picture is left, between a save and a
 * restore. Dotted borders are often rows of tiny pictures, and these count as rules.
 */
export function readDrawing({ fnArray, argsArray }: PDFOperatorList, view: Matrix, OPS: Operators): Drawing {
  const rules: Rule[] = [];
  const counts = new Map(Object.entries(OPERANDS).map(([name, count]) => [OPS[name as keyof Operators], count]));
  const outlined: { x: number; y: number }[] = [];
  let hasPicture = false;
  let state = { matrix: view, mode: 0 };
  const saved: (typeof state)[] = [];
  let text: { line: Matrix; leading: number } = { line: IDENTITY, leading: 0 };
  let path: { edges: Box[]; bounds: Box | null } = { edges: [], bounds: null };

  const save = () => saved.push(state);
  const restore = () => {
    state = saved.pop() ?? state;
  };
  const concatenate = (matrix: Matrix) => {
    state = { ...state, matrix: multiply(state.matrix, matrix) };
  };
  const moveText = (x: number, y: number) => {
    text = { ...text, line: multiply(text.line, [1, 0, 0, 1, x, y]) };
  };
  const addPicture = () => {
    const picture = boxOf(state.matrix, 0, 0, 1, 1);
    if (isThin(picture)) rules.push(picture);
    else hasPicture ||= isPicture(picture);
  };
  const paint = (strokes: boolean) => {
    const drawn = strokes ? path.edges : path.bounds ? [path.bounds] : [];
    for (const edge of drawn) if (isThin(edge)) rules.push(edge);
    path = { edges: [], bounds: null };
  };

  fnArray.forEach((operator, i) => {
    const values = argsArray[i] as number[];
    switch (operator) {
      case OPS.save:
        save();
        break;
      case OPS.restore:
        restore();
        break;
      case OPS.transform:
        concatenate(values as unknown as Matrix);
        if (fnArray[i - 1] === OPS.save && fnArray[i + 1] === OPS.restore) {
          addPicture();
        }
        break;
      // Pictures of a single dot are kept.
      case OPS.paintImageXObject:
      case OPS.paintInlineImageXObject:
      case OPS.paintImageMaskXObject:
      case OPS.paintSolidColorImageMask:
        addPicture();
        break;
      case OPS.paintFormXObjectBegin:
        save();
        if (argsArray[i]?.[0]) concatenate(argsArray[i][0] as Matrix);
        break;
      case OPS.paintFormXObjectEnd:
        restore();
        break;
      case OPS.constructPath:
        path = readPath(argsArray[i] as [number[], number[]], state.matrix, OPS, counts);
        break;
      case OPS.stroke:
      case OPS.closeStroke:
        paint(true);
        break;
      case OPS.fill:
      case OPS.eoFill:
        paint(false);
        break;
      case OPS.fillStroke:
      case OPS.eoFillStroke:
      case OPS.closeFillStroke:
      case OPS.closeEOFillStroke:
        paint(true);
        break;
      case OPS.beginText:
        text = { line: IDENTITY, leading: text.leading };
        break;
      case OPS.setTextRenderingMode:
        state = { ...state, mode: values[0] ?? 0 };
        break;
      case OPS.setTextMatrix:
        text = { ...text, line: values as unknown as Matrix };
        break;
      case OPS.moveText:
        moveText(values[0] ?? 0, values[1] ?? 0);
        break;
      case OPS.setLeading:
        text = { ...text, leading: -(values[0] ?? 0) };
        break;
      case OPS.setLeadingMoveText:
        text = { ...text, leading: values[1] ?? 0 };
        moveText(values[0] ?? 0, values[1] ?? 0);
        break;
      case OPS.nextLine:
        moveText(0, text.leading);
        break;
      case OPS.showText:
        if (state.mode === FILL_AND_STROKE) {
          const [, , , , x, y] = multiply(state.matrix, text.line);
          outlined.push({ x, y });
        }
        break;
    }
  });
  return { rules, outlined, hasPicture };
}

/** The number of operands of each path operator. */
const OPERANDS: Partial<Record<keyof Operators, number>> = {
  moveTo: 2,
  lineTo: 2,
  curveTo: 6,
  curveTo2: 4,
  curveTo3: 4,
  rectangle: 4,
};

function readPath(
  [operators, numbers]: readonly [readonly number[], readonly number[]],
  matrix: Matrix,
  OPS: Operators,
  counts: ReadonlyMap<number, number>,
) {
  const edges: Box[] = [];
  const xs: number[] = [];
  const ys: number[] = [];
  let start: readonly [number, number] = [0, 0];
  let from = start;
  let at = 0;
  for (const operator of operators) {
    const count = counts.get(operator) ?? 0;
    const values = numbers.slice(at, at + count);
    at += count;
    if (operator === OPS.rectangle) {
      const [x = 0, y = 0, width = 0, height = 0] = values;
      const [right, top] = [x + width, y + height];
      for (const corners of [
        [x, y, right, y],
        [x, top, right, top],
        [x, y, x, top],
        [right, y, right, top],
      ] as const)
        edges.push(boxOf(matrix, ...corners));
      xs.push(x, right);
      ys.push(y, top);
    } else if (count > 0) {
      const to = [values.at(-2) ?? 0, values.at(-1) ?? 0] as const;
      if (operator === OPS.lineTo) edges.push(boxOf(matrix, ...from, ...to));
      xs.push(to[0]);
      ys.push(to[1]);
      from = to;
      if (operator === OPS.moveTo) start = to;
    } else if (operator === OPS.closePath) {
      edges.push(boxOf(matrix, ...from, ...start));
      from = start;
    }
  }
  const bounds = xs.length > 0 ? boxOf(matrix, least(xs), least(ys), most(xs), most(ys)) : null;
  return { edges, bounds };
}

// Spreading the numbers of a large drawing into Math.min would overflow the stack.
const least = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.min(a, b));
const most = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.max(a, b));

const isThin = ({ x0, y0, x1, y1 }: Box) => Math.min(x1 - x0, y1 - y0) <= THICKNESS_MAX;
const isPicture = ({ x0, y0, x1, y1 }: Box) => Math.min(x1 - x0, y1 - y0) >= PICTURE_SIDE_MIN;

export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [p, q, r, s, t, u] = inner;
  return [a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f];
}

/** The upright box around a box in another space. */
export function boxOf([a, b, c, d, e, f]: Matrix, x0: number, y0: number, x1: number, y1: number): Box {
  const corners = [
    [x0, y0],
    [x1, y0],
    [x0, y1],
    [x1, y1],
  ] as const;
  const xs = corners.map(([x, y]) => a * x + c * y + e);
  const ys = corners.map(([x, y]) => b * x + d * y + f);
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}
