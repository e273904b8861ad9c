import { describe, expect, it } from "@jest/globals";
import { propertyRuns } from "@retrieval/contract/property-runs";
import fc from "fast-check";
import { type AccessRules, EVERYONE, NOT_IN_FORCE } from "../../src/access/rules.js";
import { NO_FIELDS } from "../../src/documents/document-fields.js";
import { inForce } from "../../src/documents/life.js";
import { planPublication, standingOf } from "../../src/documents/publication.js";
import type { DocumentEvent, HeldState, StatedRule } from "../../src/documents/publication-plan.js";
import { ADMIN, anyRule, anySteps, Document, frozen, type Kind, restricted, run, TODAY } from "./document-in-memory.js";
import { Replay } from "./replay.js";

const NO_ADMINS: readonly HeldState["sender"][] = [
  null,
  { role: "admin", is_active: false },
  { role: "user", is_active: true },
  { role: "developer", is_active: true },
];
const RUNS = { seed: 20_261_122, numRuns: propertyRuns(2_500) };
const isOpen = (rules: AccessRules) => rules.allow_all;

describe("planPublication, over any sequence of events in any order of arrival,", () => {
  it("has the same version, draft and rule as a replay in the order of acceptance", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(anySteps, (steps) => {
        const replay = new Replay();
        const states: object[] = [];
        const replayed: object[] = [];
        run(steps, ({ event, plan, document: { held, shown } }) => {
          // The number that a deletion or a change of the rule was given; 0 where it was refused.
          const given = event.event === "delete" ? held.accepted : held.rule.rules_accepted;
          replay.take(event, typeof plan === "string" ? 0 : given);
          const rule = held.rule.rules_version === NOT_IN_FORCE ? null : held.rule.access_rules;
          states.push({ shown, draft: held.draft?.title ?? null, rule });
          replayed.push({ shown: replay.shown, draft: replay.draft, rule: replay.rule });
          seen.add(typeof plan === "string" ? plan : event.event);
        });
        expect(states).toEqual(replayed);
      }),
      RUNS,
    );
    const refusals = ["superseded", "repeated", "nothing-there", "lost"];
    expect([...seen].sort()).toEqual(
      [...refusals, "publish", "save-draft", "publish-draft", "restore", "delete", "change-rule"].sort(),
    );
  });

  it("opens a restricted document only by an open rule that was stated later", () => {
    let opened = 0;
    let before: StatedRule | null = null;
    fc.assert(
      fc.property(anySteps, (steps) => {
        before = null;
        run(steps, ({ event, before: held, document }) => {
          const after = document.rule;
          if (before !== null && !isOpen(before.access_rules) && (after === null || isOpen(after.access_rules))) {
            const stated = statedBy(event, held, document);
            expect(stated).toEqual({ access_rules: EVERYONE, rules_accepted: expect.any(Number) });
            // An older upload may do so only while the draft of the new document still waits with the rule that it
            // stated.
            const isLater = (stated?.rules_accepted ?? 0) > before.rules_accepted;
            expect(isLater || document.held.draft?.rule).toEqual(isLater || before);
            opened += 1;
          }
          before = after;
        });
      }),
      RUNS,
    );
    expect(opened).toBeGreaterThan(20);
  });

  /** The rule that an event itself states. */
  function statedBy(event: DocumentEvent, held: HeldState, document: Document): StatedRule | null {
    if (event.event === "publish-draft") return held.draft?.rule ?? null;
    if (!("access_rules" in event)) return null;
    const rules_accepted = event.event === "change-rule" ? document.held.rule.rules_accepted : event.accepted;
    return event.access_rules && { access_rules: event.access_rules, rules_accepted };
  }

  it("lets no upload that was accepted before a deletion undo it", () => {
    let late = 0;
    fc.assert(
      fc.property(anySteps, (steps) => {
        let deleted = 0;
        run(steps, ({ event, plan, document }) => {
          if (event.event === "delete" && typeof plan !== "string") deleted = document.held.accepted;
          if (!("accepted" in event) || event.accepted > deleted) return;
          expect(plan).toBe("superseded");
          late += 1;
        });
      }),
      RUNS,
    );
    expect(late).toBeGreaterThan(20);
  });

  it("counts the rule up exactly if it differs, and records each version once with its cause", () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const recorded: unknown[] = [];
        const changed: unknown[] = [];
        run(steps, ({ event, plan, before, document }) => {
          const { access_rules, rules_version } = document.held.rule;
          const entries = typeof plan === "string" ? [] : plan.entries.filter(({ kind }) => kind === "rule-changed");
          recorded.push([rules_version, ...entries]);
          const had = before.rule.rules_version === NOT_IN_FORCE ? null : before.rule.access_rules;
          const has = rules_version === NOT_IN_FORCE ? null : access_rules;
          const version = before.rule.rules_version + (has === had ? 0 : 1);
          const details = { rules_version: version, cause: causeOf(event, document.held), before: had, after: has };
          changed.push([version, ...(has === had ? [] : [{ kind: "rule-changed", details }])]);
        });
        expect(recorded).toEqual(changed);
      }),
      RUNS,
    );
  });

  /** A default is the one rule that was never stated. */
  function causeOf({ event }: DocumentEvent, { rule }: HeldState) {
    if (event === "change-rule") return "edit";
    return rule.rules_accepted === 0 ? "default" : "upload";
  }

  it("decides for each held revision whether it stays, and records each version that comes or goes", () => {
    let same = 0;
    const KINDS = [
      "document-published",
      "document-unchanged",
      "document-deleted",
      "draft-saved",
      "draft-deleted",
    ] as const;
    fc.assert(
      fc.property(anySteps, (steps) => {
        const said: unknown[] = [];
        const expected: unknown[] = [];
        run(steps, ({ event, plan, before }) => {
          if (typeof plan === "string") return;
          const { publishes, waits, drops, head, entries, unchanged } = plan;
          same += unchanged ? 1 : 0;
          const drafts = [publishes?.revision, waits, ...drops].filter((name) => name === "draft");
          const kinds = KINDS.filter((kind) => entries.some((entry) => entry.kind === kind));
          const brought = [publishes?.revision, waits].includes("incoming");
          said.push([drafts, brought, kinds, head === undefined]);
          const is = {
            "document-published": publishes !== null,
            "document-unchanged": unchanged,
            "document-deleted": drops.includes("versions"),
            "draft-saved": waits === "incoming",
            "draft-deleted": drops.includes("draft") && waits !== "incoming",
          };
          expected.push([
            before.draft ? ["draft"] : [],
            "accepted" in event && !unchanged,
            KINDS.filter((kind) => is[kind]),
            !(is["document-published"] || is["document-deleted"]),
          ]);
        });
        expect(said).toEqual(expected);
      }),
      RUNS,
    );
    expect(same).toBeGreaterThan(5);
  });

  it("predicts the rule of the next version or of the waiting draft", () => {
    fc.assert(
      fc.property(anySteps, anyRule, (steps, default_rules) => {
        const foretold: unknown[] = [];
        const came: unknown[] = [];
        run(steps, ({ document: { held } }) => {
          const now = held.versions.length > 0 ? held.rule.access_rules : null;
          const ruleAfter = (event: DocumentEvent) => {
            const plan = planPublication(held, event);
            return typeof plan === "string" ? null : (plan.rule ?? held.rule).access_rules;
          };
          const { published, next_rules, draft } = standingOf(held, "d");
          foretold.push([published?.access_rules ?? null, next_rules ?? default_rules, draft?.access_rules ?? null]);
          const bare = { title: "", version: "", access_rules: null, default_rules, accepted: 1_000 };
          const next = ruleAfter({ event: "publish-draft", by_user: null });
          came.push([now, ruleAfter({ ...bare, event: "publish", by_user: null }), next]);
        });
        expect(foretold).toEqual(came);
      }),
      RUNS,
    );
  });
});

