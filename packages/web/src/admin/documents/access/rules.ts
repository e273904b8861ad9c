import { RULE_LISTS } from "@retrieval/api/client";
import type { AccessRules, RuleList } from "../answers.js";

/** One entry of a rule. */
export interface Entry {
  readonly list: RuleList;
  readonly value: string;
}

export function entriesOf(rules: Pick<AccessRules, RuleList>): Entry[] {
  return RULE_LISTS.flatMap((list) => rules[list].map((value) => ({ list, value })));
}

export interface RuleDifference {
  /** true: opened to everyone; false: restricted to the entries; null: unchanged. */
  readonly allow_all: boolean | null;
  readonly added: readonly Entry[];
  readonly removed: readonly Entry[];
}

export function differenceOf(before: AccessRules, after: AccessRules): RuleDifference {
  return {
    allow_all: before.allow_all === after.allow_all ? null : after.allow_all,
    added: missingIn(before, after),
    removed: missingIn(after, before),
  };
}

function missingIn(rules: AccessRules, others: AccessRules): Entry[] {
  return RULE_LISTS.flatMap((list) => {
    const known = new Set(rules[list]);
    return others[list].filter((value) => !known.has(value)).map((value) => ({ list, value }));
  });
}
