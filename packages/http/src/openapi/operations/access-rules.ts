import Type from "typebox";
import { operationsOf } from "../operation.js";
import {
  AccessExplanationSchema,
  GivenAccessRules,
  RulesAnswerSchema,
  RulesPreviewSchema,
  RuleVersionSchema,
} from "../schemas/access.js";
import { pageOfList } from "../schemas/describes.js";
import { AT, DOCUMENT, PERSON, RULES } from "./examples.js";

const { document_id, title } = DOCUMENT;
const ANSWER = {
  document_id,
  title,
  access_rules: RULES,
  warnings: [
    {
      message: 'allowed_department_codes names "D1020", which is not in the department master',
      problem: { code: "access_rules.unknown_name", list: "allowed_department_codes", name: "D1020" },
    },
  ],
};
const rules = (description: string) => ({
  description,
  json: RulesAnswerSchema,
  example: ANSWER,
  headers: ["ETag" as const],
});
const given = { "application/json": { restricted: { value: RULES } } };

export const accessRuleOperations = operationsOf("Access rules", {
  readAccessRules: {
    summary: "Read a document's access rule",
    headers: ["If-None-Match"],
    answers: {
      200: rules("The rule, and what is odd about it."),
      304: { description: "The rule still has the ETag of If-None-Match.", headers: ["ETag"] },
    },
    refusals: ["DOCUMENT_NOT_FOUND"],
  },
  changeAccessRules: {
    summary: "Replace a document's access rule",
    description: "In force on the next request of everybody. The rule that stands already is no change.",
    headers: ["If-Match"],
    body: GivenAccessRules,
    example: { headers: { "If-Match": "*" }, bodies: given },
    answers: { 200: rules("The new rule.") },
    refusals: ["DOCUMENT_NOT_FOUND", "PRECONDITION_FAILED", "PRECONDITION_REQUIRED"],
  },
  previewAccessRules: {
    summary: "Say who would gain and who would lose a document by another rule",
    description: "Nothing is written. Admins and developers see everything and are in neither list.",
    body: GivenAccessRules,
    example: { bodies: given },
    answers: {
      200: {
        description: "Exactly who gains and who loses.",
        json: RulesPreviewSchema,
        example: { gained: { count: 1, users: [PERSON] }, lost: { count: 0, users: [] }, warnings: [] },
      },
    },
    refusals: ["DOCUMENT_NOT_FOUND"],
  },
  listAccessRuleVersions: {
    summary: "List every rule that a document ever had",
    description: "The newest first; of a deleted document too.",
    answers: {
      200: {
        description: "A page of versions.",
        json: pageOfList({ versions: Type.Array(RuleVersionSchema) }),
        example: {
          versions: [
            {
              rules_version: 1,
              at: AT,
              by_user: "000001",
              cause: "upload",
              before: null,
              after: RULES,
              gained: 1,
              lost: 0,
            },
          ],
          next_cursor: null,
        },
      },
    },
    refusals: ["DOCUMENT_NOT_FOUND"],
  },
  restoreAccessRules: {
    summary: "Put an older rule in force again",
    description: "If-Match is welcome, not asked for: an older version is the same whatever stands now.",
    headers: ["If-Match"],
    example: { bodies: { "application/json": { first: { value: { version: 1 } } } } },
    answers: { 200: rules("The rule, in force again.") },
    refusals: ["DOCUMENT_NOT_FOUND", "PRECONDITION_FAILED"],
  },
  explainAccess: {
    summary: "Say whether a person may see a document, and why",
    description: "The question itself is recorded.",
    example: { query: { user_id: PERSON.user_id } },
    answers: {
      200: {
        description: "The decision with its reasons.",
        json: AccessExplanationSchema,
        example: {
          allowed: true,
          reasons: [{ by: "user", value: PERSON.user_id }],
          would_allow: [],
          user_active: true,
        },
      },
    },
    refusals: ["DOCUMENT_NOT_FOUND", "USER_NOT_FOUND"],
  },
});
