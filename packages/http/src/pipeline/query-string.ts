import { type Refusal, refuse } from "@retrieval/core/errors";

/** How much of a parameter's name an answer repeats. */
const NAME_SHOWN = 64;

/**
 * Express's query parser. Unlike the ones that come with Express it replaces nothing: bytes that are not UTF-8 would
 * come out as U+FFFD, and of a parameter that stands twice somebody would have to guess which one is meant.
 */
export function parseQuery(text: string | null | undefined): Readonly<Record<string, string>> | Refusal {
  // Without a prototype, so that no parameter is there unless it was sent.
  const values: Record<string, string> = Object.create(null);
  if (!text) return values;
  for (const pair of text.split("&")) {
    if (pair === "") continue;
    const [name, value] = decodePair(pair);
    if (name === null || value === null) return UNDECODABLE;
    if (name in values) return refuse("INVALID_REQUEST", { code: "query.repeated_parameter", name: shown(name) });
    values[name] = value;
  }
  return values;
}

export function shown(name: string): string {
  return name.slice(0, NAME_SHOWN);
}

const UNDECODABLE = refuse("INVALID_REQUEST", { code: "query.undecodable" });

function decodePair(pair: string): [name: string | null, value: string | null] {
  const at = pair.indexOf("=");
  return at < 0 ? [decode(pair), ""] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))];
}

/** RFC 3986 §2.1, and `+` for a space as forms write it. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}
