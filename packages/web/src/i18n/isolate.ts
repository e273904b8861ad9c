/** A name inside a sentence, whose direction it does not change (Unicode UAX #9: first strong isolate). */
export function isolate(name: string): string {
  return `\u2068${name}\u2069`;
}
