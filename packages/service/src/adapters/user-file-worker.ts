import { parentPort } from "node:worker_threads";
import type { UserColumns } from "@retrieval/core/ports";
import { readUsersCsv } from "@retrieval/portal";

export interface UserFileQuestion {
  readonly bytes: Uint8Array;
  readonly columns: UserColumns;
}

parentPort?.on("message", ({ bytes, columns }: UserFileQuestion) => {
  parentPort?.postMessage(readUsersCsv(bytes, columns));
});
