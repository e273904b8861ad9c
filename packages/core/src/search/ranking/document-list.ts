import type { Directory, Entry, ReaderView } from "../index/directory.js";
import { compareCodePoints } from "../text/characters.js";
import { foldLine } from "../text/folding.js";
import type { ListAsk, ListedDocument } from "./section-index.js";
import { TopList } from "./top-list.js";

type Key = Pick<ListedDocument, "document_id" | "published_at">;

const ORDERS: Readonly<Record<ListAsk["order"], (a: Key, b: Key) => number>> = {
  id: (a, b) => compareCodePoints(a.document_id, b.document_id),
  published: (a, b) => b.published_at - a.published_at || compareCodePoints(a.document_id, b.document_id),
};

/** A page of the documents that a reader sees. */
export function listDocuments({ query, limit, after, order }: ListAsk, directory: Directory, view: ReaderView) {
  const compare = ORDERS[order];
  const sought = foldLine(query);
  const page = new TopList<Entry>(limit, compare);
  for (const document of directory.documents.values()) {
    if (!view.has(document) || (after !== null && compare(document, after) <= 0)) continue;
    if (page.takes(document) && hasText(document, sought)) page.add(document);
  }
  const documents = page.items.map(
    ({ document_id, revision_id, title, version, published_at }): ListedDocument => ({
      document_id,
      revision_id,
      title,
      version,
      published_at,
    }),
  );
  return { documents };
}

const hasText = ({ document_id, folded_title }: Entry, sought: string) =>
  sought === "" || foldLine(document_id).includes(sought) || folded_title.includes(sought);
