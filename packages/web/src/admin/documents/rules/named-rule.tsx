import { Fragment } from "react";
import { useMessages } from "../../../i18n/i18n.js";
import { EntryName } from "../../../parts/named.js";
import type { AccessRules } from "../answers.js";
import { messages } from "../messages.js";
import { LISTS } from "./rules.js";

/** How many entries of each list are named; the others are counted. */
const FIRST = 5;

/** A rule for a sentence, with names: an administrator must see the names, not only their number. */
export function NamedRule({ rules }: { rules: AccessRules }) {
  const { access, named } = useMessages(messages);
  if (rules.allow_all) return access.everyone;
  const lists = LISTS.filter((list) => rules[list].length > 0);
  if (lists.length === 0) return access.restricted;
  return lists.map((list, i) => {
    const entries = rules[list];
    return (
      <Fragment key={list}>
        {i > 0 && named.betweenLists}
        {named.kinds[list](entries.length)}
        {entries.slice(0, FIRST).map((value, j) => (
          <Fragment key={value}>
            {j > 0 && named.between}
            <EntryName entry={{ list, value }} />
          </Fragment>
        ))}
        {entries.length > FIRST && named.more(entries.length - FIRST)}
      </Fragment>
    );
  });
}
