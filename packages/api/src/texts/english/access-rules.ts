import type { ACCESS_RULE_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

export const accessRules: TextsOf<keyof typeof ACCESS_RULE_PROBLEMS> = {
  "access_rules.unknown_field": ({ name, known }) =>
    `access_rules has an unknown field ${JSON.stringify(name)}; known are ${known.join(", ")}`,
  "access_rules.allow_all_missing": () =>
    "access_rules names departments, groups or users but not allow_all; say allow_all: false to restrict the document to them",
};
