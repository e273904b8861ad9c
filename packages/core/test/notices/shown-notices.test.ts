import { describe, expect, it } from "@jest/globals";
import { CLOSED, EVERYONE } from "../../src/access/rules.js";
import type { FoundNotice } from "../../src/notices/notice.js";
import { shownNotices, standingNotices, versionBefore } from "../../src/notices/shown-notices.js";

const DAY = "2026-11-26";
const dated = (number: number, effective_from: string, withdrawn = false) => ({ number, effective_from, withdrawn });

/** A notice of the first version of a document of its own, unless it says otherwise. */
function aNotice(document_id: string, fields: Partial<FoundNotice> = {}): FoundNotice {
  const { number = 1, effective_from = DAY } = fields;
  return {
    document_id,
    ...{ title: document_id, number, version: effective_from, notice: "tell", note: null, effective_from },
    ...{ confirm_by: null, read_at: null, confirmed_at: null, reminded_at: null, at_deadline: null },
    access_rules: EVERYONE,
    life: { versions: [dated(number, effective_from)], abolished: null },
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
    expect(idsOf(shownNotices(found, DAY))).toEqual([
      ...["reminded", "earlier-last-day", "last-day", "no-last-day"],
      ...["sooner", "later", "confirmed", "newer", "new"],
    ]);
  });

  it("end 30 days after the version came into force, unless it is to confirm", () => {
    const on = (effective_from: string, fields: Partial<FoundNotice> = {}) =>
      shownNotices([aNotice("rule", { effective_from, ...fields })], DAY).length;
    expect([on("2026-10-28"), on("2026-10-27")]).toEqual([1, 0]);
    expect(on("2026-10-27", { notice: "confirm" })).toBe(1);
    expect(on("2026-10-27", { notice: "confirm", confirmed_at: 1 })).toBe(0);
    const confirmed = aNotice("rule", { effective_from: "2020-01-01", notice: "confirm", confirmed_at: 1 });
    expect(standingNotices([confirmed], DAY)).toMatchObject([{ standing: "in_force", asked: true }]);
  });

  it("have no version that is past, withdrawn or ended by an abolition", () => {
    const versions = [dated(1, "2026-11-01"), dated(2, "2026-11-20"), dated(3, "2026-12-01", true)];
    const notices = (abolished: FoundNotice["life"]["abolished"]) =>
      versions.map(({ number, effective_from }) =>
        aNotice(`version-${number}`, { number, effective_from, life: { versions, abolished } }),
      );
    expect(idsOf(shownNotices(notices(null), DAY))).toEqual(["version-2"]);
    expect(idsOf(shownNotices(notices({ effective_on: DAY, versions: 3 }), DAY))).toEqual([]);
  });

  it("ask only those to confirm who could read the document at the end of the last day", () => {
    const user = {
      user_id: "1",
      display_name: "1",
      role: "user",
      department_code: null,
      permission_groups: [],
    } as const;
    const asked = (at_deadline: FoundNotice["at_deadline"]) =>
      standingNotices([aNotice("rule", { notice: "confirm", at_deadline })], DAY)[0]?.asked;
    expect(asked(null)).toBe(true);
    expect(asked({ rules: EVERYONE, user: { ...user, is_active: true } })).toBe(true);
    expect(asked({ rules: EVERYONE, user: { ...user, is_active: false } })).toBe(false);
    expect(asked({ rules: CLOSED, user: { ...user, is_active: true } })).toBe(false);
    expect(asked({ rules: EVERYONE, user: null })).toBe(false);
  });
});

it("a version is compared with the one that is in force before its day", () => {
  const versions = [
    dated(1, "2026-04-01"),
    dated(2, "2026-10-01"),
    dated(3, "2026-10-01"),
    dated(4, "2026-07-01", true),
  ];
  const before = (effective_from: string) => versionBefore({ effective_from }, versions)?.number ?? null;
  expect(["2026-04-01", "2026-07-01", "2026-10-01", "2027-01-01"].map(before)).toEqual([null, 1, 1, 3]);
});
