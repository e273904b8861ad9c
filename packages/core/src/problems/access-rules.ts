/** Problems with access rules. */
export const ACCESS_RULE_PROBLEMS = {
  "access_rules.unknown_field": { name: "text", known: "texts" },
  "access_rules.allow_all_missing": {},
  "access_rules.no_such_version": { version: "number" },
  "access_rules.changed_since": {},
  /** A warning: no department, group or user has the name. */
  "access_rules.unknown_name": {
    list: ["allowed_department_codes", "allowed_groups", "allowed_users"],
    name: "text",
  },
} as const;
