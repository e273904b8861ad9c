import { type AccessRules, CLOSED, isSameRule, NOT_IN_FORCE } from "../access/rules.js";
import { isActiveAdmin } from "../users/user.js";
import type { OfDraft } from "./chunk-store.js";
import type { DocumentStanding, RuleCause } from "./document-catalog.js";
import { type Enactment, enactmentOf } from "./enactment.js";
import { isKept } from "./kept-version.js";
import { inForce } from "./life.js";
import { isAbolished, isNew, planLife, withVersion } from "./plan-life.js";
import { headOf, planOf } from "./plan-of.js";
import type {
  DocumentEvent,
  Head,
  HeldState,
  HeldVersion,
  PlannedEntry,
  PublicationPlan,
  PublicationRefusal,
  PublishedRevision,
  StatedRule,
  UploadedVersion,
} from "./publication-plan.js";

/**
 * Decides which of a version, a draft, a rule and a deletion wins: of the versions of one day, the one that was accepted
 * later, in any order of arrival. For a rule, the time when it was stated counts, so a version can be shown without the
 * rule that it brought. A version's rule takes effect when it is published, also if its day is still to come. It never
 * throws.
 */
export function planPublication(held: HeldState, event: DocumentEvent): PublicationPlan | PublicationRefusal {
  const plan = planEvent(held, event);
  // Checks the sender last, so that a repeated job of a published version is not refused.
  if (typeof plan === "string" || event.by_user === null) return plan;
  if (!isActiveAdmin(held.sender)) return "sender-not-admin";
  // If all editors have left, the document must not stay as it is for ever.
  const isEditor = held.active_editors.length === 0 || held.active_editors.includes(event.by_user);
  if (!isEditor) return "not-editor";
  const isOwn = event.event === "publish-draft" && held.draft?.by_user === event.by_user;
  return held.four_eyes && isOwn ? "own-approval" : plan;
}

/** Predicts the rules that will be in force once an upload without a rule, or the waiting draft, is published. */
export function standingOf(held: HeldState, document_id: string): DocumentStanding {
  const { draft, rule } = held;
  const known = inForce(held, held.day) ?? held.versions.at(-1);
  const upload = planPublication({ ...held, abolitions: [] }, ANY_UPLOAD) as PublicationPlan;
  const ofDraft = planPublication(held, { event: "publish-draft", by_user: null });
  const rulesAfter = (plan: PublicationPlan) => (plan.rule ?? rule).access_rules;
  return {
    document_id,
    published: known === undefined ? null : { ...headOf(known), access_rules: rule.access_rules },
    draft:
      draft === null || typeof ofDraft === "string"
        ? null
        : { title: draft.title, version: draft.version, access_rules: rulesAfter(ofDraft) },
    next_rules: upload.cause === "default" ? null : rulesAfter(upload),
  };
}

