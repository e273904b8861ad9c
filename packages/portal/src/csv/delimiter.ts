const DELIMITERS = [",", "\t", ";"] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/**
 * Returns the most frequent of comma, TAB and semicolon, outside quotes, in the first line that is not empty; or null.
 */
export function delimiterOf(text: string): Delimiter | null {
  const counts = { ",": 0, "\t": 0, ";": 0 };
  let quoted = false;
  for (const char of text.trimStart()) {
    if (char === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (char === "\r" || char === "\n") break;
    else if (char === "," || char === "\t" || char === ";") counts[char] += 1;
  }
  const [best] = DELIMITERS.toSorted((a, b) => counts[b] - counts[a]);
  return best !== undefined && counts[best] > 0 ? best : null;
}
