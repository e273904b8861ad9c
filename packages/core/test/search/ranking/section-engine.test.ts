import { sectionEngineContract } from "@retrieval/contract";
import { QuestionReader } from "../../../src/search/question/question-reader.js";
import { MemorySections } from "../../../src/search/ranking/memory-sections.js";

sectionEngineContract("MemorySections", async () => {
  const engine = new MemorySections(new QuestionReader(new Set()));
  return { engine, put: async (text) => engine.put(text), close: async () => undefined };
});
