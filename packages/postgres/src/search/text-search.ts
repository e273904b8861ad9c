import { type IndexedChunk, type QueryPhrase, type QueryTerm, SEARCH_FIELDS, type SearchField } from "@retrieval/core";

/** PostgreSQL's four weights, of which three are used: what `ts_rank` counts an occurrence in a field as. */
const LETTERS: Readonly<Record<SearchField, string>> = { title: "A", breadcrumb: "B", body: "D" };

/** How much an occurrence in a field counts, as `ts_rank` takes it: for D, C, B and A. */
export const FIELD_WEIGHTS = [0.45, 0, 0.35, 1] as const;

/** A tsvector holds positions up to 16,383; terms beyond are found all the same, but in no phrase. */
const POSITION_MAX = 16_000;
/** A tsvector has at most 1 MB of lexemes; a chunk of more distinct terms than this is found by the first of them. */
const LEXEMES_MAX = 60_000;
/** Fields stand apart, so that no phrase reaches from one into the next. */
const GAP = 10;

/** An indexed chunk as the text of a tsvector. Its lexemes are our own terms: no dictionary of the server is asked. */
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

/** What has any of the terms, or each of them, as the text of a tsquery. */
export function termsQuery(terms: readonly Pick<QueryTerm, "text" | "prefix">[], operator: "|" | "&"): string {
  return terms.map(operand).join(` ${operator} `);
}

/** What has the terms of a phrase one after the other. */
export function phraseQuery(phrase: QueryPhrase): string {
  return phrase.map((term, i) => (i === 0 ? operand(term) : `<${term.distance}> ${operand(term)}`)).join(" ");
}

const operand = ({ text, prefix }: Pick<QueryTerm, "text" | "prefix">) => quoted(text) + (prefix ? ":*" : "");
const quoted = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
