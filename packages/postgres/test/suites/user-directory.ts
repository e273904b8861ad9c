import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { aUser, HOSTILE_NAMES } from "@retrieval/contract";
import { CLOSED, EVERYONE } from "@retrieval/core";
import type { UserDirectory } from "@retrieval/core/ports";
import { departmentLookup } from "@retrieval/core/users";
import { given, type LeftOutOfUserDirectory, type OpenUserDirectory } from "./open-users.js";
import { directoryChangeClauses } from "./user-directory-changes.js";
import { deactivationClauses } from "./user-directory-deactivations.js";
import { departmentClauses } from "./user-directory-departments.js";

/**
 * The contract of {@link UserDirectory}.
 * @param open an empty directory
 */
export function userDirectoryContract(
  name: string,
  open: () => Promise<OpenUserDirectory>,
  leftOut: LeftOutOfUserDirectory = {},
): void {
  describe(`${name} keeps the contract of UserDirectory`, () => {
    let opened: OpenUserDirectory;
    let users: UserDirectory;
    beforeEach(async () => {
      opened = await open();
      users = opened.users;
    });
    afterEach(() => opened.close());

    const idsOf = (found: readonly { user_id: string }[]) => found.map(({ user_id }) => user_id);

    describe("users to whom rules apply", () => {
      const { display_name } = aUser({});
      const named = (...user_ids: string[]) => user_ids.map((user_id) => ({ user_id, display_name }));
      beforeEach(() =>
        given(
          users,
          aUser({ user_id: "2", department_code: "D1", permission_groups: ["g", "g"] }),
          aUser({ user_id: "1" }),
          aUser({ user_id: "3", is_active: false, department_code: "D1" }),
          aUser({ user_id: "4", role: "admin", department_code: "D1" }),
          aUser({ user_id: "5", role: "developer", department_code: "D1" }),
          aUser({ user_id: "𠮷", permission_groups: ["g"] }),
          aUser({ user_id: "Ａ" }),
        ),
      );

      it("leavers are the active users who are not named, with their roles, in order", async () => {
        const of = (user_id: string, role = "user") => ({ user_id, display_name, role });
        const staff = [of("4", "admin"), of("5", "developer")];
        expect(await users.leavers([])).toEqual([of("1"), of("2"), ...staff, of("Ａ"), of("𠮷")]);
        expect(await users.leavers(["2", "4", "A", "𠮷", "6", "a\0b", "\uD800"])).toEqual([
          ...[of("1"), of("5", "developer"), of("Ａ")],
        ]);
      });

      it("ruleEffects counts those who gain and lose, over all changes and for each, and names the first", async () => {
        const [department, group] = [{ allowed_department_codes: ["D1"] }, { allowed_groups: ["g"] }];
        const changes = [
          { before: CLOSED, after: { ...CLOSED, ...department } },
          { before: { ...CLOSED, ...group }, after: EVERYONE },
          { before: { ...CLOSED, ...group }, after: { ...CLOSED, allowed_users: ["1", "3", "4", "6"] } },
          { before: EVERYONE, after: { ...EVERYONE, ...department } },
        ];
        const [none, documents] = [{ count: 0, users: [] }, (n: number) => ({ display_name, documents: n })];
        const gained = [
          { user_id: "1", ...documents(2) },
          { user_id: "2", ...documents(1) },
          { user_id: "Ａ", ...documents(1) },
        ];
        const lost = [
          { user_id: "2", ...documents(1) },
          { user_id: "𠮷", ...documents(1) },
        ];
        expect(await users.ruleEffects(changes, { over_all: 9, each: 9 })).toEqual({
          gained: { count: 3, users: gained },
          lost: { count: 2, users: lost },
          changes: [
            { now: 0, gained: { count: 1, users: named("2") }, lost: none },
            { now: 2, gained: { count: 2, users: named("1", "Ａ") }, lost: none },
            { now: 2, gained: { count: 1, users: named("1") }, lost: { count: 2, users: named("2", "𠮷") } },
            { now: 4, gained: none, lost: none },
          ],
        });
        const fewer = await users.ruleEffects(changes, { over_all: 2, each: 1 });
        expect(fewer).toMatchObject({
          gained: { count: 3, users: gained.slice(0, 2) },
          lost: { count: 2, users: lost },
        });
        expect(fewer.changes[1]?.gained).toEqual({ count: 2, users: named("1") });
        const counted = await users.ruleEffects(changes, { over_all: 0, each: 0 });
        expect([counted.gained, counted.changes[2]?.lost]).toEqual([
          { count: 3, users: [] },
          { count: 2, users: [] },
        ]);
      });
    });

    it("dates begin with the first state, and with the change to the present one", async () => {
      const states = [true, true, false, true, true];
      const after: number[] = [];
      for (const [i, is_active] of states.entries()) {
        await given(users, aUser({ user_id: "1", role: i % 2 === 0 ? "user" : "developer", is_active }));
        after.push((await users.dates("1"))?.state_since ?? Number.NaN);
      }
      const [first, second, third, fourth, fifth] = after as [number, number, number, number, number];
      expect([second, fifth]).toEqual([first, fourth]);
      expect([third > second, fourth > third]).toEqual([true, true]);
      expect(await users.dates("1")).toEqual({ registered_at: first, state_since: fourth });
      for (const unknown of ["2", "1 ", "", "\0"]) expect(await users.dates(unknown)).toBeNull();
    });

    describe("find", () => {
      it("returns the whole user", async () => {
        const user = aUser({
          department: "総務部",
          department_code: "D10",
          department_code_given: true,
          email: "taro@example.com",
          role: "developer",
          permission_groups: ["z", "a"],
          is_active: false,
          password_hash: "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA",
          sessions: 2_147_483_647,
        });
        await given(users, user);
        expect(await users.find(user.user_id)).toEqual(user);
      });

      it("returns null for an unknown user", async () => {
        await given(users, aUser());
        expect(await users.find("nobody")).toBeNull();
      });

      it("compares ids exactly, character by character", async () => {
        await given(users, aUser({ user_id: "Ab1" }), aUser({ user_id: "が" }), aUser({ user_id: "a\uFFFD" }));
        for (const other of [
          "ab1",
          "AB1",
          "Ａb1",
          "Ab1 ",
          " Ab1",
          "0Ab1",
          "か\u3099",
          "Ab1\0",
          "a\uD800",
          "A%",
          "",
          "\0",
        ]) {
          expect(await users.find(other)).toBeNull();
        }
      });

      it("sees each change that was acknowledged", async () => {
        await given(users, aUser({ is_active: true }));
        await users.find("100001");
        await given(users, aUser({ is_active: false }));
        expect(await users.find("100001")).toMatchObject({ is_active: false });
      });
    });

    describe("texts", () => {
      it.each(HOSTILE_NAMES)("come back byte for byte: %j", async (name) => {
        const user = aUser({
          user_id: name,
          display_name: name,
          department: name,
          department_code: name,
          email: name,
          permission_groups: [name, "", `${name},"`, name],
        });
        await given(users, user, aUser());
        expect(await users.find(name)).toEqual(user);
        expect(idsOf(await users.list({ query: name, limit: 10 }))).toContain(name);
        await users.replaceDepartments([{ code: name, name }], () => ({ code: null, why: "unknown" }));
        expect(await users.departments()).toEqual([{ code: name, name }]);
      });
    });

    describe("list", () => {
      // UTF-16 units, and most collations, order these differently.
      const ORDERED = ["", "00", "0１", "1", "10", "9", "A", "B", "a", "é", "あ", "神", "\uFA19", "Ａ", "𠮷"].slice(1);

      it("is in code-point order", async () => {
        await given(users, ...[...ORDERED].reverse().map((user_id) => aUser({ user_id })));
        expect(idsOf(await users.list({ limit: 100 }))).toEqual(ORDERED);
      });

      it("visits every user once, page by page", async () => {
        await given(users, ...ORDERED.map((user_id) => aUser({ user_id })));
        const seen: string[] = [];
        for (let page = idsOf(await users.list({ limit: 4 })); page.length > 0; ) {
          expect(page.length).toBeLessThanOrEqual(4);
          seen.push(...page);
          page = idsOf(await users.list({ limit: 4, after: seen.at(-1) as string }));
        }
        expect(seen).toEqual(ORDERED);
      });

      it.each([
        ["山田", ["1"]],
        ["田 太", ["1"]],
        ["ｶﾄｳ", ["2"]],
        ["カトウ", ["2"]],
        ["smith", ["Ab3"]],
        ["ＳＭＩＴＨ", ["Ab3"]],
        ["b3", ["Ab3"]],
        ["élan", ["4"]],
        ["100%", ["4"]],
        ["%", ["4"]],
        ["_", ["5"]],
        ["\\", ["5"]],
        ["'", ["Ab3"]],
        ["Ab3O", []],
        ["nobody", []],
        ["\0", []],
        ["\uD842", []],
        ["", ["1", "2", "4", "5", "Ab3"]],
      ])("finds %j in id and name, without regard to case and width", async (query, expected) => {
        await given(
          users,
          aUser({ user_id: "1", display_name: "山田 太郎", department: "smith" }),
          aUser({ user_id: "2", display_name: "カトウ 𠮷" }),
          aUser({ user_id: "Ab3", display_name: "O'Smith" }),
          aUser({ user_id: "4", display_name: "ÉLAN 100%" }),
          aUser({ user_id: "5", display_name: "a_b\\c" }),
        );
        expect(idsOf(await users.list({ query, limit: 10 }))).toEqual(expected);
      });

      it("finds users without a department code, combined with the other conditions", async () => {
        await given(
          users,
          aUser({ user_id: "1", department: "総務部" }),
          aUser({ user_id: "2", department_code: "D1" }),
          aUser({ user_id: "3", is_active: false }),
          aUser({ user_id: "4", display_name: "Other" }),
        );
        const query = { without_department_code: true, limit: 10 };
        expect(idsOf(await users.list(query))).toEqual(["1", "3", "4"]);
        expect(idsOf(await users.list({ ...query, query: "山", after: "1" }))).toEqual(["3"]);
        expect(idsOf(await users.list({ ...query, limit: 1 }))).toEqual(["1"]);
      });
    });

    describe("look", () => {
      it("returns the state that a change would be planned from", async () => {
        const admin = aUser({ user_id: "1", role: "admin" });
        await given(users, admin, aUser({ user_id: "2", role: "admin", is_active: false }), aUser({ user_id: "3" }));
        await users.replaceDepartments([{ code: "D1", name: "総務部" }], departmentLookup([]));
        const ids = ["nobody", "3", "1", "3", "a\0b", "\uD800"];
        const looked = await users.look(ids);
        expect(looked.existing).toEqual(
          new Map([
            ["1", admin],
            ["3", aUser({ user_id: "3" })],
          ]),
        );
        expect(looked.active_admins).toEqual(["1"]);
        expect(looked.departments).toEqual([{ code: "D1", name: "総務部" }]);
        const { kept } = await users.change(ids, (state) => ({ records: [], kept: state }));
        expect(kept).toEqual(looked);
      });

      it("returns which of the given keys a user has, as code or group", async () => {
        await given(
          users,
          aUser({ user_id: "1", department_code: "D1" }),
          aUser({ user_id: "2", permission_groups: ["g", "名\u200B"], is_active: false }),
        );
        const keys = ["D1", "d1", "g", "名\u200B", "名", "1", "", "a\0b", "\uD800"];
        const known_keys = new Set(["D1", "g", "名\u200B"]);
        expect((await users.look([], { keys })).known_keys).toEqual(known_keys);
        const { kept } = await users.change([], (state) => ({ records: [], kept: state.known_keys }), { keys });
        expect(kept).toEqual(known_keys);
        expect((await users.look([])).known_keys).toEqual(new Set());
      });

      it("without users still returns departments and admins", async () => {
        await given(users, aUser({ role: "admin" }));
        expect(await users.look([])).toMatchObject({ existing: new Map(), active_admins: ["100001"] });
      });
    });

    it("sameButLeadingZeros finds employee numbers that lost their zeros, or have too many", async () => {
      await given(users, ...["00123", "456", "7", "0", "a0", "00456x"].map((user_id) => aUser({ user_id })));
      const found = await users.sameButLeadingZeros([
        "123",
        "0123",
        "00123",
        "000456",
        "7",
        "00",
        "0a0",
        "456x",
        "12",
        "\0",
        "０7",
      ]);
      expect(found).toEqual(
        new Map([
          ["123", "00123"],
          ["0123", "00123"],
          ["000456", "456"],
          ["00", "0"],
          ["0a0", "a0"],
          ["456x", "00456x"],
        ]),
      );
      expect(await users.sameButLeadingZeros([])).toEqual(new Map());
    });

    departmentClauses(() => opened);
    directoryChangeClauses(() => opened, leftOut);
    deactivationClauses(() => opened, leftOut);
  });
}
