import { type Reader, readerFilter } from "../../access/audience.js";
import { isRefusal, type Refusal } from "../../errors.js";
import type { ListAsk, ListedDocument } from "../ranking/section-index.js";
import { type FindDeps, withHits } from "./visible-hits.js";

/** A page of the documents that this reader may see. */
export async function listReadableDocuments(
  page: Omit<ListAsk, "reader">,
  reader: Reader,
  deps: FindDeps,
): Promise<readonly ListedDocument[] | Refusal> {
  const { index, deadline } = deps;
  const ask = { ...page, reader: readerFilter(reader) };
  const state = await withHits(
    index.list(ask, deadline.signal),
    ({ documents }) => documents.map(({ document_id, revision_id }) => ({ document_id, revision_id, places: [] })),
    reader,
    deps,
  );
  if (isRefusal(state)) return state;
  const { answer, documents: visible } = state;
  return answer.documents.filter(({ document_id }) => visible.has(document_id));
}