const anyNumber = fc.oneof(fc.integer({ min: -2, max: 9 }), fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY));
const anyStated = fc.record({ access_rules: anyRule, rules_accepted: anyNumber });
const anyHead = { title: fc.string(), version: fc.string() };
const anyLabel = { version_is_default: fc.boolean() };
const anyDay = fc.constantFrom("2027-03-31", TODAY, "2027-04-02", "2028-02-29");
const anyEnactment = {
  effective_from: fc.option(anyDay),
  note: fc.option(fc.string()),
  notice: fc.constantFrom("none" as const, "tell" as const, "confirm" as const),
  confirm_by: fc.option(anyDay),
};
const anyHeld: fc.Arbitrary<HeldState> = fc.record({
  day: anyDay,
  versions: fc
    .array(
      fc.record({
        ...{ ...anyHead, ...anyLabel, effective_from: anyDay, withdrawn: fc.boolean(), destroyed: fc.boolean() },
        accepted: anyNumber,
      }),
      { maxLength: 4 },
    )
    .map((versions) => versions.map((version, i) => ({ ...version, number: i + 1, note: null, kept_from: TODAY }))),
  numbered: fc.integer({ min: 4, max: 9 }),
  abolitions: fc.array(
    fc.record({
      ...{ effective_on: anyDay, versions: fc.nat(9), reason: fc.string(), replaced_by: fc.constant(null) },
      stated_on: anyDay,
    }),
    { maxLength: 2 },
  ),
  first_publication: fc.option(fc.record({ on: anyDay, is_recent: fc.boolean() })),
  is_confirmed: fc.boolean(),
  has_content: fc.boolean(),
  draft_has_content: fc.boolean(),
  accepted: anyNumber,
  rule: fc.record({ access_rules: anyRule, rules_accepted: anyNumber, rules_version: fc.integer({ min: 0, max: 3 }) }),
  four_eyes: fc.boolean(),
  draft: fc.option(
    fc.record({
      ...{ ...anyHead, ...anyLabel, ...anyEnactment, accepted: anyNumber, rule: fc.option(anyStated) },
      by_user: fc.constantFrom(null, "000001", "000002"),
      fields: fc.constantFrom(null, { owner: "HR" }),
    }),
  ),
  fields: fc.constantFrom(NO_FIELDS, { ...NO_FIELDS, owner: "HR" }),
  active_editors: fc.constantFrom([], ["000001"], ["000002"]),
  sender: fc.constantFrom(ADMIN, ...NO_ADMINS),
});
const by_user = fc.constantFrom(null, "000001");
const anyEvent: fc.Arbitrary<DocumentEvent> = fc.oneof(
  fc.record({
    event: fc.constantFrom<Kind>("publish", "save-draft"),
    by_user,
    ...anyHead,
    ...anyEnactment,
    access_rules: fc.option(anyRule),
    default_rules: anyRule,
    accepted: anyNumber,
  }),
  fc.record({ event: fc.constant("publish-draft" as const), by_user }),
  fc.record({
    event: fc.constant("abolish" as const),
    by_user,
    effective_on: anyDay,
    reason: fc.string(),
    replaced_by: fc.constant(null),
  }),
  fc.record({ event: fc.constant("cancel-abolition" as const), by_user }),
  fc.record({ event: fc.constant("delete-draft" as const), by_user }),
  fc.record({ event: fc.constant("return-draft" as const), by_user, comment: fc.string() }),
  fc.record({
    event: fc.constant("destroy" as const),
    number: fc.option(fc.integer({ min: 0, max: 5 })),
    by_user,
    legal_order: fc.constantFrom(null, "123"),
    retention_years: fc.integer({ min: 1, max: 9 }),
  }),
  fc.record({ event: fc.constant("withdraw" as const), by_user, number: fc.nat(5), reason: fc.string() }),
  fc.record({ event: fc.constant("change-version" as const), by_user, number: fc.nat(5), effective_from: anyDay }),
  fc.record({
    event: fc.constant("restore" as const),
    by_user,
    number: fc.integer({ min: 1, max: 9 }),
    ...anyHead,
    accepted: anyNumber,
  }),
  fc.record({ event: fc.constant("change-fields" as const), by_user, fields: fc.constantFrom({}, { owner: "HR" }) }),
  fc.record({ event: fc.constant("delete" as const), by_user, upload_waiting: fc.boolean() }),
  fc.record({
    event: fc.constant("change-rule" as const),
    by_user,
    access_rules: anyRule,
    expected: fc.option(anyNumber),
    cause: fc.constantFrom("edit" as const, "restore" as const),
  }),
);

