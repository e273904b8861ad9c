import type { ACCESS_RULE_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

const UNKNOWN = {
  allowed_department_codes: (name: string) => `department ${name} is not in the department master`,
  allowed_groups: (name: string) => `no user has the group ${name}`,
  allowed_users: (name: string) => `${name} is not a registered user`,
};

export const accessRules: TextsOf<keyof typeof ACCESS_RULE_PROBLEMS> = {
  "access_rules.unknown_field": ({ name, known }) =>
    `access_rules has an unknown field ${JSON.stringify(name)}; the known fields are ${known.join(", ")}`,
  "access_rules.allow_all_missing": () =>
    "access_rules names departments, groups or users but has no allow_all; set allow_all to false to restrict the document to them",
  "access_rules.no_such_version": ({ version }) =>
    `The document's rule has no version ${version}; use a version of its history`,
  "access_rules.changed_since": () => "The rule has changed since you read it. Reread it and try again",
  "access_rules.unknown_name": ({ list, name }) => UNKNOWN[list](JSON.stringify(name)),
};
