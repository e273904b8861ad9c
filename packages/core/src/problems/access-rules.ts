/** Problems with access rules. */
export const ACCESS_RULE_PROBLEMS = {
  "access_rules.unknown_field": { name: "text", known: "texts" },
  "access_rules.allow_all_missing": {},
} as const;
