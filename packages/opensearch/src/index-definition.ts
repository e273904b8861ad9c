import type { RevisionText } from "@retrieval/core/ports";
import { type IndexedSection, KATAKANA_MARK, numberOf, splitSections, type Totals } from "@retrieval/core/search";

/** Of settings, fields, and what the fields hold. An index of another version is not read or written. */
export const INDEX_VERSION = 1;

export interface IndexLayout {
  readonly shards: number;
  readonly replicas: number;
  /** Of vectors of meaning; null: none are compared here, because no model is used or the plugin k-NN is missing. */
  readonly dimensions: number | null;
}

/** Between a term and its points; terms have no control characters. */
const POINTS_MARK = "\u001f";
/** Between terms. */
const LINE = "\n";
/** Bytes of one bulk request, before compression. */
const BULK_BYTES = 4_000_000;
/** The frequency of a term in a section is its points, in 256ths. */
const POINTS_UNIT = 256;

/**
 * Settings and fields of an index of sections. Nothing of it is text to read: terms with their points, and the section
 * as `StoredSection` packs it. A term scores by its own section alone, because statistics of a whole index tell of
 * sections that a reader must not see.
 */
export const indexDefinition = ({ shards, replicas, dimensions }: IndexLayout) => ({
  settings: {
    number_of_shards: shards,
    number_of_replicas: replicas,
    ...(dimensions !== null && { knn: true }),
    // The service refreshes it before it counts on what it added.
    refresh_interval: "5s",
    similarity: {
      points: { type: "scripted", script: { source: `return query.boost * doc.freq / ${POINTS_UNIT}.0;` } },
    },
    analysis: {
      tokenizer: { lines: { type: "char_group", tokenize_on_chars: [LINE], max_token_length: 300 } },
      filter: { points: { type: "delimited_term_freq", delimiter: POINTS_MARK } },
      analyzer: {
        lines: { type: "custom", tokenizer: "lines" },
        points: { type: "custom", tokenizer: "lines", filter: ["points"] },
      },
    },
  },
  mappings: {
    dynamic: "strict",
    _source: { enabled: false },
    _routing: { required: true },
    properties: {
      revision: { type: "integer" },
      place: { type: "integer" },
      document: { type: "keyword" },
      terms: { type: "text", analyzer: "points", index_options: "freqs", norms: false, similarity: "points" },
      typed: { type: "text", analyzer: "lines", index_options: "docs", norms: false },
      katakana: { type: "keyword" },
      title: { type: "wildcard" },
      // Of a claim, which is no section.
      claimed: { type: "integer" },
      claim: { type: "keyword" },
      // Stored fields are compressed in blocks, and each hit would decompress one.
      section: { type: "binary", doc_values: true },
      meaning: { type: "binary", doc_values: true },
      ...(dimensions !== null && {
        parts: {
          type: "nested",
          properties: {
            // A filter of the nearest looks at the parts alone.
            revision: { type: "integer" },
            vector: {
              ...{ type: "knn_vector", dimension: dimensions },
              method: { name: "hnsw", engine: "lucene", space_type: "innerproduct" },
            },
          },
        },
      }),
    },
  },
});

/** A term in the chunks of one text_type. */
export const typedTerm = (type: number, term: string) => String.fromCharCode(0x30 + type) + term;

export const idOf = (number: number, place: number) => `${number}/${place}`;

/**
 * The bulk requests that put all sections of a revision into an index. Sent again, they change nothing.
 *
 * @param claimed_at milliseconds since 1970: later for sections that come again after some were removed
 * @param dimensions of the index
 * @throws Error if the text has no vectors
 */
export function bulkRequestsOf(
  { vectors, meaning, ...revision }: RevisionText,
  claimed_at: number,
  dimensions: IndexLayout["dimensions"],
): { readonly totals: Totals; readonly sections: number; readonly requests: readonly string[] } {
  if (vectors === null) throw new Error(`the vectors of ${revision.document_id} are missing`);
  const { totals, sections } = splitSections(vectors, meaning);
  const number = numberOf(revision);
  // A section never changes, but its vectors of meaning may come later, and are not taken away by a late request.
  const version = 2 * claimed_at + (meaning === null ? 0 : 1);
  const sameOrNewer = { version, version_type: "external_gte", routing: String(number) };
  const requests: string[] = [];
  let request = "";
  for (const section of sections) {
    const document = documentOf(number, revision.document_id, section, dimensions);
    const action = { index: { _id: idOf(number, section.place), ...sameOrNewer } };
    const lines = `${JSON.stringify(action)}\n${JSON.stringify(document)}\n`;
    if (request !== "" && Buffer.byteLength(request) + Buffer.byteLength(lines) > BULK_BYTES) {
      requests.push(request);
      request = "";
    }
    request += lines;
  }
  if (request !== "") requests.push(request);
  return { totals, sections: sections.length, requests };
}

function documentOf(
  number: number,
  document_id: string,
  { place, around, vectors, meaning, partVectors, title, terms, byType }: IndexedSection,
  dimensions: IndexLayout["dimensions"],
): object {
  const parts = partVectors.filter(({ length }) => length === dimensions);
  const scored = Array.from(
    terms,
    ([term, points]) => `${term}${POINTS_MARK}${Math.max(1, Math.round(points * POINTS_UNIT))}`,
  );
  const typed = Array.from(byType, ([type, own]) => Array.from(own, (term) => typedTerm(type, term))).flat();
  const katakana = [...terms.keys()].filter((term) => term.startsWith(KATAKANA_MARK));
  return {
    ...{ revision: number, place, document: document_id, title },
    ...(scored.length > 0 && { terms: scored.join(LINE), typed: typed.join(LINE) }),
    ...(katakana.length > 0 && { katakana: katakana.map((term) => term.slice(KATAKANA_MARK.length)) }),
    section: Buffer.concat([Uint8Array.of(Number(around)), vectors]).toString("base64"),
    ...(parts.length > 0 && { parts: parts.map((vector) => ({ revision: number, vector: [...vector] })) }),
    ...(meaning !== null && { meaning: Buffer.from(meaning).toString("base64") }),
  };
}

/** The fields of a hit that {@link readHit} reads. */
export const HIT_FIELDS = {
  // Not even the id, which is a stored field.
  stored_fields: "_none_",
  docvalue_fields: ["revision", "place", "section", "meaning"],
};

export interface Hit {
  readonly fields: {
    readonly revision: readonly [number];
    readonly place: readonly [number];
    readonly section: readonly [string];
    readonly meaning?: readonly [string];
  };
}

export function readHit({ fields }: Hit) {
  const stored = Buffer.from(fields.section[0], "base64");
  const meaning = fields.meaning === undefined ? null : Buffer.from(fields.meaning[0], "base64");
  const section = { place: fields.place[0], around: stored[0] === 1, vectors: stored.subarray(1), meaning };
  return { number: fields.revision[0], section };
}
