/** UAX #9's embeddings, overrides and isolates: a PDI inside a name would end the isolate around it, even `<bdi>`. */
const EMBEDDING = /[\u202A-\u202E\u2066-\u2069]/g;
/** The blocks of right-to-left scripts, and the marks ALM and RLM. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * Isolates a name, title or identifier inside a sentence, so that it does not change the sentence's direction (Unicode
 * UAX #9: first strong isolate). A name without a right-to-left character cannot change it and stays as it is, so that
 * copying it copies no invisible characters.
 */
export function isolate(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name.replace(EMBEDDING, "")}\u2069` : name;
}
