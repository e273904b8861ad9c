import type { JsonOf } from "@retrieval/api/client";

export type OutlineEntry = JsonOf<"readOutline">["outline"][number];
export type SearchResult = JsonOf<"searchChunks">["results"][number];
export type DocumentPart = JsonOf<"readDocument">;
export type ReadChunk = DocumentPart["chunks"][number];
