import { beforeEach, describe, expect, it } from "@jest/globals";
import { aUser } from "@retrieval/contract";
import type { UserDirectory } from "@retrieval/core/ports";
import { departmentLookup } from "@retrieval/core/users";
import { given, type OpenUserDirectory } from "./open-users.js";

/** The contract of {@link UserDirectory} for the department master and the codes that come from it. */
export function departmentClauses(opened: () => OpenUserDirectory): void {
  let users: UserDirectory;
  beforeEach(() => {
    users = opened().users;
  });
  const master = [
    { code: "D2", name: "総務部" },
    { code: "D1", name: "経理部" },
    { code: "Ｄ", name: "経理部" },
    { code: "𠮷", name: "営業部" },
  ];

  describe("replaceDepartments", () => {
    it("replaces the old master completely, in code-point order", async () => {
      await users.replaceDepartments([{ code: "old", name: "旧" }, ...master], departmentLookup([]));
      await users.replaceDepartments(master, departmentLookup(master));
      expect((await users.departments()).map(({ code }) => code)).toEqual(["D1", "D2", "Ｄ", "𠮷"]);
      await users.replaceDepartments([], departmentLookup([]));
      expect(await users.departments()).toEqual([]);
    });

    it("resets codes that came from a name, and only those", async () => {
      const people = [
        aUser({ user_id: "moved", department: "総務部", department_code: "old" }),
        aUser({ user_id: "found", department: "営業部" }),
        aUser({ user_id: "same", department: "総務部", department_code: "D2" }),
        aUser({ user_id: "gone", department: "廃止部", department_code: "D9" }),
        aUser({ user_id: "ambiguous", department: "経理部", department_code: "D1" }),
        aUser({ user_id: "given", department: "総務部", department_code: "X", department_code_given: true }),
        aUser({ user_id: "given none", department: "総務部", department_code_given: true }),
        aUser({ user_id: "no name", department_code: "D7" }),
        aUser({ user_id: "retired", department: "総務部", is_active: false }),
      ];
      await given(users, ...people);
      expect(await users.replaceDepartments(master, departmentLookup(master))).toBe(5);
      const codes = new Map((await users.list({ limit: 100 })).map((user) => [user.user_id, user.department_code]));
      expect(codes).toEqual(
        new Map([
          ["ambiguous", null],
          ["found", "𠮷"],
          ["given", "X"],
          ["given none", null],
          ["gone", null],
          ["moved", "D2"],
          ["no name", "D7"],
          ["retired", "D2"],
          ["same", "D2"],
        ]),
      );
      expect(await users.replaceDepartments(master, departmentLookup(master))).toBe(0);
    });

    it("changes nothing when looking up a name fails", async () => {
      await users.replaceDepartments(master, departmentLookup(master));
      await given(users, aUser({ department: "総務部", department_code: "D2" }));
      const failing = users.replaceDepartments([], () => {
        throw new RangeError("no");
      });
      await expect(failing).rejects.toThrow(RangeError);
      expect(await users.departments()).toHaveLength(4);
      expect(await users.find("100001")).toMatchObject({ department_code: "D2" });
    });
  });

  describe("codeChanges", () => {
    const people = [
      aUser({ user_id: "𠮷", department: "総務部", department_code: "old", permission_groups: ["z", "a"] }),
      aUser({ user_id: "Ａ", department: "経理部", department_code: "D1", role: "admin" }),
      aUser({ user_id: "2", department: "営業部", is_active: false }),
      aUser({ user_id: "10", department: "廃止部", department_code: "D9" }),
      aUser({ user_id: "same", department: "総務部", department_code: "D2" }),
      aUser({ user_id: "still none", department: "廃止部" }),
      aUser({ user_id: "given", department: "総務部", department_code: "X", department_code_given: true }),
      aUser({ user_id: "no name", department_code: "D7" }),
    ];

    it("returns the users whose code a master would change, with their access fields, and the new code", async () => {
      await given(users, ...people);
      const standing = { role: "user", permission_groups: [], is_active: true };
      expect(await users.codeChanges(departmentLookup(master))).toEqual([
        { user: { ...standing, user_id: "10", department_code: "D9" }, code: null },
        { user: { ...standing, user_id: "2", department_code: null, is_active: false }, code: "𠮷" },
        { user: { ...standing, user_id: "Ａ", department_code: "D1", role: "admin" }, code: null },
        { user: { ...standing, user_id: "𠮷", department_code: "old", permission_groups: ["z", "a"] }, code: "D2" },
      ]);
    });

    it("writes nothing, and names exactly the users that replacing the master then changes", async () => {
      await users.replaceDepartments([{ code: "old", name: "総務部" }], departmentLookup([]));
      await given(users, ...people);
      const before = await users.list({ limit: 100 });
      const foreseen = await users.codeChanges(departmentLookup(master));
      expect(await users.list({ limit: 100 })).toEqual(before);
      expect(await users.departments()).toEqual([{ code: "old", name: "総務部" }]);

      expect(await users.replaceDepartments(master, departmentLookup(master))).toBe(foreseen.length);
      const changed = new Map(foreseen.map(({ user: { user_id }, code }) => [user_id, { department_code: code }]));
      const expected = before.map((user) => ({ ...user, ...changed.get(user.user_id) }));
      expect(await users.list({ limit: 100 })).toEqual(expected);
      expect(await users.codeChanges(departmentLookup(master))).toEqual([]);
    });

    it("needs as many statements for 100 users as for one", async () => {
      const hundred = Array.from({ length: 100 }, (_, i) => aUser({ user_id: `${i}`, department: `${i}部` }));
      const units = hundred.map(({ department }, i) => ({ code: `D${i}`, name: `${department}` }));
      const look = () => users.codeChanges(departmentLookup(units));
      await given(users, ...hundred.slice(0, 1));
      const forOne = await opened().countStatements(look);
      await given(users, ...hundred);
      expect(await look()).toHaveLength(100);
      expect(await opened().countStatements(look)).toBe(forOne);
      expect(forOne).toBeGreaterThan(0);
    });

    it("fails as looking up a name fails", async () => {
      await given(users, aUser({ department: "総務部" }));
      const failing = users.codeChanges(() => {
        throw new RangeError("no");
      });
      await expect(failing).rejects.toThrow(RangeError);
    });
  });
}
