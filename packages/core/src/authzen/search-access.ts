import { readerFilter } from "../access/audience.js";
import { type AccessWatch, visibleTo } from "../reference/visible-to.js";
import type { AccessDirectory, IdPage, RuledDocument } from "./access-directory.js";

interface SearchDeps extends AccessWatch {
  readonly access: AccessDirectory;
}

/** The user_ids of those who may read the document; none for an unknown one. */
export async function findReaders(document_id: string, page: IdPage, deps: SearchDeps): Promise<readonly string[]> {
  const found = await deps.access.readersOf(document_id, page);
  return found.filter((one) => visibleTo(one, document_id, one.reader, deps)).map(({ reader }) => reader.user_id);
}

/** The document_ids of what the user may read; none for an unknown or inactive user. */
export async function findReadable(user_id: string, page: IdPage, deps: SearchDeps): Promise<readonly string[]> {
  const [reader] = (await deps.access.find([user_id], [])).readers;
  if (reader === undefined) return [];
  const found = await deps.access.documentsFor(readerFilter(reader), page);
  const isVisible = (one: RuledDocument) => visibleTo(one, one.document_id, reader, deps) !== null;
  return found.filter(isVisible).map(({ document_id }) => document_id);
}
