/**
 * The URLs in a DATABASE_URL, in their order: one, or several separated by commas. A comma inside of one URL, in its
 * password for example, separates nothing.
 */
export function serverUrls(text: string): readonly string[] {
  return text.split(/,\s*(?=postgres(?:ql)?:\/\/|$)/);
}
