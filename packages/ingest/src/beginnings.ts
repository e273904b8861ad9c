const PLACES_MAX = 3;
const PLACE_LENGTH = 30;

/** The beginnings of the first texts, by which a warning shows where they are. */
export function beginnings(texts: readonly string[]): string[] {
  return texts.slice(0, PLACES_MAX).map((text) => [...text].slice(0, PLACE_LENGTH).join(""));
}
