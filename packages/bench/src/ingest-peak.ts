import { readFileSync } from "node:fs";
import { mediaTypeOf } from "@retrieval/core/limits";
import { UnreadableDocumentError } from "@retrieval/core/ports";
import { IsolatedReader, readChunkLines } from "@retrieval/ingest";

// Reads one file as the service does and within its limits, in a separate process, to know its memory.
const reader = new IsolatedReader({ seconds: 60, heap_megabytes: 1_024 });
const [file = ""] = process.argv.slice(2);
const begun = performance.now();
const document = { document_id: "d", title: "d" };
const outcome = await reader.read(document, mediaTypeOf(file) as string, readFileSync(file)).then(
  async ({ payload }) => {
    let count = 0;
    for await (const { chunks } of readChunkLines(payload)) count += chunks.length;
    return `${count} chunks`;
  },
  (error: unknown) => {
    if (error instanceof UnreadableDocumentError) return `refused: ${error.message}`;
    throw error;
  },
);
const seconds = (performance.now() - begun) / 1000;
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
console.log(
  JSON.stringify({
    outcome,
    seconds,
    processor_seconds: (userCPUTime + systemCPUTime) / 1e6,
    megabytes: maxRSS / 1024,
  }),
);
process.exit(0);
