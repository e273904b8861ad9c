import { type AccessRules, audienceOf } from "@retrieval/core";

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

/** A rule with its audience, for a row: both are always written together. */
export function ruleColumns(rules: AccessRules): GovernedColumns {
  return {
    allow_all: rules.allow_all,
    allowed_department_codes: [...rules.allowed_department_codes],
    allowed_groups: [...rules.allowed_groups],
    allowed_users: [...rules.allowed_users],
    audience: audienceOf(rules),
  };
}

/** The rule in a row that was read with {@link RULE_COLUMNS}. */
export function ruleOf(row: RuleColumns): AccessRules {
  const { allow_all, allowed_department_codes, allowed_groups, allowed_users } = row;
  return { allow_all, allowed_department_codes, allowed_groups, allowed_users };
}
