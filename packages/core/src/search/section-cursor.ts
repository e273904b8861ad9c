import { createHash } from "node:crypto";
import { isDocumentId } from "../chunks/chunk-id.js";
import type { QuestionWeights, SearchAsk, SectionKey } from "./index/search-found.js";
import { TERMS_VERSION } from "./terms.js";

/** What a cursor belongs to: it is invalid for another query or other filters, and after a change of the terms. */
export function fingerprint({ query, doc_ids, text_types }: Pick<SearchAsk, "query" | "doc_ids" | "text_types">) {
  const parts = [TERMS_VERSION, query, doc_ids, text_types];
  return createHash("sha256").update(JSON.stringify(parts), "utf8").digest("hex").slice(0, 16);
}

/** @param of see {@link fingerprint} */
export function writeSectionCursor({ after, weights }: NonNullable<SearchAsk["from"]>, of: string): string {
  const { tier, refined, score, document_id, place } = after;
  // Most terms of a long question are not searched and weigh nothing.
  const heavy = weights.weights.flatMap((weight, i) => (weight === 0 ? [] : [i, weight]));
  const { terms_hash, mean_section_length, mean_chunk_length } = weights;
  const terms = [terms_hash, weights.weights.length, mean_section_length, mean_chunk_length];
  return JSON.stringify([of, terms, heavy, tier, refined, score, document_id, place]);
}

/** @returns null for a text that is not a cursor of this question */
export function readSectionCursor(text: string, of: string): NonNullable<SearchAsk["from"]> | null {
  const given = parsed(text);
  if (!Array.isArray(given) || given.length !== 8 || given[0] !== of) return null;
  const [, terms, heavy, ...key] = given as unknown[];
  const weights = readWeights(terms, heavy);
  const after = readKey(key);
  return weights === null || after === null ? null : { weights, after };
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

const isAmount = (value: unknown): value is number => typeof value === "number" && value >= 0 && value < 1e12;
const isWhole = (value: unknown, max: number): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= max;
