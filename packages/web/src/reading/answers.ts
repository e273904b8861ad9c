import type { JsonOf } from "@retrieval/api/client";

export type OutlineEntry = JsonOf<"readOutline">["outline"][number];
export type SearchAnswer = JsonOf<"searchChunks">;
export type SearchResult = SearchAnswer["results"][number];
export type FoundDocument = SearchAnswer["documents"][number];
export type QuestionAnswer = JsonOf<"answerQuestion">;
export type SectionAnswer = NonNullable<QuestionAnswer["answer"]>;
export type AnswerUnit = SectionAnswer["units"][number];
export type Suggestion = JsonOf<"suggest">["suggestions"][number];
export type DocumentPart = JsonOf<"readDocument">;
export type ReadChunk = DocumentPart["items"][number];
export type ReadableDocument = JsonOf<"listReadableDocuments">["items"][number];
export type DocumentFacts = JsonOf<"readDocumentFacts">;
export type Revision = JsonOf<"listDocumentHistory">["items"][number];
export type RevisionNotice = JsonOf<"listNotices">["items"][number];
