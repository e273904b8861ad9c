import type { JsonOf } from "@retrieval/api/client";

export type OutlineEntry = JsonOf<"readOutline">["outline"][number];
export type SearchAnswer = JsonOf<"searchChunks">;
export type SearchResult = SearchAnswer["results"][number];
export type FoundPassage = SearchResult["passages"][number];
export type FoundDocument = SearchAnswer["documents"][number];
type WholeAnswer = JsonOf<"answerQuestion">;
/** An answer as far as it has come. */
export interface QuestionAnswer extends Pick<WholeAnswer, "sources" | "sentences"> {
  /** null: more may come. */
  readonly end: Omit<WholeAnswer, "sources" | "sentences"> | null;
}
export type Suggestion = JsonOf<"suggest">["suggestions"][number];
export type DocumentPart = JsonOf<"readDocument">;
export type ReadChunk = DocumentPart["chunks"][number];
