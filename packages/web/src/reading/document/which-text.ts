import { useCallback, useMemo } from "react";
import { useSearch } from "wouter/use-browser-location";
import { chunkAddress } from "../addresses.js";

/** Which text of a document is read: that of a day, a version by its number, or without both the one in force. */
export interface WhichText {
  readonly as_of?: string;
  readonly version?: number;
}

/** Whether it is another text than the one in force. */
export const isOther = ({ as_of, version }: WhichText) => (as_of ?? version) !== undefined;

/** The text that the address of the page names. */
export function useWhichText(): WhichText {
  const query = useSearch();
  return useMemo(() => {
    const parameters = new URLSearchParams(query);
    const as_of = parameters.get("as_of");
    const version = Number(parameters.get("version"));
    return as_of !== null ? { as_of } : version > 0 ? { version } : {};
  }, [query]);
}

const parametersOf = (which: WhichText) => new URLSearchParams(Object.entries(which)).toString();

/** The address of a text of a document, from its beginning or at a passage. */
export function textAddress(document_id: string, which: WhichText, passage: string | null = null): string {
  return `${chunkAddress(document_id, passage ?? document_id)}?${parametersOf(which)}`;
}

/** Makes the address of a passage or section of the text that is read. */
export function useAddressInText(document_id: string): (id: string) => string {
  const parameters = parametersOf(useWhichText());
  return useCallback(
    (id) => chunkAddress(document_id, id) + (parameters === "" ? "" : `?${parameters}`),
    [document_id, parameters],
  );
}
