import { type Reader, readerFilter } from "../../access/audience.js";
import { isRefusal, type Refusal } from "../../errors.js";
import type { Suggestion } from "../ranking/search-found.js";
import type { AskedHits } from "./hit-reader.js";
import { type FindDeps, withHits } from "./visible-hits.js";

/** The most suggestions of one answer. */
const SUGGESTIONS = 8;

export interface ShownSuggestion extends Omit<Suggestion, "revision_id"> {
  /** Of a section, the title of its document; otherwise null. */
  readonly document_title: string | null;
}

/** Completions of what the reader types, from titles that the reader may see and from the vocabulary. */
export async function suggest(
  query: string,
  reader: Reader,
  deps: FindDeps,
): Promise<readonly ShownSuggestion[] | Refusal> {
  const { index, deadline } = deps;
  const ask = { query, reader: readerFilter(reader), limit: SUGGESTIONS };
  const state = await withHits(
    index.suggest(ask, deadline.signal),
    ({ suggestions }) => documentsOf(suggestions),
    reader,
    deps,
  );
  if (isRefusal(state)) return state;
  const { answer, documents } = state;
  return answer.suggestions.flatMap(({ text, document_id, chunk_id }) => {
    const found = document_id === null ? null : documents.get(document_id);
    if (found === undefined) return [];
    const document_title = found && chunk_id !== null ? found.document.title : null;
    return { text, document_id, document_title, chunk_id };
  });
}

function documentsOf(suggestions: readonly Suggestion[]): AskedHits[] {
  const revisions = new Map(
    suggestions.flatMap(({ document_id, revision_id }) =>
      document_id === null || revision_id === null ? [] : [[document_id, revision_id] as const],
    ),
  );
  return [...revisions].map(([document_id, revision_id]) => ({ document_id, revision_id, places: [] }));
}
