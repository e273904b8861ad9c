import { type Client, type PageOf, RefusalError } from "@retrieval/api/client";
import type { AccessRules } from "@retrieval/core";
import type { PublicationPreview } from "@retrieval/core/use-cases";
import { readRules } from "../../client/read-rules.js";
import { say } from "../../texts/say.js";
import type { Context } from "./command.js";
import { users } from "./publication-lines.js";
import { ruleText } from "./rule-text.js";

type RuleVersion = PageOf<"listAccessRuleVersions">["items"][number];

/** The effect of a document's new version on its rule. */
export interface RuleEffect {
  /** null if the rule is unchanged, or is the document's first. */
  readonly rule_change: {
    readonly before: AccessRules;
    readonly after: AccessRules;
    readonly gained: number;
    readonly lost: number;
  } | null;
  /** Names in the rule that no user, department or group has. */
  readonly rule_warnings: readonly string[];
}

/** Compares the rules of documents before and after their new versions. */
export class RuleWatch {
  /** Many documents often share one rule, so its warnings are requested once. */
  readonly #warnings = new Map<string, readonly string[]>();

  constructor(private readonly client: Client) {}

  /** @returns null for a document that has no rule yet */
  async newest(document_id: string): Promise<RuleVersion | null> {
    try {
      const { body } = await this.client.listAccessRuleVersions({ document_id, limit: 1 });
      return body.items[0] ?? null;
    } catch (error) {
      if (error instanceof RefusalError && error.code === "DOCUMENT_NOT_FOUND") return null;
      throw error;
    }
  }

  /** @param earlier the result of {@link newest} before the new version */
  async effect(document_id: string, earlier: RuleVersion | null): Promise<RuleEffect> {
    const newest = await this.newest(document_id);
    if (newest === null) return { rule_change: null, rule_warnings: [] };
    const { rules_version, before, after, gained, lost } = newest;
    const changed = earlier !== null && before !== null && rules_version !== earlier.rules_version;
    return {
      rule_change: changed ? { before, after, gained, lost } : null,
      rule_warnings: await this.#warningsOf(document_id, after),
    };
  }

  async #warningsOf(document_id: string, rule: AccessRules): Promise<readonly string[]> {
    const key = JSON.stringify(rule);
    const known = this.#warnings.get(key);
    if (known !== undefined) return known;
    const { rules } = await readRules(this.client, document_id);
    const warnings = rules.warnings.map(({ message }) => message);
    this.#warnings.set(key, warnings);
    return warnings;
  }
}

/** Prints each warning once. */
export function sayRuleWarnings(output: Context["output"], effects: readonly RuleEffect[]): void {
  for (const warning of new Set(effects.flatMap(({ rule_warnings }) => rule_warnings))) {
    output.warning(warning);
  }
}

/** `rule: everyone -> groups:board; 0 gain the document, 12 lose it` */
export function ruleChangeLines({ rule_change }: RuleEffect): string[] {
  if (rule_change === null) return [];
  const { before, after, gained, lost } = rule_change;
  return [
    say("  rule: {before} -> {after}; {gained} gain the document, {lost} lose it", {
      before: ruleText(before),
      after: ruleText(after),
      gained,
      lost,
    }),
  ];
}

/** `  everyone; 281 users can read it`; for a draft, the readers after its publication. */
export function readerLine({ access_rules, readers: { now, after } }: PublicationPreview, draft: boolean): string {
  const rule = ruleText(access_rules);
  if (!draft) return say("  readers: {rule}; {users} can read it", { rule, users: users(now) });
  return say("  readers once it is published: {rule}; {users} will be able to read it (now {now})", {
    rule,
    users: users(after),
    now,
  });
}
