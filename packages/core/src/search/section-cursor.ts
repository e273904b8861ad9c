import { createHash } from "node:crypto";
import { isDocumentId } from "../chunks/chunk-id.js";
import type { PlacedSections, QuestionWeights, SearchAsk, SectionKey } from "./index/search-found.js";
import { MARK_LENGTH } from "./index/section-mark.js";
import { TERMS_VERSION } from "./terms.js";

/** What a cursor belongs to: it is invalid for another query or other filters, and after a change of the terms. */
export function fingerprint({ query, doc_ids, text_types }: Pick<SearchAsk, "query" | "doc_ids" | "text_types">) {
  const parts = [TERMS_VERSION, query, doc_ids, text_types];
  return createHash("sha256").update(JSON.stringify(parts), "utf8").digest("hex").slice(0, 16);
}

/**
 * The last section of a page, or what models have placed so far, or both; these are lists of different lengths.
 *
 * @param of see {@link fingerprint}
 */
export function writeSectionCursor({ after, weights, placed }: NonNullable<SearchAsk["from"]>, of: string): string {
  // Most terms of a long question are not searched and weigh nothing.
  const heavy = weights.weights.flatMap((weight, i) => (weight === 0 ? [] : [i, weight]));
  const { terms_hash, mean_section_length, mean_chunk_length } = weights;
  const terms = [terms_hash, weights.weights.length, mean_section_length, mean_chunk_length];
  return JSON.stringify([
    ...[of, terms, heavy],
    ...(after === null ? [] : [after.tier, after.refined, after.score, after.document_id, after.place]),
    ...(placed ? [placed.shown.join(""), placed.next.join(""), placed.alone, placed.fits] : []),
  ]);
}

/** The number of values of a key, and of what was placed. */
const [KEY, PLACED] = [5, 4];

/** @returns null for a text that is not a cursor of this question */
export function readSectionCursor(text: string, of: string): NonNullable<SearchAsk["from"]> | null {
  const given = parsed(text);
  if (!Array.isArray(given) || given[0] !== of) return null;
  const [, terms, heavy, ...rest] = given as unknown[];
  const weights = readWeights(terms, heavy);
  if (weights === null) return null;
  const after = rest.length === KEY || rest.length === KEY + PLACED ? readKey(rest) : null;
  const placed = rest.length === PLACED || rest.length === KEY + PLACED ? readPlaced(rest.slice(-PLACED)) : null;
  switch (rest.length) {
    case KEY:
      return after && { weights, after };
    case PLACED:
      return placed && { weights, after, placed };
    case KEY + PLACED:
      return after && placed && { weights, after, placed };
    default:
      return null;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The most terms of a question: its characters, each as a pair, by itself and as a word. */
const TERMS_MAX = 100_000;

function readWeights(terms: unknown, heavy: unknown): QuestionWeights | null {
  if (!Array.isArray(terms) || terms.length !== 4 || !terms.every(isAmount)) return null;
  const [terms_hash, count, mean_section_length, mean_chunk_length] = terms as [number, number, number, number];
  if (!isWhole(count, TERMS_MAX) || !Array.isArray(heavy) || heavy.length % 2 !== 0) return null;
  const weights = new Array<number>(count).fill(0);
  for (let i = 0; i < heavy.length; i += 2) {
    const [term, weight] = [heavy[i], heavy[i + 1]];
    if (!isWhole(term, count - 1) || !isAmount(weight)) return null;
    weights[term] = weight;
  }
  return { terms_hash, weights, mean_section_length, mean_chunk_length };
}

function readKey([tier, refined, score, document_id, place]: readonly unknown[]): SectionKey | null {
  if (!isWhole(tier, 2) || typeof refined !== "boolean" || !isWhole(score, Number.MAX_SAFE_INTEGER)) return null;
  return isDocumentId(document_id) && isWhole(place, 1e9) ? { tier, refined, score, document_id, place } : null;
}

/** The most sections that models place in one answer, and those of a page beside them. */
const PLACED_MAX = 300;
const MARKS = /^[\w-]*$/;

function readPlaced([shown, next, alone, fits]: readonly unknown[]): PlacedSections | null {
  if (!isMarks(shown) || !isMarks(next) || !isWhole(alone, PLACED_MAX) || typeof fits !== "boolean") return null;
  return { shown: marksIn(shown), next: marksIn(next), alone, fits };
}

const isMarks = (value: unknown): value is string =>
  typeof value === "string" &&
  value.length % MARK_LENGTH === 0 &&
  value.length <= PLACED_MAX * MARK_LENGTH &&
  MARKS.test(value);

const marksIn = (text: string) =>
  Array.from({ length: text.length / MARK_LENGTH }, (_, i) => text.slice(i * MARK_LENGTH, (i + 1) * MARK_LENGTH));

const isAmount = (value: unknown): value is number => typeof value === "number" && value >= 0 && value < 1e12;
const isWhole = (value: unknown, max: number): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= max;