/** Whether the document is deleted where a user asks for it; otherwise it was in force. */
export function isDeletable(held: HeldState): boolean {
  return planPublication(held, { event: "delete", by_user: null, upload_waiting: false }) !== "was-in-force";
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
  const { expected_draft = null }: OfDraft = "expected_draft" in event ? event : {};
  if (expected_draft !== null && held.draft !== null && held.draft.accepted !== expected_draft) return "draft-replaced";
  switch (event.event) {
    case "publish":
      return planVersion(held, event);
    case "save-draft":
      return planDraft(held, event);
    case "publish-draft": {
      const { draft, rule } = held;
      if (draft === null) return "nothing-there";
      const { effective_from = draft.effective_from, note = draft.note, notice = draft.notice } = event;
      if (notice !== "confirm" && (event.confirm_by ?? null) !== null) return "confirm-by-alone";
      const confirm_by = notice === "confirm" ? (event.confirm_by ?? draft.confirm_by) : null;
      const given = { ...ruleOnceShown(rule, draft.rule, rule.access_rules), waits: null, fields: draft.fields };
      const uploaded_by = draft.by_user === event.by_user ? null : draft.by_user;
      const { version = draft.version_is_default ? null : draft.version } = event;
      const label = version === null ? { version_is_default: true } : { version, version_is_default: false };
      const source = { ...draft, ...label, effective_from, note, notice, confirm_by, uploaded_by };
      return planPublished(held, "draft", source, given);
    }
    case "return-draft": {
      const { draft } = held;
      const { comment } = event;
      if (draft === null) return "nothing-there";
      const entry: PlannedEntry = { kind: "draft-returned", details: { ...headOf(draft), why: comment } };
      return planOf(held, { returns: { comment } }, held, [entry]);
    }
    case "restore": {
      if (held.versions.length === 0) return "nothing-there";
      const { access_rules: default_rules } = held.rule;
      const version = { ...event, access_rules: null, default_rules };
      return (event.publish === false ? planDraft : planVersion)(held, version, event.number);
    }
    case "delete": {
      const { versions, draft } = held;
      if (!(event.upload_waiting || versions.length > 0 || draft !== null)) return "nothing-there";
      if (versions.length > 0 && !isMistake(held)) return "was-in-force";
      const own: PlannedEntry[] = versions.length === 0 ? [] : [{ kind: "document-deleted", details: {} }];
      return planEnd(held, versions.length === 0 ? [] : ["versions"], own);
    }
    case "delete-draft": {
      return held.draft === null ? "nothing-there" : planEnd(held, [], []);
    }
    case "destroy":
      return planDestruction(held, event);
    case "change-fields": {
      if (held.versions.length === 0 && held.draft === null) return "nothing-there";
      return planOf(held, { fields: event.fields });
    }
    case "change-rule": {
      const { access_rules, expected, cause } = event;
      if (held.versions.length === 0) return "nothing-there";
      if (expected !== null && expected !== held.rule.rules_version) return "lost";
      return planOf(held, inForceRule(held.rule, { access_rules, rules_accepted: "next" }, cause));
    }
    case "abolish":
    case "cancel-abolition":
    case "withdraw":
    case "change-version":
      return planLife(held, event);
  }
}

/** The end of the draft, and of the versions where they are dropped. */
function planEnd(held: HeldState, drops: readonly "versions"[], own: readonly PlannedEntry[]): PublicationPlan {
  // A rule that only the draft carried comes into force for the next version.
  const pending = pendingRule(held);
  const given = { ...(pending && inForceRule(held.rule, pending, "upload")), waits: null };
  if (drops.length === 0 && own.length === 0 && held.versions.length > 0) return planOf(held, given);
  const ended = { drops, ...(held.abolitions.length > 0 && { abolitions: [] }), accepted: "next" as const };
  return planOf(held, { ...given, ...ended }, { versions: [], abolitions: [] }, own);
}

function planDestruction(
  held: HeldState,
  { number, legal_order, retention_years }: Extract<DocumentEvent, { readonly event: "destroy" }>,
): PublicationPlan | PublicationRefusal {
  const named = held.versions.filter((version) => number === null || version.number === number);
  const destroyed = named.filter((version) => !version.destroyed);
  if (destroyed.length === 0) return "nothing-there";
  if (legal_order === null && destroyed.some((version) => isKept(version, held, retention_years))) return "kept";
  const own = destroyed.map(
    (version): PlannedEntry => ({ kind: "document-destroyed", details: { number: version.number, legal_order } }),
  );
  if (number === null) return planEnd(held, ["versions"], own);
  const [version] = destroyed as [HeldVersion];
  if (inForce(held, held.day) === version) return "in-force";
  const reason = legal_order ?? `RETENTION_YEARS=${retention_years}`;
  // Who withdrew it, when and why stays.
  const given = { destroys: number, withdraws: version.withdrawn ? null : { number, reason } };
  // Its days stay, so that no other version takes its place there.
  return planOf(held, given, withVersion(held, { ...version, withdrawn: true }), own);
}

