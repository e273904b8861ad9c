import { types } from "node:util";

/** How growth is measured. */
export interface Measure {
  /** Characters of the shorter text; the other one has twice as many. */
  readonly size: number;
  /** CPU time, in microseconds, under which a run of the longer text is fast enough whatever its growth. */
  readonly floor: number;
}

/** The most CPU time that twice the input may take, as a factor (linear: 2; quadratic: 4), and that four times may. */
const GROWTH_MAX = { 2: 3, 4: 9 } as const;
/** On a busy machine a run can only take longer than its work, so the shortest of several counts. */
const RUNS = 4;
const ROUNDS = 4;
/**
 * Work that takes this long for this few characters would never end for many. The text grows by a fifth at a time, so
 * that the first one over the limit still ends, whatever the machine's speed and the growth.
 */
const FIRST = { from: 24, to: 400, step: 1.2, max: 150_000 };

/**
 * Runs `work` on a text and on one of twice its length (and, if in doubt, of four times).
 *
 * @returns a sentence about what grew faster than its input; null if nothing did
 */
export async function growthOf(
  work: (text: string) => unknown,
  textOf: (size: number) => string,
  { size, floor }: Measure,
): Promise<string | null> {
  for (let few = FIRST.from; few <= FIRST.to; few = Math.ceil(few * FIRST.step)) {
    const text = textOf(few);
    let time = await timePassed(work, text);
    for (let run = 0; run < RUNS && time > FIRST.max; run += 1) time = await cpuTime(work, text);
    if (time > FIRST.max) return `${few} characters take ${time} µs`;
  }
  // What looks too slow with twice the text is measured again with four times, where chance has less to say.
  const twice = await tooSlow(work, textOf, { size, floor, times: 2 });
  return twice === null ? null : await tooSlow(work, textOf, { size, floor, times: 4 });
}

async function tooSlow(
  work: (text: string) => unknown,
  textOf: (size: number) => string,
  { size, floor, times }: Measure & { readonly times: keyof typeof GROWTH_MAX },
): Promise<string | null> {
  const [little, much] = [textOf(size), textOf(times * size)];
  let [short, long] = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let run = 0; run < RUNS; run += 1) {
      if ((await timePassed(work, much)) < floor) return null;
      long = Math.min(long, await cpuTime(work, much));
      short = Math.min(short, await cpuTime(work, little));
    }
    if (long < floor || long <= GROWTH_MAX[times] * short) return null;
  }
  return `${size} characters take ${short} µs and ${times} times as many ${long} µs`;
}

/** In microseconds. It shows at once that work is fast enough: to ask for the CPU time takes longer than most work does. */
async function timePassed(work: (text: string) => unknown, text: string): Promise<number> {
  const begun = performance.now();
  const done = work(text);
  if (types.isPromise(done)) await done.catch(() => undefined);
  return (performance.now() - begun) * 1_000;
}

/** In microseconds, of this process, since other programs do not count. */
async function cpuTime(work: (text: string) => unknown, text: string): Promise<number> {
  const used = process.cpuUsage();
  const done = work(text);
  if (types.isPromise(done)) await done.catch(() => undefined);
  const { user, system } = process.cpuUsage(used);
  return user + system;
}

/** Repeats `unit` after `prefix`, to about `size` characters, and adds `end`. */
export function repeated(unit: string, { prefix = "", end = "" } = {}): (size: number) => string {
  return (size) => prefix + unit.repeat(Math.ceil(size / unit.length)) + end;
}
