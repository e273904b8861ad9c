import type { RuleNames } from "../access/rule-edit.js";
import { type AccessRules, RULE_LISTS, readAccessRules } from "../access/rules.js";
import type { DocumentCatalog, GovernedDocument } from "../documents/document-catalog.js";
import { NO_DOCUMENT, type Refusal, refuse } from "../errors.js";
import type { Problem } from "../problems.js";

/** A document's rule with its warnings. */
interface RulesAnswer {
  readonly document_id: string;
  readonly title: string;
  readonly access_rules: AccessRules;
  /** Names in the rule that no user, department or group has. The rule keeps them; they are listed until they exist. */
  readonly warnings: readonly Problem[];
}

export interface RulesState {
  readonly answer: RulesAnswer;
  /** The version of the rule, for ETag and If-Match. */
  readonly rules_version: number;
}

export async function readRules(document_id: string, catalog: DocumentCatalog): Promise<RulesState | Refusal> {
  return rulesStateOf(await catalog.find(document_id), catalog);
}

/** Replaces a document's rule. @param expected the version it was made from, or null to overwrite any version */
export async function changeRules(
  document_id: string,
  given: unknown,
  expected: number | null,
  by_user: string | null,
  catalog: DocumentCatalog,
): Promise<RulesState | Refusal> {
  const rules = readAccessRules(given);
  if ("code" in rules) return refuse("INVALID_REQUEST", rules);
  return rulesStateOf(await catalog.changeRules(document_id, rules, expected, { by_user, cause: "edit" }), catalog);
}

/** Restores an older rule of the document. @param expected as in {@link changeRules} */
export async function restoreRules(
  document_id: string,
  version: number,
  expected: number | null,
  by_user: string | null,
  catalog: DocumentCatalog,
): Promise<RulesState | Refusal> {
  const [restored] = await catalog.rulesHistory(document_id, { limit: 1, version });
  if (restored === undefined) {
    const document = await catalog.find(document_id);
    return document === null
      ? NO_DOCUMENT
      : refuse("INVALID_REQUEST", { code: "access_rules.no_such_version", version });
  }
  const change = { by_user, cause: "restore" } as const;
  return rulesStateOf(await catalog.changeRules(document_id, restored.after, expected, change), catalog);
}

async function rulesStateOf(
  document: GovernedDocument | "lost" | null,
  catalog: DocumentCatalog,
): Promise<RulesState | Refusal> {
  if (document === null) return NO_DOCUMENT;
  if (document === "lost") return refuse("PRECONDITION_FAILED", { code: "access_rules.changed_since" });
  const { document_id, title, access_rules, rules_version } = document;
  const warnings = await ruleWarnings(access_rules, catalog);
  return { answer: { document_id, title, access_rules, warnings }, rules_version };
}

/** Warnings about a rule: names that no user, department or group has. */
export async function ruleWarnings(
  rules: RuleNames,
  catalog: Pick<DocumentCatalog, "unknownNames">,
): Promise<Problem[]> {
  const unknown = await catalog.unknownNames(rules);
  return RULE_LISTS.flatMap((list) =>
    unknown[list].map((name) => ({ code: "access_rules.unknown_name" as const, list, name })),
  );
}