/** Without four eyes and the uploader of the draft: then any administrator may do what the service may. */
const alone = (held: HeldState): HeldState => ({
  ...held,
  four_eyes: false,
  draft: held.draft && { ...held.draft, by_user: null },
});

describe("planPublication, for any held state and any event,", () => {
  it("throws nothing and does not change its input", () => {
    fc.assert(
      fc.property(anyHeld, anyEvent, (held, event) => {
        planPublication(frozen(held), frozen(event));
        standingOf(held, "d");
      }),
      RUNS,
    );
  });

  it("refuses every change by a sender who is not an active administrator, and allows one who is what the service may do", () => {
    const seen = new Set<unknown>();
    fc.assert(
      fc.property(anyHeld, anyEvent, (held, event) => {
        const by = (sender: HeldState["sender"]) =>
          planPublication({ ...alone(held), active_editors: [], sender }, { ...event, by_user: "000001" });
        const byService = planPublication(alone(held), { ...event, by_user: null });
        const refusal = typeof byService === "string" ? byService : "sender-not-admin";
        expect([ADMIN, ...NO_ADMINS].map(by)).toEqual([byService, ...NO_ADMINS.map(() => refusal)]);
        seen.add(refusal);
      }),
      RUNS,
    );
    expect(seen.size).toBe(12);
  });

  it("lets only the editors change a document, and every administrator if no editor is one", () => {
    fc.assert(
      fc.property(anyHeld, anyEvent, (held, event) => {
        const plan = planPublication({ ...alone(held), sender: ADMIN }, { ...event, by_user: "000001" });
        const byService = planPublication(alone(held), { ...event, by_user: null });
        const isOther = held.active_editors.length > 0 && !held.active_editors.includes("000001");
        expect(plan).toEqual(typeof byService !== "string" && isOther ? "not-editor" : byService);
      }),
      RUNS,
    );
  });
});

