import { RULE_LISTS } from "@retrieval/api/client";
import { Fragment } from "react";
import { useMessages } from "../../../i18n/i18n.js";
import { EntryName } from "../../../parts/display-names.js";
import type { AccessRules } from "../answers.js";
import { messages } from "../messages.js";

/** A short summary of a rule: who may read. */
export function ruleSummary(rules: AccessRules, words: (typeof messages)["en"]["access"]): string {
  if (rules.allow_all) return words.everyone;
  const parts = RULE_LISTS.filter((list) => rules[list].length > 0).map((list) =>
    words.counts[list](rules[list].length),
  );
  return parts.length === 0 ? words.restricted : words.together(parts);
}

/** How many entries of each list are named; the others are counted. */
const FIRST = 5;

/** A rule for a sentence, with the names of its entries. */
export function RuleInWords({ rules }: { rules: AccessRules }) {
  const { access, entries } = useMessages(messages);
  const lists = RULE_LISTS.filter((list) => rules[list].length > 0);
  if (rules.allow_all || lists.length === 0) return ruleSummary(rules, access);
  return lists.map((list, i) => {
    const names = rules[list];
    return (
      <Fragment key={list}>
        {i > 0 && entries.betweenLists}
        {entries.kinds[list](names.length)}
        {names.slice(0, FIRST).map((value, j) => (
          <Fragment key={value}>
            {j > 0 && entries.between}
            <EntryName entry={{ list, value }} />
          </Fragment>
        ))}
        {names.length > FIRST && entries.more(names.length - FIRST)}
      </Fragment>
    );
  });
}
