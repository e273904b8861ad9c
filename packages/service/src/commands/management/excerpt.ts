/** A text with the ranges to highlight: UTF-16 offsets, the end exclusive, in order. */
export interface Marked {
  readonly text: string;
  readonly ranges: readonly (readonly [start: number, end: number])[];
}

/** The length shown, and the part of it before the first mark, in UTF-16 units. */
const LENGTH = 400;
const BEFORE = 100;

/** The part of a long text around its first mark. */
export function excerpt(text: string, ranges: Marked["ranges"]): Marked {
  const first = ranges[0]?.[0] ?? 0;
  const from = onCharacter(text, Math.max(0, Math.min(first - BEFORE, text.length - LENGTH)));
  const to = onCharacter(text, Math.min(text.length, from + LENGTH));
  const [head, tail] = [from > 0 ? "…" : "", to < text.length ? "…" : ""];
  const moved = ranges
    .filter(([start, end]) => start < to && end > from)
    .map(
      ([start, end]) => [Math.max(start, from) - from + head.length, Math.min(end, to) - from + head.length] as const,
    );
  return { text: head + text.slice(from, to) + tail, ranges: moved };
}

/** Moves the offset so that it does not split a surrogate pair. */
function onCharacter(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