/** A document first published within a day, by mistake: no reader can have relied on it. */
function isMistake(held: HeldState): boolean {
  const { first_publication: first, is_confirmed, versions } = held;
  if (first === null || is_confirmed || !isNew(held)) return false;
  return versions.every(({ effective_from }) => effective_from >= first.on);
}

function planVersion(
  held: HeldState,
  version: UploadedVersion & Pick<DocumentEvent, "by_user">,
  restores: number | null = null,
): PublicationPlan | PublicationRefusal {
  const { accepted, access_rules, default_rules, effective_from } = version;
  const order = orderOf(held, version);
  if (order !== "latest") return order;
  const { draft, day } = held;
  const brought = access_rules === null ? pendingRule(held) : { access_rules, rules_accepted: accepted };
  // A draft of another day is another decision.
  const isLater = draft !== null && (draft.accepted >= accepted || !isSameDay(draft, version, day));
  const taken = {
    ...ruleOnceShown(held.rule, brought, default_rules),
    waits: isLater ? ("draft" as const) : null,
    fields: version.fields ?? null,
  };
  // Its number counts, so that an upload that was accepted earlier does not replace what this one found published.
  if (restores === null && taken.cause === null && isShown(held, version)) {
    const shown = inForce(held, effective_from ?? day) as HeldVersion;
    const given = { ...taken, accepted, unchanged: true };
    return planOf(held, given, held, [{ kind: "document-unchanged", details: headOf(shown) }]);
  }
  if (held.four_eyes && version.by_user !== null) {
    // It was sent to publish: it must not remove another decision, or another administrator's, that waits.
    const isOther = draft !== null && (draft.by_user !== version.by_user || !isSameDay(draft, version, day));
    return isOther && draft.accepted < accepted ? "draft-waits" : planDraft(held, version, restores);
  }
  return planPublished(held, "incoming", { ...version, ...enactmentOf(version) }, { ...taken, restores });
}

type OnDay = Partial<Pick<Enactment, "effective_from">>;
const isSameDay = (one: OnDay, other: OnDay, day: string) =>
  (one.effective_from ?? day) === (other.effective_from ?? day);

/** The place of a version among those of its day and deletions. */
function orderOf(held: HeldState, version: UploadedVersion): "latest" | "superseded" | "repeated" {
  const { accepted } = version;
  if (accepted === held.accepted || held.versions.some((other) => other.accepted === accepted)) return "repeated";
  const ofDay = held.versions.filter((other) => isSameDay(other, version, held.day));
  return ofDay.some((other) => other.accepted > accepted) || held.accepted > accepted ? "superseded" : "latest";
}

function planPublished(
  held: HeldState,
  revision: PublishedRevision["revision"],
  source: Head &
    Enactment &
    Pick<UploadedVersion, "accepted" | "version_is_default"> & { readonly uploaded_by?: string | null },
  given: Partial<PublicationPlan> & Pick<PublicationPlan, "rule_outdated">,
): PublicationPlan | PublicationRefusal {
  const { note, notice, confirm_by, accepted, uploaded_by = null, version_is_default = false } = source;
  const { restores = null, rule_outdated } = given;
  if (confirm_by !== null && confirm_by < held.day) return "confirm-by-past";
  // An abolished document is put in force again on purpose only, not by the next run of a script.
  if (source.effective_from === null && isAbolished(held)) return "ended";
  const [number, effective_from] = [held.numbered + 1, source.effective_from ?? held.day];
  const head = { title: source.title, version: version_is_default ? effective_from : source.version };
  const dated = { number, effective_from, version_is_default };
  const added = { ...head, ...dated, withdrawn: false, destroyed: false, accepted, note, kept_from: held.day };
  const life = { versions: [...held.versions, added], abolitions: held.abolitions };
  const details = {
    ...{ ...head, number, effective_from, rule_outdated },
    ...(inForce(life, held.day) === added && { in_force: true }),
    ...(notice !== "none" && { notice }),
    ...(restores !== null && { restores }),
    ...(uploaded_by !== null && { uploaded_by }),
  };
  const publishes = { ...head, ...dated, revision, note, notice, confirm_by };
  return planOf(held, { ...given, publishes }, life, [{ kind: "document-published", details }]);
}

