import { compareCodePoints } from "../text/characters.js";
import type { FoundSection } from "./search-found.js";

/** A section in the first phase. */
export interface RankedSection extends Pick<FoundSection, "tier" | "score" | "document_id" | "place"> {
  /** Its best part: it stands for the section. */
  readonly unit: number;
}

/** Negative if the first is better. */
export function compareSections(a: RankedSection, b: RankedSection): number {
  return b.tier - a.tier || b.score - a.score || compareCodePoints(a.document_id, b.document_id) || a.place - b.place;
}
