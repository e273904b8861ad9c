import { type Draw, seededDraw } from "../src/sample-company/random.js";

/** Chance that can be had again: FAULTS_SEED is the seed of a run that failed. Its test's name says it. */
export function seeded(): { readonly seed: number; readonly draw: Draw } {
  const seed = Number(process.env.FAULTS_SEED ?? Date.now() % 1_000_000);
  return { seed, draw: seededDraw(seed) };
}
