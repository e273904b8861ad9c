import { describe, expect, it } from "@jest/globals";
import type { Role } from "../../src/access/role.js";
import { CLOSED, EVERYONE } from "../../src/access/rules.js";
import type { FoundNotice, TellingVersion } from "../../src/notices/notice.js";
import { shownNotices, standingNotices } from "../../src/notices/shown-notices.js";

const DAY = "2026-11-26";
const dated = (number: number, effective_from: string, fields: Partial<TellingVersion> = {}): TellingVersion => ({
  ...{ number, effective_from, withdrawn: false, notice: "tell" },
  ...fields,
});

/** A notice of the first version of a document of its own, unless it says otherwise. */
function aNotice(document_id: string, fields: Partial<FoundNotice> = {}): FoundNotice {
  const { number = 1, effective_from = DAY } = fields;
  return {
    document_id,
    ...{ title: document_id, number, version: effective_from, notice: "tell", note: null, effective_from },
    ...{ confirm_by: null, read_at: null, confirmed_at: null, reminded_at: null, at_deadline: null },
    ...{ access_rules: EVERYONE, published_on: "2026-01-01", confirmed_on: null },
    life: { versions: [dated(number, effective_from)], day: DAY, abolitions: [] },
    ...fields,
  };
}

const idsOf = (notices: readonly FoundNotice[]) => notices.map(({ document_id }) => document_id);

describe("the notices of a reader", () => {
  it("begin with what is to confirm, the reminded first, then what is coming, then what came into force", () => {
    const confirm = { notice: "confirm", effective_from: "2027-04-01" } as const;
    const found = [
      aNotice("new", { effective_from: "2026-11-20" }),
      aNotice("newer", { effective_from: "2026-11-25" }),
      aNotice("later", { effective_from: "2027-01-02" }),
      aNotice("sooner", { effective_from: "2027-01-01" }),
      aNotice("no-last-day", confirm),
      aNotice("last-day", { ...confirm, confirm_by: "2026-12-19" }),
      aNotice("earlier-last-day", { ...confirm, confirm_by: "2026-12-18" }),
      aNotice("reminded", { ...confirm, confirm_by: "2027-03-01", reminded_at: 1 }),
      aNotice("confirmed", { ...confirm, effective_from: "2027-02-01", confirmed_at: 1 }),
    ];
    expect(idsOf(shownNotices(found, "user"))).toEqual([
      ...["reminded", "earlier-last-day", "last-day", "no-last-day"],
      ...["sooner", "later", "confirmed", "newer", "new"],
    ]);
  });

  it("end 30 days after the version came into force or was confirmed, unless it is to confirm", () => {
    const on = (effective_from: string, fields: Partial<FoundNotice> = {}) =>
      shownNotices([aNotice("rule", { effective_from, ...fields })], "user").length;
    expect([on("2026-10-28"), on("2026-10-27")]).toEqual([1, 0]);
    expect(on("2026-01-01", { published_on: "2026-10-28" })).toBe(1);
    expect(on("2026-10-27", { notice: "confirm" })).toBe(1);
    expect(on("2026-10-27", { notice: "confirm", confirmed_at: 1 })).toBe(0);
    expect(on("2026-10-27", { notice: "confirm", confirmed_at: 1, confirmed_on: "2026-10-28" })).toBe(1);
    const confirmed = aNotice("rule", { effective_from: "2020-01-01", notice: "confirm", confirmed_at: 1 });
    expect(standingNotices([confirmed], "user")).toMatchObject([{ standing: "in_force", notice: "confirm" }]);
  });

  it("have no version that is past, withdrawn or ended by an abolition", () => {
    const versions = [dated(1, "2026-11-01"), dated(2, "2026-11-20"), dated(3, "2026-12-01", { withdrawn: true })];
    const notices = (abolitions: FoundNotice["life"]["abolitions"]) =>
      versions.map(({ number, effective_from }) =>
        aNotice(`version-${number}`, { number, effective_from, life: { versions, day: DAY, abolitions } }),
      );
    expect(idsOf(shownNotices(notices([]), "user"))).toEqual(["version-2"]);
    expect(idsOf(shownNotices(notices([{ effective_on: DAY, versions: 3 }]), "user"))).toEqual([]);
  });

  it("go on after a later version without a notice, and end with the next one that has one", () => {
    const notices = (notice: TellingVersion["notice"]) =>
      shownNotices(
        [
          aNotice("rule", {
            notice: "confirm",
            life: { versions: [dated(1, DAY), dated(2, DAY, { notice })], day: DAY, abolitions: [] },
          }),
        ],
        "user",
      );
    expect(notices("none")).toMatchObject([{ number: 1, notice: "confirm" }]);
    expect(notices("tell")).toEqual([]);
  });

  it("compare the version before their day with the last text of their day, which a version without a notice corrects", () => {
    const versions = [
      dated(1, "2026-01-01", { notice: "none" }),
      dated(2, "2026-12-01"),
      dated(3, "2026-12-01", { notice: "none" }),
    ];
    const [corrected, first] = [versions, versions.slice(1)].map((versions) => {
      const life = { versions, day: DAY, abolitions: [] };
      return shownNotices([aNotice("rule", { number: 2, effective_from: "2026-12-01", life })], "user");
    });
    expect(corrected).toMatchObject([{ number: 2, before: 1, after: 3 }]);
    expect(first).toMatchObject([{ number: 2, before: null, after: 3 }]);
  });

  it("ask only those to confirm who could read the document at the end of the last day", () => {
    const user = {
      user_id: "1",
      display_name: "1",
      role: "user",
      department_code: null,
      permission_groups: [],
    } as const;
    const asked = (at_deadline: FoundNotice["at_deadline"], role: Role = "user") =>
      standingNotices([aNotice("rule", { notice: "confirm", at_deadline })], role)[0]?.notice === "confirm";
    expect(asked(null)).toBe(true);
    expect(asked({ rules: EVERYONE, user: { ...user, is_active: true } })).toBe(true);
    expect(asked({ rules: EVERYONE, user: { ...user, is_active: false } })).toBe(false);
    expect(asked({ rules: CLOSED, user: { ...user, is_active: true } })).toBe(false);
    expect(asked({ rules: EVERYONE, user: null })).toBe(false);
    expect(asked(null, "admin")).toBe(false);
  });
});
