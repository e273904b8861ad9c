import { beforeEach, describe, expect, it } from "@jest/globals";
import { aUser, describeUnless } from "@retrieval/contract";
import type { UserDirectory } from "@retrieval/core/ports";
import { applyChanges, type PlanOptions, type User } from "@retrieval/core/users";
import { given, type LeftOutOfUserDirectory, type OpenUserDirectory } from "./open-users.js";

/** The contract of {@link UserDirectory} for the deactivations of the last 24 hours. */
export function deactivationClauses(opened: () => OpenUserDirectory, leftOut: LeftOutOfUserDirectory): void {
  let users: UserDirectory;
  beforeEach(() => {
    users = opened().users;
  });

  const people = (count: number, fields: Partial<User> = {}) =>
    Array.from({ length: count }, (_, i) => aUser({ user_id: `2${String(i).padStart(3, "0")}`, ...fields }));
  const counted = async () => (await users.look([], { deactivations: true })).deactivations;
  const deactivate = (records: readonly User[], agreed: boolean) =>
    users.change(
      records.map(({ user_id }) => user_id),
      () => ({
        records: records.map((user) => ({ ...user, is_active: false })),
        kept: null,
        deactivated: records.map(({ user_id }) => ({ user_id, agreed })),
      }),
    );

  describe("deactivations", () => {
    it("are counted only on request, in a dry run and in a change", async () => {
      await given(
        users,
        ...people(3),
        aUser({ user_id: "a", role: "admin" }),
        aUser({ user_id: "i", is_active: false }),
      );
      const none = { active: 3, recent: 0, unagreed: 0 };
      expect((await users.look([])).deactivations).toBeNull();
      expect(await counted()).toEqual(none);
      for (const deactivations of [true, false]) {
        const plan = (state: { deactivations: unknown }) => ({ records: [], kept: state.deactivations });
        const { kept } = await users.change([], plan, { deactivations });
        expect(kept).toEqual(deactivations ? none : null);
      }
    });

    it("count for 24 hours, agreed to or not", async () => {
      const [first, second, third] = people(3) as [User, User, User];
      await given(users, first, second, third);
      await deactivate([first], false);
      await opened().age(23);
      await deactivate([second], true);
      expect(await counted()).toEqual({ active: 1, recent: 2, unagreed: 1 });
      await opened().age(2);
      expect(await counted()).toEqual({ active: 1, recent: 1, unagreed: 0 });
    });

    it("do not count while the user is active again, and the next one replaces the one before", async () => {
      const [user] = people(1) as [User];
      await given(users, user);
      await deactivate([user], false);
      await given(users, user);
      expect(await counted()).toEqual({ active: 1, recent: 0, unagreed: 0 });
      await deactivate([user], true);
      expect(await counted()).toEqual({ active: 0, recent: 1, unagreed: 0 });
      await opened().age(25);
      await given(users, user);
      await deactivate([user], false);
      expect(await counted()).toEqual({ active: 0, recent: 1, unagreed: 1 });
    });

    it("of a user whom the store refuses are not recorded", async () => {
      await opened().refuseEmail("refused@example.com");
      const [refused, fine] = people(2) as [User, User];
      await given(users, refused, fine);
      await deactivate([{ ...refused, email: "refused@example.com" }, fine], false);
      expect(await counted()).toEqual({ active: 1, recent: 1, unagreed: 1 });
    });
  });

  const options: PlanOptions = {
    update_existing: true,
    caller_id: null,
    via: "bulk",
    yes_deactivate: 0,
  };

  /** 12 of 60 users may be deactivated without agreement. */
  async function keepsTheLimit(doors: readonly UserDirectory[]): Promise<void> {
    await given(users, ...people(60));
    const calls = Array.from({ length: 6 }, (_, call) =>
      applyChanges(
        people(60)
          .slice(call * 10, call * 10 + 10)
          .map(({ user_id }) => ({ user_id, is_active: false })),
        options,
        doors[call % doors.length] as UserDirectory,
      ),
    );
    const results = (await Promise.all(calls)).flatMap(({ planned }) => planned.map(({ result }) => result));
    expect(results.filter((result) => result === "deactivated")).toHaveLength(12);
    expect(results.filter((result) => result === "error")).toHaveLength(48);
    expect(await counted()).toEqual({ active: 48, recent: 12, unagreed: 12 });
  }

  describe("concurrent calls", () => {
    it("deactivate no more than one call could", () => keepsTheLimit([users]));
  });
  describeUnless(leftOut.severalInstances, "calls at once on several instances", () => {
    it("deactivate no more than one call could", () => keepsTheLimit([users, opened().elsewhere ?? users]));
  });
}
