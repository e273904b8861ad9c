import { CountedNumbers, drawnSectionsContract, sectionEngineContract } from "@retrieval/contract";
import { QuestionReader } from "../../../src/search/question/question-reader.js";
import { RemoteSections } from "../../../src/search/ranking/remote-sections.js";
import { ScannedIndex } from "./scanned-index.js";

sectionEngineContract("RemoteSections over a scan", async () => ({
  engine: new RemoteSections(new QuestionReader(new Set()), new ScannedIndex(), new CountedNumbers()),
  settled: async () => undefined,
  close: async () => undefined,
}));

drawnSectionsContract(
  "RemoteSections over a scan",
  async (questions) => ({
    engine: new RemoteSections(questions, new ScannedIndex(), new CountedNumbers()),
    settled: async () => undefined,
    close: async () => undefined,
  }),
  { runs: 200, meaning: true },
);
