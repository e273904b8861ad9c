import { QuestionReader, SearchEngine } from "@retrieval/core/search";
import { readEnglishWords } from "../vocabulary/vocabulary-files.js";
import type { HostedEngine } from "./hosted-engine.js";

/** The engine of core, with common English words. */
export function createEngine(): HostedEngine {
  return new SearchEngine(new QuestionReader(readEnglishWords()));
}
