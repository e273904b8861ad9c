/**
 * A text without case and width, for a row's `search_key` and for what is sought in it. Made here rather than by the
 * database, whose lower() knows no letter beyond ASCII under the locale C, which many servers and the embedded database
 * have.
 */
export function searchKey(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
