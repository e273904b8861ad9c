import { type AccessRules, CLOSED, isSameRule, NOT_IN_FORCE } from "../access/rules.js";
import { isActiveAdmin } from "../users/user.js";
import type { DocumentStanding, RuleCause } from "./document-catalog.js";
import { publicationEntries } from "./publication-entries.js";
import type {
  DocumentEvent,
  Head,
  HeldState,
  PublicationPlan,
  PublicationRefusal,
  StatedRule,
  UploadedVersion,
} from "./publication-plan.js";

/**
 * Decides which of a version, a draft, a rule and a deletion wins: the one that was accepted later, in any order of
 * arrival. For a rule, the time when it was stated counts, so a version can be shown without the rule that it brought.
 * It never throws.
 */
export function planPublication(held: HeldState, event: DocumentEvent): PublicationPlan | PublicationRefusal {
  const plan = planEvent(held, event);
  // Checks the sender last, so that a repeated job of a published version is not refused.
  if (typeof plan === "string" || event.by_user === null) return plan;
  if (!isActiveAdmin(held.sender)) return "sender-not-admin";
  // If all editors have left, the document must not stay as it is for ever.
  const isEditor = held.active_editors.length === 0 || held.active_editors.includes(event.by_user);
  return isEditor ? plan : "not-editor";
}

/** Predicts the rules that will be in force once an upload without a rule, or the waiting draft, is published. */
export function standingOf(held: HeldState, document_id: string): DocumentStanding {
  const { title, version, is_published, draft, rule } = held;
  const upload = planPublication(held, ANY_UPLOAD) as PublicationPlan;
  const ofDraft = planPublication(held, { event: "publish-draft", by_user: null });
  const rulesAfter = (plan: PublicationPlan) => (plan.rule ?? rule).access_rules;
  return {
    document_id,
    published: is_published ? { title, version, access_rules: rule.access_rules } : null,
    draft:
      draft === null || typeof ofDraft === "string"
        ? null
        : { title: draft.title, version: draft.version, access_rules: rulesAfter(ofDraft) },
    next_rules: upload.cause === "default" ? null : rulesAfter(upload),
  };
}

/** It is accepted after everything that is held. */
const ANY_UPLOAD: DocumentEvent = {
  event: "publish",
  by_user: null,
  title: "",
  version: "",
  access_rules: null,
  default_rules: CLOSED,
  accepted: Number.MAX_SAFE_INTEGER,
};

function planEvent(held: HeldState, event: DocumentEvent): PublicationPlan | PublicationRefusal {
  switch (event.event) {
    case "publish":
      return planVersion(held, event);
    case "save-draft":
      return planDraft(held, event);
    case "publish-draft": {
      const { draft, rule } = held;
      if (draft === null) return "nothing-there";
      return planOf(held, {
        ...ruleOnceShown(rule, draft.rule, rule.access_rules),
        shows: "draft",
        waits: null,
        head: headOf(draft),
        accepted: draft.accepted,
      });
    }
    case "restore": {
      if (!held.is_published) return "nothing-there";
      const { access_rules: default_rules } = held.rule;
      return planVersion(held, { ...event, access_rules: null, default_rules }, event.number);
    }
    case "delete": {
      if (!(event.upload_waiting || held.is_published || held.draft !== null)) return "nothing-there";
      // A rule that only a deleted draft carried comes into force for the next version.
      const pending = pendingRule(held);
      return planOf(held, {
        ...(pending && inForce(held.rule, pending, "upload")),
        shows: null,
        waits: null,
        ...(held.is_published && { head: null }),
        accepted: "next",
      });
    }
    case "change-fields": {
      if (!held.is_published && held.draft === null) return "nothing-there";
      return planOf(held, { fields: event.fields });
    }
    case "change-rule": {
      const { access_rules, expected, cause } = event;
      if (!held.is_published) return "nothing-there";
      if (expected !== null && expected !== held.rule.rules_version) return "lost";
      return planOf(held, inForce(held.rule, { access_rules, rules_accepted: "next" }, cause));
    }
  }
}

