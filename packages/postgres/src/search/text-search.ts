import {
  type IndexedChunk,
  type QueryPhrase,
  type QueryTerm,
  SEARCH_FIELDS,
  type SearchField,
} from "@retrieval/core/search";

/** Three of PostgreSQL's four weights, one for each field. */
const LETTERS: Readonly<Record<SearchField, string>> = { title: "A", breadcrumb: "B", body: "D" };

/** How much an occurrence in a field counts, as `ts_rank` takes it: for D, C, B and A. */
export const FIELD_WEIGHTS = [0.45, 0, 0.35, 1] as const;

/** A tsvector holds positions up to 16,383; later terms are still found, but not in phrases. */
const POSITION_MAX = 16_000;
/** A tsvector has at most 1 MB of lexemes; a chunk with more distinct terms than this is found by the first of them. */
const LEXEMES_MAX = 60_000;
/** A gap between fields, so that no phrase reaches from one into the next. */
const GAP = 10;

/**
 * An indexed chunk as the text of a tsvector. Its lexemes are our own terms: the server's dictionaries are not used.
 */
export function vectorText({ fields }: IndexedChunk): string {
  const lexemes = new Map<string, string[]>();
  let from = 1;
  for (const field of SEARCH_FIELDS) {
    let next = from;
    for (const { text, position } of fields[field]) {
      const at = position === null ? next + GAP : from + position;
      next = Math.max(next, at + 1);
      const places = lexemes.get(text) ?? [];
      if (places.length === 0 && lexemes.size === LEXEMES_MAX) continue;
      if (at <= POSITION_MAX) places.push(`${at}${LETTERS[field]}`);
      lexemes.set(text, places);
    }
    from = next + GAP;
  }
  return [...lexemes].map(([text, places]) => quoted(text) + (places.length > 0 ? `:${places.join()}` : "")).join(" ");
}

/** Matches any of the terms, or all of them, as the text of a tsquery. */
export function termsQuery(terms: readonly Pick<QueryTerm, "text" | "prefix">[], operator: "|" | "&"): string {
  return terms.map(operand).join(` ${operator} `);
}

/** Matches the consecutive terms of a phrase. */
export function phraseQuery(phrase: QueryPhrase): string {
  return phrase.map((term, i) => (i === 0 ? operand(term) : `<${term.distance}> ${operand(term)}`)).join(" ");
}

const operand = ({ text, prefix }: Pick<QueryTerm, "text" | "prefix">) => quoted(text) + (prefix ? ":*" : "");
const quoted = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
