import { createHash } from "node:crypto";
import type { SectionKey } from "./search-found.js";

/** The length of a mark in bytes: among a million sections one of a hundred marks meets another in 3 of 10 million. */
const BYTES = 6;

/** Stands for a section in a cursor, where there is no room for a hundred ids. */
export function sectionMark({ document_id, place }: Pick<SectionKey, "document_id" | "place">): string {
  const digest = createHash("sha256").update(`${place} ${document_id}`, "utf8").digest();
  return digest.subarray(0, BYTES).toString("base64url");
}

/** Of a mark, in characters. */
export const MARK_LENGTH = (BYTES * 4) / 3;
