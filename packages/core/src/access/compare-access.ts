import type { Reader } from "./audience.js";
import { decideAccess } from "./decision.js";
import type { AccessRules } from "./rules.js";

/** What a change of a document's rule does to some readers, each list in their order. */
interface AccessComparison<R> {
  readonly gained: readonly R[];
  readonly lost: readonly R[];
  /** The readers who could see the document before and still can. */
  readonly kept: readonly R[];
}

/** Compares two rules of a document. @param before null: no reader could see the document */
export function compareAccess<R extends Reader>(
  readers: readonly R[],
  before: AccessRules | null,
  after: AccessRules,
): AccessComparison<R> {
  const comparison = { gained: [] as R[], lost: [] as R[], kept: [] as R[] };
  for (const reader of readers) {
    const had = before !== null && decideAccess(reader, before).allowed;
    const has = decideAccess(reader, after).allowed;
    if (had && has) comparison.kept.push(reader);
    else if (has) comparison.gained.push(reader);
    else if (had) comparison.lost.push(reader);
  }
  return comparison;
}
