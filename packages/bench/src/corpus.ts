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
  const paths: string[] = [];
  for (const folder of [samples, ...published].filter(existsSync)) {
    for (const name of readdirSync(folder).sort()) {
      const media_type = mediaTypeOf(name);
      if (media_type !== null && media_type !== STRUCTURED_CHUNKS) paths.push(`${folder}/${name}`);
    }
  }
  return { documents: await readDocuments(paths), leftOut: published.filter((folder) => !existsSync(folder)) };
}

/** The documents of the fresh questions; the clones have more. */
const FRESH = {
  "employee-handbook":
    "01_就業規則 02_賃金規程 03_出張旅費規程 04_福利厚生規程 05_電子取引の取引情報に係る電磁的記録の保存に関する事務処理規程 06_育児介護休業規程 07_備品管理規程 99_補足資料",
  handbook:
    "benefits-and-perks getting-started how-we-work making-a-career managing-work-devices moonlighting our-internal-systems our-rituals severance stateFMLA titles-for-QA titles-for-designers titles-for-ops titles-for-programmers titles-for-support",
} as const;

/** What BENCH_FRESH_DOCUMENTS has of them. */
export async function readFreshDocuments(): Promise<{ documents: CorpusDocument[]; leftOut: string[] }> {
  const folder = process.env.BENCH_FRESH_DOCUMENTS ?? "";
  const paths = Object.entries(FRESH).flatMap(([clone, names]) =>
    names.split(" ").map((name) => `${folder}/${clone}/${name}.md`),
  );
  const isThere = (path: string) => folder !== "" && existsSync(path);
  const documents = await readDocuments(paths.filter(isThere));
  return { documents, leftOut: paths.filter((path) => !isThere(path)) };
}

async function readDocuments(paths: readonly string[]): Promise<CorpusDocument[]> {
  const reader = new IsolatedReader({ seconds: 60, heap_megabytes: 1_024 });
  const documents: CorpusDocument[] = [];
  for (const path of paths) {
    const document_id = basename(path, extname(path));
    const media_type = mediaTypeOf(path) as NonNullable<ReturnType<typeof mediaTypeOf>>;
    const { title, payload } = await reader.read({ document_id, title: null }, media_type, readFileSync(path));
    const chunks: StructuredChunk[] = [];
    for await (const batch of readChunkLines(payload)) chunks.push(...batch.chunks);
    documents.push({ document_id, title, chunks });
  }
  return documents;
}

export async function publishAll(documents: readonly CorpusDocument[], store: ChunkStore): Promise<void> {
  for (const [i, { document_id, title, chunks }] of documents.entries()) {
    const version = { document_id, title, version: "2026-01-01", access_rules: null, default_rules: EVERYONE };
    await store.publish({ ...version, chunks, relations: relateChunks(chunks), accepted: i + 1 });
  }
}
