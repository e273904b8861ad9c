import { type AccessRules, audienceOf } from "@retrieval/core";
import { type RawBuilder, sql } from "kysely";

/** The columns of a document's row that hold its rule, without what is compiled from it. */
export const RULE_COLUMNS = ["allow_all", "allowed_department_codes", "allowed_groups", "allowed_users"] as const;

/** A rule as a row has it; `audience` is compiled from the rest. */
export interface RuleColumns {
  readonly allow_all: boolean;
  readonly allowed_department_codes: string[];
  readonly allowed_groups: string[];
  readonly allowed_users: string[];
}

interface GovernedColumns extends RuleColumns {
  readonly audience: string[];
}

/** A rule with its audience, for a row: whoever writes one writes both. */
export function ruleColumns(rules: AccessRules): GovernedColumns {
  return {
    allow_all: rules.allow_all,
    allowed_department_codes: [...rules.allowed_department_codes],
    allowed_groups: [...rules.allowed_groups],
    allowed_users: [...rules.allowed_users],
    audience: audienceOf(rules),
  };
}

/**
 * Puts a rule in force in a row that exists.
 *
 * Saving the rule that stands already is no change and keeps `rules_version`: the same rule has the same ETag (RFC 9110
 * §8.8.1), so a document that is ingested again with its rule spoils no administrator's open form. A rule whose lists
 * have another order is another representation and counts up.
 *
 * @param accepted when the rule was stated, in the one order of acceptance
 */
export function enforced(
  rules: AccessRules,
  accepted: number | RawBuilder<string>,
): GovernedColumns & { rules_version: RawBuilder<number>; rules_accepted: number | RawBuilder<string> } {
  const columns = ruleColumns(rules);
  const { allow_all, allowed_department_codes, allowed_groups, allowed_users } = columns;
  const same = sql<boolean>`(allow_all, allowed_department_codes, allowed_groups, allowed_users) =
    (${allow_all}::boolean, ${allowed_department_codes}::text[], ${allowed_groups}::text[], ${allowed_users}::text[])`;
  return {
    ...columns,
    rules_version: sql<number>`greatest(1, rules_version + CASE WHEN ${same} THEN 0 ELSE 1 END)`,
    rules_accepted: accepted,
  };
}

/** The rule in a row that was read with {@link RULE_COLUMNS}. */
export function ruleOf(row: RuleColumns): AccessRules {
  const { allow_all, allowed_department_codes, allowed_groups, allowed_users } = row;
  return { allow_all, allowed_department_codes, allowed_groups, allowed_users };
}
