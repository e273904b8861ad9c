import type { ReadUserFile, ReadVocabularyFile, UserFile, VocabularyFile } from "@retrieval/core/ports";
import type { Problem } from "@retrieval/core/problems";
import { IsolatedTask, type TaskLimits } from "@retrieval/ingest/isolated";
import type { UserFileQuestion } from "./user-file-worker.js";

/** Reads a CSV in its own thread, within limits. */
function isolated<Question, File>(worker: string, limits: TaskLimits) {
  // src/ and dist/ have the same depth.
  const script = new URL(`../../dist/adapters/${worker}.js`, import.meta.url);
  const task = new IsolatedTask<Question, File | Problem>(script, limits, {
    slow: (seconds) => ({ code: "csv.slow_to_read", seconds }),
    large: { code: "csv.large_to_read" },
  });
  return (question: Question, { byteLength }: Uint8Array) => task.ask(question, task.secondsFor(byteLength));
}

/** Reads the portal's CSV. */
export function isolatedUserFiles(limits: TaskLimits): ReadUserFile {
  const read = isolated<UserFileQuestion, UserFile>("user-file-worker", limits);
  return (bytes, columns = {}) => read({ bytes, columns }, bytes);
}

/** Reads the CSV of a vocabulary. */
export function isolatedVocabularyFiles(limits: TaskLimits): ReadVocabularyFile {
  const read = isolated<Uint8Array, VocabularyFile>("vocabulary-file-worker", limits);
  return (bytes) => read(bytes, bytes);
}
