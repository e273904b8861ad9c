import { readFileSync } from "node:fs";
import { type LanguageCode, sentenceOf } from "@retrieval/api/texts";
import { type AccessRules, CLOSED, EVERYONE, type RuleList, readAccessRules } from "@retrieval/core";
import { say } from "../../texts/say.js";
import { reasonOf } from "./local-file.js";
import { UsageError } from "./usage-error.js";

export const RULE_HELP = `
A rule is one of
  everyone
  nobody                                 (only administrators and developers)
  departments:D1010,D1020;groups:managers;users:001234
  rule.json                              (a file that ends in .json)
  '{"allow_all":false,"allowed_groups":["managers"]}'
A user in one of the departments, groups or users may see the document.
Write a name with a comma or semicolon as JSON.
`;

const LISTS: Readonly<Record<string, RuleList>> = {
  department: "allowed_department_codes",
  departments: "allowed_department_codes",
  group: "allowed_groups",
  groups: "allowed_groups",
  user: "allowed_users",
  users: "allowed_users",
};

/** Reads a rule as an operator writes it. @throws UsageError with the problem */
export function parseRule(text: string, language: LanguageCode): AccessRules {
  const given = text.trim();
  if (given === "everyone") return EVERYONE;
  if (given === "nobody") return CLOSED;
  if (given.startsWith("{")) return accepted(jsonOf(given, say("The rule")), language);
  if (given.endsWith(".json")) return accepted(jsonOf(contentOf(given), given), language);
  const rules: Record<RuleList, string[]> = { allowed_department_codes: [], allowed_groups: [], allowed_users: [] };
  for (const part of given.split(";")) {
    const [kind = "", ...names] = part.split(":");
    const list = LISTS[kind.trim()];
    if (list === undefined || names.length === 0) {
      throw new UsageError(
        say(
          "{part} is not part of a rule. Write everyone, nobody, or for example departments:D1010,D1020;groups:managers;users:001234",
          { part: JSON.stringify(part.trim()) },
        ),
      );
    }
    rules[list].push(
      ...names
        .join(":")
        .split(",")
        .map((name) => name.trim()),
    );
  }
  return accepted({ allow_all: false, ...rules }, language);
}

/** A rule in the form that {@link parseRule} reads. */
export function ruleText(rules: AccessRules): string {
  if (rules.allow_all) return "everyone";
  const parts = [
    ["departments", rules.allowed_department_codes],
    ["groups", rules.allowed_groups],
    ["users", rules.allowed_users],
  ] as const;
  const named = parts.filter(([, names]) => names.length > 0).map(([kind, names]) => `${kind}:${names.join(",")}`);
  return named.length === 0 ? "nobody" : named.join(";");
}

function accepted(value: unknown, language: LanguageCode): AccessRules {
  const rules = readAccessRules(value);
  if ("code" in rules) throw new UsageError(sentenceOf([rules], language));
  return rules;
}

function jsonOf(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(say("{name} is not JSON.", { name }));
  }
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, "utf8").replace(/^\ufeff/, "");
  } catch (error) {
    throw new UsageError(say("{path} cannot be read: {reason}.", { path, reason: reasonOf(error) }));
  }
}
