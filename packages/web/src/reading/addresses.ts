import { comparisonAddress, passageAddress } from "@retrieval/api/pages";
import { type Quotation, quotedParameter } from "./quoted-words.js";
import type { SearchQuery } from "./search-query.js";

export { documentAddress, passageOf } from "@retrieval/api/pages";

/**
 * The address of a passage or an article, as {@link passageAddress}, for a reader who comes from a search.
 * @param search the search that found it: its words are marked, and its other results are near
 * @param quotation words of the passage, which are marked instead of the search's
 */
export function chunkAddress(document_id: string, id: string, search?: SearchQuery, quotation?: Quotation): string {
  return `${passageAddress(document_id, id)}${parametersOf(search, quotation)}`;
}

/** The address of the changes of a version; without one, the version that is to come, or the one in force. */
export const changesAddress = (document_id: string, to: number | null = null) =>
  comparisonAddress(document_id, { from: null, to });

export function searchAddress(
  query: string,
  { previous = [], document_id = null, all = false }: Partial<SearchQuery> = {},
): string {
  return `/${parametersOf({ query, previous, document_id, all })}`;
}

/** The address of the field for a question that follows this one. */
export function followUpAddress({ query, previous }: SearchQuery): string {
  return `/?${[...previous, query].map(afterParameter).join("&")}`;
}

const afterParameter = (question: string) => `after=${encodeURIComponent(question)}`;

/** As useSearchQuery and useQuotedWords read them. */
function parametersOf(search?: SearchQuery, quotation?: Quotation): string {
  const parameters = search && search.query !== "" ? searchParameters(search) : [];
  if (quotation) parameters.push(`words=${quotedParameter(quotation)}`);
  return parameters.length === 0 ? "" : `?${parameters.join("&")}`;
}

function searchParameters({ query, previous, document_id, all }: SearchQuery): string[] {
  const parameters = [`q=${encodeURIComponent(query)}`, ...previous.map(afterParameter)];
  if (document_id !== null) parameters.push(`doc=${encodeURIComponent(document_id)}`);
  if (all) parameters.push("all=");
  return parameters;
}
