import type { Draw } from "./random.js";

/** Numbers from before 2010 simply counted up; since then they begin with the year of entry. */
const COUNTED_SHARE = 0.45;
const FIRST_YEAR = 10;
const LAST_YEAR = 25;

/**
 * Employee numbers of six digits, ascending, with the gaps of employees who left. Those of the older half begin with
 * zeros, which a spreadsheet strips and an import must keep.
 */
export function employeeNumbers(count: number, taken: ReadonlySet<string>, draw: Draw): string[] {
  const counted = Math.round(count * COUNTED_SHARE);
  const numbers = ascending(counted, 100, 9, taken, draw);
  const years = LAST_YEAR - FIRST_YEAR + 1;
  for (let year = 0; year < years; year += 1) {
    const entered = Math.floor((count - numbers.length) / (years - year));
    numbers.push(...ascending(entered, (FIRST_YEAR + year) * 10_000, 5, taken, draw));
  }
  return numbers;
}

function ascending(count: number, after: number, maxStep: number, taken: ReadonlySet<string>, draw: Draw): string[] {
  const numbers: string[] = [];
  for (let last = after; numbers.length < count; ) {
    last += 1 + draw(maxStep);
    const number = String(last).padStart(6, "0");
    if (!taken.has(number)) numbers.push(number);
  }
  return numbers;
}
