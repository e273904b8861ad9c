import type { StructuredChunk } from "../chunks/structured-chunk.js";
import { compareInSteps } from "./compare-in-steps.js";

/**
 * The labels of the articles and annexes whose text differs between two versions, each once, in the order of their
 * comparison; the title of one without a label. An article that only has another number or place is not named.
 *
 * @param before the chunks of the earlier version, in reading order
 * @param pause lets other work go on
 */
export async function changedArticles(
  before: readonly StructuredChunk[],
  after: readonly StructuredChunk[],
  pause: () => Promise<void>,
): Promise<readonly string[]> {
  const articles = await compareInSteps(before, after, pause);
  const names = articles
    .filter(({ kind }) => kind !== "moved" && kind !== "renumbered")
    .map(({ section_before, section_after }) => section_after ?? section_before)
    .map((section) => section?.label || section?.title || "");
  return [...new Set(names)].filter((name) => name !== "");
}
