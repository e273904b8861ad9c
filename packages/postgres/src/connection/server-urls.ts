/**
 * The URLs in a DATABASE_URL, in their order: one, or several separated by commas. A comma inside a URL, for example in
 * its password, separates nothing.
 */
export function serverUrls(text: string): readonly string[] {
  return text.split(/,\s*(?=postgres(?:ql)?:\/\/|$)/);
}
