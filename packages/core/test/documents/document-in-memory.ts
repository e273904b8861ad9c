import fc from "fast-check";
import { type AccessRules, CLOSED, EVERYONE, NOT_IN_FORCE } from "../../src/access/rules.js";
import { AT_ONCE } from "../../src/documents/enactment.js";
import { inForce } from "../../src/documents/life.js";
import { planPublication } from "../../src/documents/publication.js";
import {
  type DocumentEvent,
  type HeldDraft,
  type HeldState,
  type PublicationPlan,
  type PublicationRefusal,
  type StatedRule,
  UNKNOWN_DOCUMENT,
} from "../../src/documents/publication-plan.js";

export const TODAY = "2027-04-01";
export const ADMIN: HeldState["sender"] = { role: "admin", is_active: true };
export const restricted = (group: string): AccessRules => ({ ...CLOSED, allowed_groups: [group] });
const RULES = [EVERYONE, CLOSED, restricted("a"), restricted("b")];

type Upload = Extract<DocumentEvent, { readonly event: "publish" | "save-draft" }>;
export type Kind = "publish" | "save-draft";

/** One document in memory that plans change. A version's name tells its upload. */
export class Document {
  held: HeldState = { ...UNKNOWN_DOCUMENT, day: TODAY, sender: ADMIN };
  #last = 0;

  get shown(): string | null {
    return inForce(this.held, this.held.day)?.title ?? null;
  }

  accept(): number {
    this.#last += 1;
    return this.#last;
  }

  apply(event: DocumentEvent, has_content = false): PublicationPlan | PublicationRefusal {
    const plan = planPublication(frozen({ ...this.held, has_content }), frozen(event));
    if (typeof plan === "string") return plan;
    const number = (accepted: PublicationPlan["accepted"]) => (accepted === "next" ? this.accept() : accepted);
    const incoming = (): HeldDraft => {
      const { title, version, accepted } = event as Upload;
      const named = { title, version, version_is_default: false };
      return { ...AT_ONCE, ...named, accepted, by_user: event.by_user, rule: plan.draft_rule, fields: null };
    };
    const { publishes, drops } = plan;
    const accepted = publishes?.revision === "draft" ? this.held.draft?.accepted : (event as Upload).accepted;
    const stored = { withdrawn: false, destroyed: false, version_is_default: false, kept_from: TODAY };
    const added = publishes && { ...publishes, ...stored, accepted: accepted as number };
    const versions = [...(drops.includes("versions") ? [] : this.held.versions), ...(added ? [added] : [])];
    this.held = {
      ...this.held,
      versions,
      numbered: publishes?.number ?? this.held.numbered,
      first_publication: versions.length === 0 ? null : { on: TODAY, is_recent: true },
      accepted: number(plan.accepted),
      rule: plan.rule ? { ...plan.rule, rules_accepted: number(plan.rule.rules_accepted) } : this.held.rule,
      draft: plan.waits === "incoming" ? incoming() : plan.waits && this.held.draft,
    };
    return plan;
  }

  /** The rule that decides who reads the document, or would if it were published now without another. */
  get rule(): StatedRule | null {
    const { rule, draft } = this.held;
    return rule.rules_version === NOT_IN_FORCE ? (draft?.rule ?? null) : rule;
  }
}

export function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    for (const inner of Object.values(value)) frozen(inner);
    Object.freeze(value);
  }
  return value;
}

/** A step of a user or worker. Uploads are accepted in one order and arrive in any order, or twice. */
type Step =
  | {
      readonly does: "accept";
      readonly event: Kind;
      readonly rule: AccessRules | null;
      readonly byDefault: AccessRules;
      /** It brings what is published when it arrives. */
      readonly same: boolean;
    }
  | { readonly does: "arrive"; readonly nth: number; readonly again: boolean }
  | { readonly does: "publish-draft" }
  | { readonly does: "restore"; readonly number: number }
  | { readonly does: "delete" }
  | { readonly does: "change-rule"; readonly rule: AccessRules; readonly stale: boolean };

export const anyRule = fc.constantFrom(...RULES);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant("accept" as const),
      event: fc.constantFrom<Kind>("publish", "save-draft"),
      rule: fc.option(anyRule),
      byDefault: fc.constantFrom(EVERYONE, EVERYONE, CLOSED),
      same: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ does: fc.constant("arrive" as const), nth: fc.nat(9), again: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.constant({ does: "publish-draft" as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant("restore" as const), number: fc.integer({ min: 1, max: 9 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ does: "delete" as const }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant("change-rule" as const), rule: anyRule, stale: fc.boolean() }),
  },
);
export const anySteps = fc.array(anyStep, { minLength: 4, maxLength: 30 });

/** Runs the steps and shows each event with the document before and after it. */
export function run(
  steps: readonly Step[],
  see: (seen: {
    event: DocumentEvent;
    plan: PublicationPlan | PublicationRefusal;
    before: HeldState;
    document: Document;
  }) => void,
): void {
  const document = new Document();
  const waiting: Upload[] = [];
  const same = new Set<DocumentEvent>();
  const eventOf = (step: Step): DocumentEvent | null => {
    if (step.does === "accept") {
      const accepted = document.accept();
      const { event, rule: access_rules, byDefault: default_rules } = step;
      const title = `${event} ${accepted}`;
      const upload = { event, by_user: null, title, version: "1", access_rules, default_rules, accepted };
      waiting.push(upload);
      if (step.same && event === "publish") same.add(upload);
      return null;
    }
    if (step.does === "arrive") {
      const nth = step.nth % Math.max(waiting.length, 1);
      return (step.again ? waiting[nth] : waiting.splice(nth, 1)[0]) ?? null;
    }
    if (step.does === "restore") {
      const accepted = document.accept();
      const { number } = step;
      return {
        ...AT_ONCE,
        event: "restore",
        by_user: null,
        number,
        title: `restored ${accepted}`,
        version: "1",
        accepted,
      };
    }
    if (step.does === "delete") return { event: "delete", by_user: null, upload_waiting: waiting.length > 0 };
    if (step.does === "publish-draft") return { event: "publish-draft", by_user: null };
    const expected = document.held.rule.rules_version + (step.stale ? 1 : 0);
    return { event: "change-rule", by_user: null, access_rules: step.rule, expected, cause: "edit" };
  };
  for (const step of steps) {
    const event = eventOf(step);
    if (event === null) continue;
    const before = document.held;
    const isSame = same.has(event);
    const title = inForce(before, TODAY)?.title ?? "";
    const arrived = isSame ? { ...event, title, version: "2", version_is_default: true } : event;
    see({ event: arrived, plan: document.apply(arrived, isSame), before, document });
  }
}