describe("planPublication with four eyes", () => {
  it("lets no user publish what they uploaded, keeps it as a draft, and changes nothing else", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(anyHeld, anyEvent, (held, given) => {
        const event = { ...given, by_user: "000001" };
        const by = (four_eyes: boolean) =>
          planPublication({ ...held, four_eyes, active_editors: [], sender: ADMIN }, event);
        const [two, four] = [by(false), by(true)];
        // A draft needs no day yet.
        if (two === "ended" || two === "confirm-by-past") return;
        if (typeof two === "string" || two.publishes === null) {
          expect(four).toEqual(two);
        } else if (two.publishes.revision === "draft") {
          const isOwn = held.draft?.by_user === "000001";
          expect(four).toEqual(isOwn ? "own-approval" : two);
          seen.add(isOwn ? "own" : "approved");
        } else if (typeof four === "string") {
          // Another draft was accepted later, or another decision waits.
          expect(["superseded", "repeated", "draft-waits"]).toContain(four);
        } else {
          const shows = inForce(held, held.day)?.number ?? null;
          expect(four).toMatchObject({ publishes: null, waits: "incoming", shows });
          expect(four.entries.map(({ kind }) => kind)).toContain("draft-saved");
          seen.add("kept");
        }
      }),
      RUNS,
    );
    expect([...seen].sort()).toEqual(["approved", "kept", "own"]);
  });

  it("does not ask the service itself", () => {
    fc.assert(
      fc.property(anyHeld, anyEvent, (held, given) => {
        const event = { ...given, by_user: null };
        expect(planPublication({ ...held, four_eyes: true }, event)).toEqual(
          planPublication({ ...held, four_eyes: false }, event),
        );
      }),
      RUNS,
    );
  });
});

