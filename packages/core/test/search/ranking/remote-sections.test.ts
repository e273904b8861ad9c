import { drawnSectionsContract, type OpenSections, sectionEngineContract } from "@retrieval/contract";
import { QuestionReader } from "../../../src/search/question/question-reader.js";
import { RemoteSections } from "../../../src/search/ranking/remote-sections.js";
import { ScannedIndex } from "./scanned-index.js";

async function open(questions: ConstructorParameters<typeof RemoteSections>[0]): Promise<OpenSections> {
  const index = new ScannedIndex();
  const engine = new RemoteSections(questions, index);
  return { engine, put: async (text) => engine.put(index.put(text)), close: async () => undefined };
}

sectionEngineContract("RemoteSections over a scan", () => open(new QuestionReader(new Set())));

drawnSectionsContract("RemoteSections over a scan", open, { runs: 200, meaning: true });
