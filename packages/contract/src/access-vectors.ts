import { decideAccess } from "@retrieval/core";
import fc from "fast-check";
import { anyCase } from "./drawn-access.js";

const SEED = 20_261_130;
const CASES = 2_000;
/** Short lists keep the file small. */
const NAMES_MAX = 3;

const ABOUT =
  "Decisions of the access rule, drawn at random. A reader may see a document if there is a reason: the role admin or developer, allow_all, or an equal entry of a list, code point by code point. Reasons are in this order: role, allow_all, department, groups as the reader has them and each once, user. A case a line.";

/** The text of `packages/portal/vectors/access.json`: other programs check their own decision by it. */
export function accessVectors(): string {
  const drawn = fc.sample(anyCase(NAMES_MAX), { seed: SEED, numRuns: CASES });
  const cases = drawn.map(([reader, rule]) => JSON.stringify({ reader, rule, ...decideAccess(reader, rule) }));
  return `{"about":${JSON.stringify(ABOUT)},"cases":[\n${cases.join(",\n")}\n]}\n`;
}
