import { sectionEngineContract } from "@retrieval/contract";
import { QuestionReader } from "../../../src/search/question/question-reader.js";
import { MemorySections } from "../../../src/search/ranking/memory-sections.js";

sectionEngineContract("MemorySections", async () => ({
  engine: new MemorySections(new QuestionReader(new Set())),
  settled: async () => undefined,
  close: async () => undefined,
}));
