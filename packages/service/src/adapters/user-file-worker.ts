import { parentPort } from "node:worker_threads";
import type { PeopleColumns } from "@retrieval/core/ports";
import { readPeopleCsv } from "@retrieval/portal";

export interface UserFileQuestion {
  readonly bytes: Uint8Array;
  readonly columns: PeopleColumns;
}

parentPort?.on("message", ({ bytes, columns }: UserFileQuestion) => {
  parentPort?.postMessage(readPeopleCsv(bytes, columns));
});
