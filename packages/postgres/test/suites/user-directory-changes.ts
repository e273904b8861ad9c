import { beforeEach, describe, expect, it } from "@jest/globals";
import { aUser, describeUnless } from "@retrieval/contract";
import { SenderNotAdminError } from "@retrieval/core/errors";
import type { UserDirectory } from "@retrieval/core/ports";
import { applyChanges, departmentLookup, type User } from "@retrieval/core/users";
import { given, type LeftOutOfUserDirectory, type OpenUserDirectory } from "./open-users.js";

/** A bulk import that updates, without a caller. */
const BULK = {
  update_existing: true,
  caller_id: null,
  via: "bulk",
  yes_deactivate: 0,
} as const;

/** The contract of {@link UserDirectory.change}. */
export function directoryChangeClauses(opened: () => OpenUserDirectory, leftOut: LeftOutOfUserDirectory): void {
  let users: UserDirectory;
  beforeEach(() => {
    users = opened().users;
  });

  const hundred = Array.from({ length: 100 }, (_, i) => aUser({ user_id: `1${String(i).padStart(3, "0")}` }));
  const idsOf = (records: readonly User[]) => records.map(({ user_id }) => user_id);
  const write = (records: readonly User[]) => users.change(idsOf(records), () => ({ records, kept: null }));

  describe("change", () => {
    it("writes new and changed users, and returns what the plan kept", async () => {
      await given(users, aUser({ user_id: "1", email: "old@example.com", permission_groups: ["a"] }));
      const changed = aUser({ user_id: "1", email: null, permission_groups: [] });
      const { kept, refused } = await users.change(["1", "2"], ({ existing }) => ({
        records: [changed, aUser({ user_id: "2" })],
        kept: [...existing.keys()],
      }));
      expect(kept).toEqual(["1"]);
      expect(refused).toEqual(new Map());
      expect(await users.find("1")).toEqual(changed);
      expect(await users.find("2")).toEqual(aUser({ user_id: "2" }));
    });

    it("does not change other users", async () => {
      await given(users, aUser({ user_id: "1" }), aUser({ user_id: "2" }));
      await users.change(["1", "2"], () => ({ records: [aUser({ user_id: "2", is_active: false })], kept: null }));
      await users.change([], () => ({ records: [], kept: null }));
      expect(await users.find("1")).toEqual(aUser({ user_id: "1" }));
    });

    it("writes nothing when the plan throws, and throws the same", async () => {
      const fault = new RangeError("the plan failed");
      const failing = users.change(["1"], () => {
        throw fault;
      });
      await expect(failing).rejects.toBe(fault);
      await given(users, aUser());
    });

    it("needs as many statements for 100 users as for one", async () => {
      const forOne = await opened().countStatements(() => write(hundred.slice(0, 1)));
      expect(await opened().countStatements(() => write(hundred))).toBe(forOne);
      expect(forOne).toBeGreaterThan(0);
      expect(forOne).toBeLessThan(10);
    });
  });

  describe("a record that the database itself refuses", () => {
    it.each([0, 57, 99])(
      "is answered with its problem, and the others are written (number %d of 100)",
      async (place) => {
        const rule = await opened().refuseEmail("refused@example.com");
        const records = hundred.map((user, i) => (i === place ? { ...user, email: "refused@example.com" } : user));
        const { refused } = await write(records);
        expect([...refused]).toEqual([[records[place]?.user_id, { code: "storage.not_allowed", constraint: rule }]]);
        expect((await users.list({ limit: 200 })).length).toBe(99);
      },
    );

    it.each([
      ["U+0000", "a\0b"],
      ["a lone high surrogate", "a\uD842"],
      ["a lone low surrogate", "\uDFB7a"],
    ])("is one with %s in any text", async (_, text) => {
      const records = [
        aUser({ user_id: "name", display_name: text }),
        aUser({ user_id: "department", department: text }),
        aUser({ user_id: "group", permission_groups: ["a", text] }),
        aUser({ user_id: text }),
        aUser({ user_id: "fine" }),
      ];
      const { refused } = await write(records);
      expect(new Set(refused.keys())).toEqual(new Set(["name", "department", "group", text]));
      for (const problem of refused.values()) expect(problem).toEqual({ code: "storage.character" });
      expect(idsOf(await users.list({ limit: 10 }))).toEqual(["fine"]);
    });

    it("does not change if it existed", async () => {
      await opened().refuseEmail("refused@example.com");
      await given(users, aUser({ display_name: "before" }));
      const { kept, refused } = await users.change(["100001"], () => ({
        records: [aUser({ display_name: "after", email: "refused@example.com" })],
        kept: "kept",
      }));
      expect(kept).toBe("kept");
      expect(refused.size).toBe(1);
      expect(await users.find("100001")).toMatchObject({ display_name: "before", email: null });
    });

    it("may be every user of a change", async () => {
      await opened().refuseEmail("refused@example.com");
      const { refused } = await write(hundred.slice(0, 9).map((user) => ({ ...user, email: "refused@example.com" })));
      expect(refused.size).toBe(9);
      expect(await users.list({ limit: 10 })).toEqual([]);
    });
  });

  describe("changes by a sender who is not an active administrator at that time", () => {
    const senders = [aUser({ user_id: "A" }), aUser({ user_id: "B", role: "admin", is_active: false })];
    const bulk = (caller_id: string) =>
      applyChanges(
        [{ user_id: "new", display_name: "新人" }],
        {
          ...BULK,
          caller_id,
        },
        users,
      );
    const changes: Readonly<Record<string, (sender: string) => Promise<unknown>>> = {
      users: bulk,
      "the department master": (sender) => users.replaceDepartments([], departmentLookup([]), sender),
    };

    it.each(Object.entries(changes))("to %s are refused, and nothing is written", async (_, change) => {
      const state = async () => [idsOf(await users.list({ limit: 10 })), await users.departments()];
      const master = [{ code: "D1", name: "総務部" }];
      await given(users, ...senders, aUser({ user_id: "C", role: "admin" }));
      await users.replaceDepartments(master, departmentLookup(master));
      const before = await state();
      for (const sender of ["A", "B", "unknown"]) {
        await expect(change(sender)).rejects.toThrow(SenderNotAdminError);
        expect(await state()).toEqual(before);
      }
      await change("C");
      expect(await state()).not.toEqual(before);
    });
  });

  describe("concurrent changes", () => {
    it("lose nothing: each sees those acknowledged before", () => losesNothing([users]));
    it("in opposite order of their users do not stop each other", () => crossesWithoutDeadlock([users, users]));
    it("never remove the last active admin", () => keepsOneAdmin([users, users]));
    it("create a user once", () => createsOnce([users]));
  });

  describeUnless(leftOut.severalInstances, "changes at once on several instances", () => {
    const both = () => [users, opened().elsewhere ?? users];
    it("lose nothing: each sees those acknowledged before", () => losesNothing(both()));
    it("in opposite order of their users do not stop each other", () => crossesWithoutDeadlock(both()));
    it("never remove the last active admin", () => keepsOneAdmin(both()));
    it("create a user once", () => createsOnce(both()));

    it("are seen by the other instance immediately", async () => {
      const { elsewhere } = opened();
      for (const is_active of [true, false, true]) {
        await given(users, aUser({ is_active }));
        expect(await elsewhere?.find("100001")).toMatchObject({ is_active });
      }
    });

    it("and a new department master run one after the other: no code is left that the master does not have", async () => {
      const [here, there] = both() as [UserDirectory, UserDirectory];
      for (let round = 0; round < 10; round++) {
        const master = [{ code: `D${round}`, name: "総務部" }];
        const changes = [{ user_id: "100001", display_name: `round ${round}`, department: "総務部" }];
        await Promise.all([
          here.replaceDepartments(master, departmentLookup(master)),
          applyChanges(changes, BULK, there),
        ]);
        expect(await users.find("100001")).toMatchObject({
          display_name: `round ${round}`,
          department_code: `D${round}`,
        });
      }
    });
  });

  async function losesNothing(doors: readonly UserDirectory[]): Promise<void> {
    await given(users, aUser());
    const groups = Array.from({ length: 20 }, (_, i) => `group ${i}`);
    await Promise.all(
      groups.map((group, i) =>
        (doors[i % doors.length] as UserDirectory).change(["100001"], ({ existing }) => {
          const user = existing.get("100001") as User;
          return { records: [{ ...user, permission_groups: [...user.permission_groups, group] }], kept: null };
        }),
      ),
    );
    expect([...((await users.find("100001"))?.permission_groups ?? [])].sort()).toEqual([...groups].sort());
  }

  async function crossesWithoutDeadlock(doors: readonly UserDirectory[]): Promise<void> {
    await given(users, ...hundred);
    const reversed = [...hundred].reverse();
    const rounds = Array.from({ length: 10 }, (_, round) =>
      doors.map((door, i) => {
        const records = (i % 2 ? reversed : hundred).map((user) => ({ ...user, email: `${i}@${round}` }));
        return door.change(idsOf(records), () => ({ records, kept: null }));
      }),
    );
    for (const { refused } of await Promise.all(rounds.flat())) expect(refused.size).toBe(0);
    // One of them was last, as a whole.
    expect(new Set((await users.list({ limit: 200 })).map(({ email }) => email)).size).toBe(1);
  }

  async function keepsOneAdmin(doors: readonly UserDirectory[]): Promise<void> {
    for (let round = 0; round < 10; round++) {
      await given(users, aUser({ user_id: "A", role: "admin" }), aUser({ user_id: "B", role: "admin" }));
      const demote = (door: UserDirectory, user_id: string) => applyChanges([{ user_id, role: "user" }], BULK, door);
      const [first, second] = doors as [UserDirectory, UserDirectory];
      await Promise.all([demote(first, "B"), demote(second, "A")]);
      expect((await users.look([])).active_admins).toHaveLength(1);
    }
  }

  async function createsOnce(doors: readonly UserDirectory[]): Promise<void> {
    const created = await Promise.all(
      Array.from({ length: 20 }, async (_, i) => {
        const { kept } = await (doors[i % doors.length] as UserDirectory).change(["new"], ({ existing }) => {
          const isNew = !existing.has("new");
          return { records: isNew ? [aUser({ user_id: "new", email: `${i}@example.com` })] : [], kept: isNew };
        });
        return kept;
      }),
    );
    expect(created.filter(Boolean)).toHaveLength(1);
  }
}
