/**
 * Normalises case and width, for a row's `search_key` and for the text sought in it. Done here, because the database's
 * lower() knows no letter beyond ASCII under the locale C, which many servers and the embedded database have.
 */
export function searchKey(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
