/** A part of an address as it was meant. One that was damaged stays as it is, and names nothing. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