/** Whether the version is in force on its day already; its rule is compared by {@link ruleOnceShown}. */
function isShown(held: HeldState, uploaded: UploadedVersion): boolean {
  const { title, version, version_is_default = false, notice = "none" } = uploaded;
  const shown = inForce(held, uploaded.effective_from ?? held.day);
  if (!held.has_content || shown === null || shown.title !== title || notice !== "none") return false;
  const { effective_from = null, note = null } = uploaded;
  const isSame =
    (effective_from ?? shown.effective_from) === shown.effective_from && (note ?? shown.note) === shown.note;
  return isSame && (version_is_default || shown.version === version);
}

function planDraft(
  held: HeldState,
  version: UploadedVersion,
  restores: number | null = null,
): PublicationPlan | PublicationRefusal {
  const { accepted, access_rules, default_rules } = version;
  const { draft, rule } = held;
  const order = orderOf(held, version);
  if (order !== "latest") return order;
  if (draft !== null && draft.accepted >= accepted) return draft.accepted > accepted ? "superseded" : "repeated";
  // A corrected draft that brings no rule keeps the earlier draft's rule, unless a rule was stated since.
  const kept = draft?.rule && draft.rule.rules_accepted >= rule.rules_accepted ? draft.rule : null;
  const given = {
    waits: "incoming" as const,
    keeps_return: isSentAgain(held, version),
    // A default that was never in force is replaced by the current default.
    rule: rule.rules_version === NOT_IN_FORCE ? { ...rule, access_rules: default_rules } : null,
    draft_rule: access_rules === null ? kept : { access_rules, rules_accepted: accepted },
    // What readers and other administrators see changes with the publication.
    ...(held.versions.length === 0
      ? { fields: version.fields ?? null }
      : { draft_fields: version.fields || draft?.fields ? { ...draft?.fields, ...version.fields } : null }),
  };
  const details = { ...headOf(version), ...(restores !== null && { restores }) };
  return planOf(held, given, held, [{ kind: "draft-saved", details }]);
}

/** Whether an upload is the waiting draft once more, as by a script that sends a folder each night. */
function isSentAgain({ draft, draft_has_content }: HeldState, version: UploadedVersion): boolean {
  if (draft === null || !draft_has_content || draft.title !== version.title) return false;
  const { access_rules, version_is_default = false } = version;
  const isNamed = version_is_default ? draft.version_is_default : draft.version === version.version;
  const isRuled = access_rules === null || (draft.rule !== null && isSameRule(draft.rule.access_rules, access_rules));
  return isNamed && isRuled && JSON.stringify(enactmentOf(draft)) === JSON.stringify(enactmentOf(version));
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
  if (brought !== null && !rule_outdated) return { ...inForceRule(rule, brought, "upload"), rule_outdated };
  if (rule.rules_version !== NOT_IN_FORCE) return { rule: null, cause: null, rule_outdated };
  return { ...inForceRule(rule, { ...rule, access_rules: default_rules }, "default"), rule_outdated };
}

/**
 * A rule equal to the one in force keeps its rules_version: the same rule has the same ETag (RFC 9110 §8.8.1), so a
 * repeated ingestion with the same rule does not invalidate an administrator's open form. A rule with its lists in
 * another order is another representation and counts up.
 */
function inForceRule(
  before: HeldState["rule"],
  { access_rules, rules_accepted }: Pick<NonNullable<RuleOutcome["rule"]>, "access_rules" | "rules_accepted">,
  cause: RuleCause,
): RuleOutcome {
  const isKept = before.rules_version !== NOT_IN_FORCE && isSameRule(before.access_rules, access_rules);
  const rules_version = before.rules_version + (isKept ? 0 : 1);
  return { rule: { access_rules, rules_accepted, rules_version }, cause: isKept ? null : cause };
}
