import { type Refusal, refuse } from "../errors.js";
import type { DocumentCatalog, GovernedDocument } from "../ports/document-catalog.js";
import { type AccessRules, RULE_LISTS, readAccessRules } from "./rules.js";

/** A document's rule with what is odd about it. */
export interface RulesAnswer {
  readonly document_id: string;
  readonly title: string;
  readonly access_rules: AccessRules;
  /** Names in the rule that nobody and nothing bears today; they are kept, and listed until that changes. */
  readonly warnings: readonly string[];
}

export interface RulesState {
  readonly answer: RulesAnswer;
  /** The version of the rule, for ETag and If-Match. */
  readonly rules_version: number;
}

const NO_DOCUMENT = refuse("DOCUMENT_NOT_FOUND", "No such document.");

export async function readRules(document_id: string, catalog: DocumentCatalog): Promise<RulesState | Refusal> {
  const document = await catalog.find(document_id);
  return document === null ? NO_DOCUMENT : stateOf(document, catalog);
}

/** Replaces a document's rule. @param expected the version it was made from, or null to overwrite whatever stands */
export async function changeRules(
  document_id: string,
  given: unknown,
  expected: number | null,
  catalog: DocumentCatalog,
): Promise<RulesState | Refusal> {
  const rules = readAccessRules(given);
  if (typeof rules === "string") return refuse("INVALID_REQUEST", `${rules}.`);
  const document = await catalog.changeRules(document_id, rules, expected);
  if (document === null) return NO_DOCUMENT;
  if (document === "lost") {
    return refuse(
      "PRECONDITION_FAILED",
      "Somebody else changed this document's rule meanwhile. Read it again, and decide anew.",
    );
  }
  return stateOf(document, catalog);
}

async function stateOf(document: GovernedDocument, catalog: DocumentCatalog): Promise<RulesState> {
  const { document_id, title, access_rules, rules_version } = document;
  const unknown = await catalog.unknownNames(access_rules);
  const warnings = RULE_LISTS.flatMap((list) =>
    unknown[list].map((name) => `${list} names ${JSON.stringify(name)}, which is ${UNKNOWN[list]}`),
  );
  return { answer: { document_id, title, access_rules, warnings }, rules_version };
}

const UNKNOWN = {
  allowed_department_codes: "not in the department master",
  allowed_groups: "a group that no user has",
  allowed_users: "not a registered user",
} as const;
