import { createHash } from "node:crypto";
import { isDocumentId } from "../chunks/chunk-id.js";
import type { HitKey } from "../ports/search-index.js";
import type { QueryWeights, weighTerms } from "./search-plan.js";

/** Where a page ended, and the weights of its query, which the next page uses too. */
export interface SearchCursor {
  readonly weights: QueryWeights;
  readonly after: HitKey;
}

/** What a cursor belongs to: it is invalid for another query or other filters. */
export function fingerprint(...parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts), "utf8").digest("hex").slice(0, 16);
}

export function writeSearchCursor({ weights, after }: SearchCursor, of: string): string {
  const { mean_length, chosen, every } = weights;
  const { score, document_id, place } = after;
  return JSON.stringify([of, weights.weights, mean_length, chosen, every, score, document_id, place]);
}

/** @returns null for a text that is not a cursor of this query */
export function readSearchCursor(text: string, of: string, terms: number): SearchCursor | null {
  const given = parsed(text);
  if (!Array.isArray(given) || given.length !== 8 || given[0] !== of) return null;
  const [, weights, mean_length, chosen, every, score, document_id, place] = given as unknown[];
  const isIndex = (value: unknown) => Number.isInteger(value) && (value as number) >= 0 && (value as number) < terms;
  if (!Array.isArray(weights) || weights.length !== terms || !weights.every(isWeight)) return null;
  if (!Array.isArray(chosen) || !chosen.every(isIndex)) return null;
  if (!isNumber(mean_length) || mean_length < 0 || typeof every !== "boolean" || !isDocumentId(document_id))
    return null;
  if (!isNumber(score) || !Number.isSafeInteger(score) || score < 0 || !isNumber(place) || !isPlace(place)) return null;
  return { weights: { weights, mean_length, chosen, every }, after: { score, document_id, place } };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isNumber = (value: unknown): value is number => typeof value === "number" && Math.abs(value) < 1e12;
/** What {@link weighTerms} can return: thousandths, so that no weight is too small or too large to calculate with. */
const isWeight = (value: unknown): value is number =>
  typeof value === "number" && (value === 0 || (value >= 0.001 && value <= 100));
const isPlace = (value: number) => Number.isInteger(value) && value >= 0 && value < 1e9;
