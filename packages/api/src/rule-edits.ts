import { RULES_PER_CHANGE, USERS_NAMED_MAX } from "@retrieval/core/limits";
import Type from "typebox";
import { RULES_VERSION_MAX } from "./access-rules.js";
import { jsonBody, LONG, operationsOf } from "./parts/define.js";
import { DOCUMENT } from "./parts/examples.js";
import { AccessRulesSchema, AffectedUsers, GivenAccessRules, RULE_NAMES } from "./parts/rule-shapes.js";
import { closed, named, nullable } from "./parts/shapes.js";
import { count, flag, NAMED_DOCUMENT, NAMED_USER, Problems, text, WordedWarnings } from "./parts/values.js";

const names = (description: string) =>
  Type.Optional(Type.Object(RULE_NAMES, { additionalProperties: false, description }));

const RuleEditSchema = named("RuleEdit", "One change of one or many rules: first `replace`, then the others.", {
  replace: Type.Optional(GivenAccessRules),
  remove: names("The names to take out."),
  add: names("The names to add; also those in `remove`."),
  allow_all: Type.Optional(flag("Opens to every user, or closes; the names stay.")),
});

const AffectedOverAll = named("AffectedOverAll", "Users who gain or lose at least one of the documents.", {
  count: count("The number of all."),
  users: Type.Array(closed({ ...NAMED_USER, documents: count("How many documents.") }), {
    description: "The first, in the order of user_id.",
  }),
});

const Reported = { error: nullable(text("The problems as a sentence.")), problems: Problems };

export const RuleEditPreviewSchema = named("RuleEditPreview", "What a change of rules would do.", {
  gained: AffectedOverAll,
  lost: AffectedOverAll,
  documents: Type.Array(
    closed({
      document_id: NAMED_DOCUMENT.document_id,
      title: nullable(text("null: no such document.")),
      access_rules: nullable(AccessRulesSchema, { description: "The rule in effect; null: no such document." }),
      rules_version: count("For the change, as its documents have it."),
      changes: flag("false: the rule would stay as it is."),
      gained: AffectedUsers,
      lost: AffectedUsers,
      ...Reported,
    }),
    { description: "In the order of the call. Each names the first 100 users who gain or lose it, and counts all." },
  ),
  warnings: WordedWarnings,
});

export const ManyRulesChangeSchema = named("ManyRulesChange", "What a change of rules did.", {
  changed: count("Documents whose rule changed."),
  unchanged: count("Documents whose rule was like this."),
  failed: count("Documents with an error."),
  documents: Type.Array(
    closed({
      document_id: NAMED_DOCUMENT.document_id,
      result: Type.Enum(["changed", "unchanged", "failed"], { description: "What happened to its rule." }),
      rules_version: nullable(Type.Integer({ minimum: 1 }), { description: "The version in effect." }),
      ...Reported,
    }),
    { description: "In the order of the call." },
  ),
});

const { document_id } = DOCUMENT;
const EDIT = { add: { allowed_groups: ["managers"] } };
const example = (value: object) => ({ bodies: { "application/json": value } });

export const ruleEditOperations = operationsOf("Access rules", {
  previewRuleEdit: {
    summary: "Preview who would gain or lose which documents by one change of one or many rules",
    description:
      "Nothing is written but an audit entry, if a rule would change. Also answers the rules and their versions. Admins and developers see every document and are in no list.",
    body: jsonBody(
      named("RuleEditRequest", "Documents, and how their rules would change.", {
        document_ids: Type.Array(Type.String(), {
          minItems: 1,
          maxItems: RULES_PER_CHANGE,
          uniqueItems: true,
          description: "Identifiers of documents.",
        }),
        change: RuleEditSchema,
      }),
      LONG,
    ),
    example: example({ document_ids: [document_id], change: EDIT }),
    answers: {
      200: {
        description: `The users over all documents, the first ${USERS_NAMED_MAX} of each list by name, and for each document.`,
        json: RuleEditPreviewSchema,
        inWords: true,
      },
    },
  },
  changeManyAccessRules: {
    summary: "Change the rules of one or many documents in one way",
    description:
      "Takes effect immediately, document by document, each as a change of its own in history and audit log. A document " +
      "whose rule no longer has the given version, or that cannot be changed, is reported and stops no other; a rule " +
      "that already is as it would become is left unchanged.",
    body: jsonBody(
      named("ManyRulesChangeRequest", "Documents, and how their rules change.", {
        documents: Type.Array(
          closed({
            document_id: NAMED_DOCUMENT.document_id,
            rules_version: Type.Integer({ minimum: 0, maximum: RULES_VERSION_MAX, description: "As previewed." }),
          }),
          { minItems: 1, maxItems: RULES_PER_CHANGE, description: "The documents, each with its version." },
        ),
        change: RuleEditSchema,
      }),
      LONG,
    ),
    example: example({ documents: [{ document_id, rules_version: 1 }], change: EDIT }),
    answers: {
      200: { description: "No document failed.", json: ManyRulesChangeSchema, inWords: true },
      207: { description: "At least one document failed.", json: ManyRulesChangeSchema, inWords: true },
    },
  },
});
