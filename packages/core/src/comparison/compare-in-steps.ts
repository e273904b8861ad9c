import type { StructuredChunk } from "../chunks/structured-chunk.js";
import { type ComparedArticle, compareDocuments } from "./compare.js";

/** How many steps of a comparison, each of about a millisecond at most, are made without a pause. */
const STEPS = 20;

/** What {@link compareDocuments} finds. @param pause lets other work go on; called often in a long comparison */
export async function compareInSteps(
  before: readonly StructuredChunk[],
  after: readonly StructuredChunk[],
  pause: () => Promise<void>,
): Promise<ComparedArticle[]> {
  const articles: ComparedArticle[] = [];
  let steps = 0;
  for (const part of compareDocuments(before, after)) {
    articles.push(...part);
    steps += 1;
    if (steps % STEPS === 0) await pause();
  }
  return articles;
}
