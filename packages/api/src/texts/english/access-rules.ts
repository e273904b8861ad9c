import type { ACCESS_RULE_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

const UNKNOWN = {
  allowed_department_codes: "not in the department master",
  allowed_groups: "a group that no user has",
  allowed_users: "not a registered user",
};

export const accessRules: TextsOf<keyof typeof ACCESS_RULE_PROBLEMS> = {
  "access_rules.unknown_field": ({ name, known }) =>
    `access_rules has an unknown field ${JSON.stringify(name)}; known are ${known.join(", ")}`,
  "access_rules.allow_all_missing": () =>
    "access_rules names departments, groups or users but not allow_all; say allow_all: false to restrict the document to them",
  "access_rules.no_such_version": ({ version }) =>
    `The document's rule has no version ${version}; its history lists those there are`,
  "access_rules.changed_since": () =>
    "Somebody else changed this document's rule meanwhile. Read it again, and decide anew",
  "access_rules.if_match_missing": () => "Send If-Match with the ETag that you read, or * to overwrite whatever stands",
  "access_rules.if_match_unknown": () =>
    "If-Match is not the ETag of this document's rule. Read it again, and decide anew",
  "access_rules.unknown_name": ({ list, name }) => `${list} names ${JSON.stringify(name)}, which is ${UNKNOWN[list]}`,
};
