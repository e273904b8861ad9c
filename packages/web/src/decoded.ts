/** Decodes a part of an address. A damaged one stays as it is, and names nothing. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
