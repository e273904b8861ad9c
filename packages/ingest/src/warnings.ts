import { type ParameterKinds, PROBLEMS, type Problem } from "@retrieval/core/problems";

const HEADINGS_MAX = 3;
const HEADING_LENGTH = 30;

interface Found {
  readonly problem: Problem;
  times: number;
  readonly headings: Set<string>;
}

/**
 * Counts content that could not be kept unchanged. The sender of the file gets the list: one problem of each code and
 * kind, with the parameters of the first, how often it was found, and the headings above its first places.
 */
export class Warnings {
  readonly #found = new Map<string, Found>();
  #heading = "";

  /** The heading above what is read from now on; empty: none. */
  below(heading: string): void {
    this.#heading = [...heading].slice(0, HEADING_LENGTH).join("");
  }

  add(problem: Problem): void {
    const key = keyOf(problem);
    const found = this.#found.get(key) ?? { problem, times: 0, headings: new Set() };
    this.#found.set(key, found);
    found.times += 1;
    if (this.#heading !== "" && found.headings.size < HEADINGS_MAX) found.headings.add(this.#heading);
  }

  list(): Problem[] {
    return [...this.#found.values()].map(({ problem, times, headings }) => ({
      ...problem,
      ...(times > 1 ? { times } : {}),
      ...(headings.size > 0 ? { headings: [...headings] } : {}),
    }));
  }
}

/** The code, and the parameters with a fixed set of values. */
function keyOf(problem: Problem): string {
  const kinds = Object.entries(PROBLEMS[problem.code] as ParameterKinds).filter(([, kind]) => typeof kind !== "string");
  return [problem.code, ...kinds.map(([name]) => String(problem[name as keyof Problem]))].join(" ");
}