describe("planPublication", () => {
  const upload = (event: Kind, accepted: number, access_rules: AccessRules | null): DocumentEvent => {
    const title = `${event} ${accepted}`;
    return { event, by_user: null, title, version: "1", access_rules, default_rules: EVERYONE, accepted };
  };
  const after = (...events: DocumentEvent[]) => {
    const document = new Document();
    for (let i = 0; i < 9; i++) document.accept();
    for (const event of events) document.apply(event);
    return document;
  };
  const board = restricted("board");
  const edit = (access_rules: AccessRules, expected: number | null = null): DocumentEvent => {
    return { event: "change-rule", by_user: null, access_rules, expected, cause: "edit" };
  };
  const PUBLISH_DRAFT: DocumentEvent = { event: "publish-draft", by_user: null };
  const DELETE: DocumentEvent = { event: "delete", by_user: null, upload_waiting: false };

  it("publishes nothing where the same is published, exactly if neither name nor rule would change", () => {
    const published = {
      ...{ event: "publish" as const, by_user: null, title: "T", version: "1", accepted: 1 },
      ...{ access_rules: null, default_rules: EVERYONE },
    };
    const again = { ...published, accepted: 2, version: "2", version_is_default: true };
    const outcomeOf = (event: DocumentEvent, has_content = true) => {
      const document = after(published);
      const plan = document.apply(event, has_content);
      return typeof plan === "string" ? plan : plan.unchanged;
    };
    expect(outcomeOf(again)).toBe(true);
    expect(outcomeOf({ ...again, version: "1", version_is_default: false })).toBe(true);
    expect(outcomeOf({ ...again, access_rules: EVERYONE })).toBe(true);
    expect(outcomeOf(again, false)).toBe(false);
    expect(outcomeOf({ ...again, title: "Other" })).toBe(false);
    expect(outcomeOf({ ...again, version_is_default: false })).toBe(false);
    expect(outcomeOf({ ...again, access_rules: board })).toBe(false);
    expect(outcomeOf({ ...again, event: "save-draft" })).toBe(false);
    const document = after(published);
    document.apply(again, true);
    expect(document.held).toMatchObject({ accepted: 2, versions: [{ version: "1" }] });
  });

  it("does not restore an older rule by a corrected draft, even if the rule stated since arrives after it", () => {
    const draft = upload("save-draft", 2, EVERYONE);
    const corrected = upload("save-draft", 4, null);
    const between = upload("publish", 3, board);
    for (const arrival of [
      [draft, between, corrected],
      [draft, corrected, between],
    ]) {
      const { held, shown } = after(upload("publish", 1, null), ...arrival, PUBLISH_DRAFT);
      expect(held.rule).toMatchObject({ access_rules: board, rules_accepted: 3 });
      expect(shown).toBe("save-draft 4");
    }
  });

  it("keeps a new document's rule over one that was stated before it, even if an older upload put it in force", () => {
    const { held } = after(upload("save-draft", 3, board), upload("publish", 1, null), upload("publish", 2, EVERYONE));
    expect(held.rule).toMatchObject({ access_rules: board, rules_accepted: 3 });
  });

  it("puts a draft's rule in force with the deletion of a document that has no other rule", () => {
    const document = after(upload("save-draft", 1, board));
    expect(document.apply(DELETE)).toMatchObject({
      shows: null,
      drops: ["draft"],
      accepted: "next",
      rule: { access_rules: board, rules_version: 1, rules_accepted: 1 },
      cause: "upload",
      entries: [{ kind: "rule-changed" }, { kind: "draft-deleted" }],
    });
    expect(document.apply(DELETE)).toBe("nothing-there");
  });

  it("publishes a restored version under the rule in force, drops an earlier draft, and records the number", () => {
    const restore = (accepted: number): DocumentEvent => {
      return { event: "restore", by_user: null, number: 4, title: "fourth", version: "1", accepted };
    };
    const document = after(upload("publish", 1, board), upload("save-draft", 2, EVERYONE));
    expect(document.apply(restore(3))).toMatchObject({
      publishes: { revision: "incoming", number: 2, effective_from: TODAY },
      shows: 2,
      waits: null,
      drops: ["draft"],
      rule: null,
      entries: [
        {
          kind: "document-published",
          details: {
            ...{ title: "fourth", version: "1", rule_outdated: false, restores: 4 },
            ...{ number: 2, effective_from: TODAY },
          },
        },
        { kind: "draft-deleted" },
      ],
    });
    document.apply(DELETE);
    expect(document.apply(restore(20))).toBe("nothing-there");
  });

  it("records the deletion of a document whose upload is not read yet", () => {
    const document = after();
    expect(document.apply(DELETE)).toBe("nothing-there");
    expect(document.apply({ ...DELETE, upload_waiting: true })).toMatchObject({ accepted: "next", entries: [] });
    expect(document.apply(upload("publish", 1, null))).toBe("superseded");
  });

  it("changes a rule only from the expected version, and records `restore` for one of the history", () => {
    const document = after(upload("publish", 1, board));
    expect(document.apply(edit(EVERYONE, 2))).toBe("lost");
    expect(document.apply(edit(EVERYONE, 1))).toMatchObject({ cause: "edit", rule: { rules_version: 2 } });
    expect(document.apply({ ...edit(board, 2), cause: "restore" } as DocumentEvent)).toMatchObject({
      cause: "restore",
      rule: { rules_version: 3, rules_accepted: "next" },
    });
    expect(document.apply(edit(board, 3))).toMatchObject({ cause: null, rule: { rules_version: 3 }, entries: [] });
  });
});