function planVersion(
  held: HeldState,
  version: UploadedVersion,
  restores: number | null = null,
): PublicationPlan | PublicationRefusal {
  const { accepted, access_rules, default_rules } = version;
  if (held.accepted > accepted) return "superseded";
  if (held.accepted === accepted) return "repeated";
  const brought = access_rules === null ? pendingRule(held) : { access_rules, rules_accepted: accepted };
  const taken = {
    ...ruleOnceShown(held.rule, brought, default_rules),
    waits: held.draft !== null && held.draft.accepted >= accepted ? ("draft" as const) : null,
    accepted,
    fields: version.fields ?? null,
  };
  // Its number counts, so that an upload that was accepted earlier does not replace what this one found published.
  if (restores === null && taken.cause === null && isShown(held, version)) {
    return planOf(held, { ...taken, unchanged: true });
  }
  return planOf(held, { ...taken, shows: "incoming", head: headOf(version), restores });
}

/** Whether readers see the version already; its rule is compared by {@link ruleOnceShown}. */
function isShown(held: HeldState, { title, version, version_is_default = false }: UploadedVersion): boolean {
  const isNamedSo = held.title === title && (version_is_default || held.version === version);
  return held.is_published && held.has_content && isNamedSo;
}

function planDraft(held: HeldState, version: UploadedVersion): PublicationPlan | PublicationRefusal {
  const { accepted, access_rules, default_rules } = version;
  const { draft, rule } = held;
  const latest = Math.max(held.accepted, draft?.accepted ?? 0);
  if (latest > accepted) return "superseded";
  if (latest === accepted) return "repeated";
  // A corrected draft that brings no rule keeps the earlier draft's rule, unless a rule was stated since.
  const kept = draft?.rule && draft.rule.rules_accepted >= rule.rules_accepted ? draft.rule : null;
  return planOf(held, {
    waits: "incoming",
    // A default that was never in force is replaced by the current default.
    rule: rule.rules_version === NOT_IN_FORCE ? { ...rule, access_rules: default_rules } : null,
    draft_rule: access_rules === null ? kept : { access_rules, rules_accepted: accepted },
    fields: version.fields ?? null,
    entries: [{ kind: "draft-saved", details: headOf(version) }],
  });
}

/**
 * The rule that came with the draft of a document that never had a rule in force. An event that replaces the draft
 * without a rule keeps this one; otherwise a document that was to be restricted would become open.
 */
function pendingRule({ rule, draft }: HeldState): StatedRule | null {
  return rule.rules_version === NOT_IN_FORCE ? (draft?.rule ?? null) : null;
}

type RuleOutcome = Pick<PublicationPlan, "rule" | "cause">;

function ruleOnceShown(
  rule: HeldState["rule"],
  brought: StatedRule | null,
  default_rules: AccessRules,
): RuleOutcome & Pick<PublicationPlan, "rule_outdated"> {
  const rule_outdated = brought !== null && brought.rules_accepted < rule.rules_accepted;
  if (brought !== null && !rule_outdated) return { ...inForce(rule, brought, "upload"), rule_outdated };
  if (rule.rules_version !== NOT_IN_FORCE) return { rule: null, cause: null, rule_outdated };
  return { ...inForce(rule, { ...rule, access_rules: default_rules }, "default"), rule_outdated };
}

/**
 * A rule equal to the one in force keeps its rules_version: the same rule has the same ETag (RFC 9110 §8.8.1), so a
 * repeated ingestion with the same rule does not invalidate an administrator's open form. A rule with its lists in
 * another order is another representation and counts up.
 */
function inForce(
  before: HeldState["rule"],
  { access_rules, rules_accepted }: Pick<NonNullable<RuleOutcome["rule"]>, "access_rules" | "rules_accepted">,
  cause: RuleCause,
): RuleOutcome {
  const isKept = before.rules_version !== NOT_IN_FORCE && isSameRule(before.access_rules, access_rules);
  const rules_version = before.rules_version + (isKept ? 0 : 1);
  return { rule: { access_rules, rules_accepted, rules_version }, cause: isKept ? null : cause };
}

const headOf = ({ title, version }: Head): Head => ({ title, version });

/** Completes a plan: parts that are not given keep the held state. */
function planOf(held: HeldState, given: Partial<PublicationPlan>): PublicationPlan {
  const plan = {
    shows: held.is_published ? ("published" as const) : null,
    waits: held.draft === null ? null : ("draft" as const),
    accepted: held.accepted,
    rule: null,
    cause: null,
    draft_rule: null,
    fields: null,
    rule_outdated: false,
    unchanged: false,
    restores: null,
    ...given,
  };
  const drops: ("published" | "draft")[] = [];
  if (held.is_published && plan.shows === null) drops.push("published");
  if (held.draft !== null && plan.shows !== "draft" && plan.waits !== "draft") drops.push("draft");
  return { drops, entries: publicationEntries(held, plan, drops), ...plan };
}
