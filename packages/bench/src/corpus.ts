import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, extname } from "node:path";
import { fileURLToPath } from "node:url";
import { realDataDir } from "@retrieval/contract/real-data-dir";
import { EVERYONE } from "@retrieval/core";
import { relateChunks, type StructuredChunk } from "@retrieval/core/chunks";
import { mediaTypeOf, STRUCTURED_CHUNKS } from "@retrieval/core/limits";
import type { ChunkStore } from "@retrieval/core/ports";
import { IsolatedReader, readChunkLines } from "@retrieval/ingest";

export interface CorpusDocument {
  readonly document_id: string;
  readonly title: string;
  readonly chunks: readonly StructuredChunk[];
}

const samples = fileURLToPath(new URL("../../demo/sample/documents", import.meta.url));
const published = ["handbook-ja", "gdpr", "pdf"].map((name) => `${realDataDir}/${name}`);

/** The sample documents and, where REAL_DATA_DIR exists, the published ones. */
export async function readCorpus(): Promise<{ documents: CorpusDocument[]; leftOut: string[] }> {
  const reader = new IsolatedReader({ seconds: 60, heap_megabytes: 1_024 });
  const documents: CorpusDocument[] = [];
  const leftOut = published.filter((folder) => !existsSync(folder));
  for (const folder of [samples, ...published].filter(existsSync)) {
    for (const name of readdirSync(folder).sort()) {
      const media_type = mediaTypeOf(name);
      if (media_type === null || media_type === STRUCTURED_CHUNKS) continue;
      const document_id = basename(name, extname(name));
      const bytes = readFileSync(`${folder}/${name}`);
      const { title, payload } = await reader.read({ document_id, title: null }, media_type, bytes);
      const chunks: StructuredChunk[] = [];
      for await (const batch of readChunkLines(payload)) chunks.push(...batch.chunks);
      documents.push({ document_id, title, chunks });
    }
  }
  return { documents, leftOut };
}

export async function publishAll(documents: readonly CorpusDocument[], store: ChunkStore): Promise<void> {
  for (const [i, { document_id, title, chunks }] of documents.entries()) {
    const version = { document_id, title, version: "2026-01-01", access_rules: null, default_rules: EVERYONE };
    await store.publish({ ...version, chunks, relations: relateChunks(chunks), accepted: i + 1 });
  }
}
