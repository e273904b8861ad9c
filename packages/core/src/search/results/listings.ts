import { type Reader, readerFilter } from "../../access/audience.js";
import { isRefusal, type Refusal } from "../../errors.js";
import { comingOf, type ListedFacts } from "../../reference/read-life.js";
import type { Suggestion } from "../ranking/search-hits.js";
import type { ListAsk, ListedDocument } from "../ranking/section-index.js";
import { documentsAmong, type FindDeps, withHits } from "./visible-hits.js";

/** A page of the documents that this reader may see. */
export async function listReadableDocuments(
  page: Omit<ListAsk, "reader">,
  reader: Reader,
  deps: FindDeps,
): Promise<readonly (ListedDocument & ListedFacts)[] | Refusal> {
  const { index, deadline } = deps;
  const ask = { ...page, reader: readerFilter(reader) };
  const listing = index.list(ask, deadline.signal);
  const state = await withHits(listing, ({ documents }) => documentsAmong(documents), reader, deps);
  if (isRefusal(state)) return state;
  const { answer, documents: visible } = state;
  return answer.documents.flatMap((document) => {
    const found = visible.get(document.document_id);
    if (found === undefined) return [];
    const { life, ...facts } = found.facts;
    return [{ ...document, ...facts, coming: life && comingOf(life) }];
  });
}

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
  const completing = index.suggest(ask, deadline.signal);
  const state = await withHits(completing, ({ suggestions }) => documentsAmong(suggestions), reader, deps);
  if (isRefusal(state)) return state;
  const { answer, documents } = state;
  return answer.suggestions.flatMap(({ text, document_id, chunk_id }) => {
    const found = document_id === null ? null : documents.get(document_id);
    if (found === undefined) return [];
    const document_title = found && chunk_id !== null ? found.document.title : null;
    return { text, document_id, document_title, chunk_id };
  });
}
