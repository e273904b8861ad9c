/** A text as it is compared: without case, width and differences of white space. */
export function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ");
}
