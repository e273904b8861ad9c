import { parentPort } from "node:worker_threads";
import { readVocabularyCsv } from "./vocabulary-csv.js";

parentPort?.on("message", (bytes: Uint8Array) => {
  parentPort?.postMessage(readVocabularyCsv(bytes));
});
