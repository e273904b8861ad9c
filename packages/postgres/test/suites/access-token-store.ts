import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { anEntry, aUser, describeUnless, HOSTILE_NAMES } from "@retrieval/contract";
import { SenderNotAdminError } from "@retrieval/core/errors";
import type { AccessToken, AccessTokenStore, AuditEntry, AuditLog, UserDirectory } from "@retrieval/core/ports";
import { given } from "./open-users.js";

export interface OpenAccessTokenStore {
  readonly accessTokens: AccessTokenStore;
  readonly users: UserDirectory;
  readonly audit: AuditLog;
  /** The same store of another instance. */
  readonly elsewhere?: AccessTokenStore;
  /** How many statements the store got while `work` ran. */
  countStatements(work: () => Promise<unknown>): Promise<number>;
  close(): Promise<void>;
}

/**
 * The contract of {@link AccessTokenStore}.
 * @param open an empty store
 */
export function accessTokenStoreContract(
  name: string,
  open: () => Promise<OpenAccessTokenStore>,
  leftOut: { readonly severalInstances?: string } = {},
): void {
  describe(`${name} keeps the contract of AccessTokenStore`, () => {
    let opened: OpenAccessTokenStore;
    let store: AccessTokenStore;
    const user = aUser({ sessions: 3, permission_groups: ["g", "𠮷"], department_code: "D1" });
    beforeEach(async () => {
      opened = await open();
      store = opened.accessTokens;
      await given(opened.users, user, aUser({ user_id: "other" }));
    });
    afterEach(() => opened.close());

    const aToken = (nth: number, fields: Partial<AccessToken> = {}) => ({
      token_id: `00000000-0000-4000-8000-${String(nth).padStart(12, "0")}`,
      user_id: user.user_id,
      name: "a script",
      audience: "api" as const,
      role: "user" as const,
      sessions: 3,
      expires_at: 1_770_000_000_123,
      renewable_until: null,
      client_id: null,
      last_used_at: null,
      ...fields,
    });
    const hashOf = (nth: number) => createHash("sha256").update(String(nth)).digest();
    const entry = (kind: AuditEntry["kind"], details = {}) =>
      anEntry({ kind, by_user: user.user_id, user_id: user.user_id, details });
    const add = (nth: number, fields: Partial<AccessToken> = {}, to = store) =>
      to.change(fields.user_id ?? user.user_id, () => ({
        kept: nth,
        added: { ...aToken(nth, fields), last_used_at: null, hash: hashOf(nth) },
        entries: [entry("token-created")],
      }));
    const entriesOf = async (kind: AuditEntry["kind"]) => (await opened.audit.list({ kind, limit: 100 })).length;

    it("finds a token by its hash, with its user's current record, in one statement", async () => {
      expect(await add(1)).toBe(1);
      let found: unknown;
      const statements = await opened.countStatements(async () => {
        found = await store.find(hashOf(1));
      });
      expect(found).toEqual({ token: aToken(1), user });
      expect(statements).toBe(1);
      const changed = { ...user, sessions: 4, is_active: false };
      await given(opened.users, changed);
      expect(await store.find(hashOf(1))).toEqual({ token: aToken(1), user: changed });
    });

    it("gives an application its tokens until the end that the first one sets", async () => {
      await add(1, { client_id: "https://assistant.example.com/client.json" });
      const until = 1_780_000_000_123;
      await store.renew(aToken(1).token_id, { hash: hashOf(2), expires_at: until - 1, renewable_until: until });
      expect((await store.find(hashOf(2)))?.token).toMatchObject({ expires_at: until - 1, renewable_until: until });
      await store.renew(aToken(1).token_id, { hash: hashOf(3), expires_at: until + 5, renewable_until: until + 9 });
      expect((await store.find(hashOf(3)))?.token).toMatchObject({ expires_at: until, renewable_until: until });
      expect([await store.find(hashOf(1)), await store.find(hashOf(2))]).toEqual([null, null]);
    });

    it.each([hashOf(2), new Uint8Array(32), new Uint8Array(0)])("finds no other token", async (hash) => {
      await add(1);
      expect(await store.find(hash)).toBeNull();
    });

    it("knows the owner of a token that it added or found, until the token is gone", async () => {
      await add(1);
      await add(2, { user_id: "other" });
      expect([1, 2, 3].map((nth) => store.owners.known(hashOf(nth)))).toEqual([user.user_id, "other", null]);
      expect(await Promise.all([1, 2, 3].map((nth) => store.owners.find(hashOf(nth))))).toEqual([
        ...[user.user_id, "other", null],
      ]);
      await store.change(user.user_id, () => ({ kept: "done", removed: [aToken(1).token_id] }));
      expect(await store.find(hashOf(1))).toBeNull();
      expect(await store.owners.find(hashOf(1))).toBeNull();
      expect([1, 2].map((nth) => store.owners.known(hashOf(nth)))).toEqual([null, "other"]);
    });

    it("looks up the owners that are asked for meanwhile in one statement", async () => {
      await add(1);
      const statements = await opened.countStatements(() =>
        Promise.all(Array.from({ length: 300 }, (_, nth) => store.owners.find(hashOf(nth)))),
      );
      expect(statements).toBeLessThanOrEqual(2);
    });

    describeUnless(leftOut.severalInstances, "learns of tokens that another instance added", () => {
      it.each(["find", "learnAll"] as const)("by %s", async (method) => {
        const elsewhere = opened.elsewhere as AccessTokenStore;
        await add(1, {}, elsewhere);
        expect(store.owners.known(hashOf(1))).toBeNull();
        await store.owners[method](hashOf(1));
        expect(store.owners.known(hashOf(1))).toBe(user.user_id);
      });
    });

    it("returns names byte for byte", async () => {
      for (const [nth, text] of HOSTILE_NAMES.entries()) await add(nth + 1, { name: text });
      const { tokens } = await store.list(user.user_id);
      expect(new Set(tokens.map((token) => token.name))).toEqual(new Set(HOSTILE_NAMES));
    });

    it("lists the tokens of one user, the newest first, with the user", async () => {
      for (const nth of [2, 1, 3]) await add(nth);
      await add(4, { user_id: "other" });
      expect(await store.list(user.user_id)).toEqual({ user, tokens: [aToken(3), aToken(1), aToken(2)] });
      for (const unknown of ["nobody", "\u0000", "\ud800"])
        expect(await store.list(unknown)).toEqual({ user: null, tokens: [] });
    });

    it("removes and adds what the plan of a change says, from the state that it is given", async () => {
      await add(1);
      await add(2);
      const kept = await store.change(user.user_id, (held) => {
        expect(held).toEqual({ user, tokens: [aToken(2), aToken(1)] });
        return { kept: "done", removed: [aToken(1).token_id], entries: [entry("token-revoked")] };
      });
      expect(kept).toBe("done");
      expect(await store.find(hashOf(1))).toBeNull();
      expect(await store.find(hashOf(2))).not.toBeNull();
      expect(await entriesOf("token-revoked")).toBe(1);
    });

    it("writes nothing where the plan throws, or the user is unknown", async () => {
      const thrown = store.change(user.user_id, () => {
        throw new Error("no");
      });
      await expect(thrown).rejects.toThrow("no");
      expect(await add(1, { user_id: "nobody" })).toBe(1);
      expect(await store.find(hashOf(1))).toBeNull();
      expect(await entriesOf("token-created")).toBe(0);
    });

    it("is changed for another user by an active administrator only", async () => {
      await add(1);
      const revoke = (by_admin: string) =>
        store.change(user.user_id, () => ({ kept: "done", removed: [aToken(1).token_id] }), by_admin);
      await given(opened.users, aUser({ user_id: "away", role: "admin", is_active: false }));
      for (const sender of ["other", "away", "nobody"])
        await expect(revoke(sender)).rejects.toBeInstanceOf(SenderNotAdminError);
      expect(await store.find(hashOf(1))).not.toBeNull();
      await given(opened.users, aUser({ user_id: "boss", role: "admin" }));
      expect(await revoke("boss")).toBe("done");
      expect(await store.find(hashOf(1))).toBeNull();
    });

    it("removes the tokens of all users for an active administrator only, and records how many", async () => {
      await given(opened.users, aUser({ user_id: "boss", role: "admin" }));
      await add(1);
      await add(2, { user_id: "other", expires_at: 1 });
      const counted = (tokens: number) => entry("token-revoked", { tokens });
      for (const sender of ["other", "nobody"])
        await expect(store.removeAll(counted, sender)).rejects.toBeInstanceOf(SenderNotAdminError);
      expect(await store.find(hashOf(1))).not.toBeNull();
      expect(await entriesOf("token-revoked")).toBe(0);
      expect(await store.removeAll(counted, "boss")).toBe(2);
      expect([await store.find(hashOf(1)), await store.find(hashOf(2))]).toEqual([null, null]);
      const [recorded] = await opened.audit.list({ kind: "token-revoked", limit: 10 });
      expect(recorded?.details).toEqual({ tokens: 2 });
      expect(await store.removeAll(counted, "boss")).toBe(0);
    });

    it("adds no second token with one hash, and then no entry", async () => {
      await add(1);
      const again = { ...aToken(2), last_used_at: null, hash: hashOf(1) };
      await expect(
        store.change(user.user_id, () => ({ kept: null, added: again, entries: [entry("token-created")] })),
      ).rejects.toThrow();
      expect(await entriesOf("token-created")).toBe(1);
    });

    it("keeps the last use, and adds the entry of the first one once", async () => {
      await add(1);
      const { token_id } = aToken(1);
      const first = entry("token-first-used");
      await Promise.all([1, 2, 3, 4].map(() => store.used(token_id, 5_000, first)));
      expect(await entriesOf("token-first-used")).toBe(1);
      await store.used(token_id, 9_000, first);
      await store.used(token_id, 7_000, first);
      expect((await store.find(hashOf(1)))?.token.last_used_at).toBe(9_000);
      expect(await entriesOf("token-first-used")).toBe(1);
      await store.used(aToken(2).token_id, 9_000, first);
      expect(await entriesOf("token-first-used")).toBe(1);
      await add(3, { role: "admin" });
      await store.used(aToken(3).token_id, 9_000, first);
      expect((await store.find(hashOf(3)))?.token).toMatchObject({ role: "admin", last_used_at: 9_000 });
      expect(await entriesOf("token-first-used")).toBe(2);
    });

    /** The same as a user's limit: each change adds a token only while there are fewer than two. */
    const addBelowTwo = (nth: number, to: AccessTokenStore) =>
      to.change(user.user_id, ({ tokens }) =>
        tokens.length >= 2
          ? { kept: false }
          : { kept: true, added: { ...aToken(nth), last_used_at: null, hash: hashOf(nth) } },
      );

    it("runs changes to the tokens of one user one after the other", async () => {
      const added = await Promise.all(Array.from({ length: 12 }, (_, nth) => addBelowTwo(nth + 1, store)));
      expect(added.filter(Boolean)).toHaveLength(2);
    });

    describeUnless(leftOut.severalInstances, "with several instances", () => {
      it("runs them one after the other across both, and finds no token that either has removed", async () => {
        const { elsewhere = store } = opened;
        const added = await Promise.all(
          Array.from({ length: 12 }, (_, nth) => addBelowTwo(nth + 1, nth % 2 ? elsewhere : store)),
        );
        expect(added.filter(Boolean)).toHaveLength(2);
        const { tokens } = await store.list(user.user_id);
        await store.change(user.user_id, () => ({ kept: null, removed: tokens.map(({ token_id }) => token_id) }));
        for (let nth = 1; nth <= 12; nth += 1) expect(await elsewhere.find(hashOf(nth))).toBeNull();
      });
    });
  });
}
