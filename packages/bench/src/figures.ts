import type { Spread } from "./interleaved.js";

/** "1.23 (1.10 to 1.40)": the median, the smallest and the largest. */
export function figure({ median, min, max }: Spread, unit = 1): string {
  return `${digits(median / unit)} (${digits(min / unit)} to ${digits(max / unit)})`;
}

/** A ratio for a sentence: "12.3 times (10.1 to 14.0)". */
export function times({ median, min, max }: Spread): string {
  return `${digits(median)} times (${digits(min)} to ${digits(max)})`;
}

function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
