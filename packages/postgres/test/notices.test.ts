import { beforeEach, describe, expect, it } from "@jest/globals";
import {
  anArticle,
  aParagraph,
  aRule,
  aUser,
  aVersion,
  DATABASE_KINDS,
  IN_THREAD_VECTORS,
  useMigratedDatabase,
} from "@retrieval/contract";
import { type AccessRules, decideAccess, EVERYONE, readerFilter, readerOf } from "@retrieval/core";
import type { Enactment } from "@retrieval/core/documents";
import type { ConfirmationQuery, ToldVersion } from "@retrieval/core/ports";
import type { User } from "@retrieval/core/users";
import fc from "fast-check";
import { sql } from "kysely";
import {
  PostgresAuditLog,
  PostgresCalendar,
  PostgresChunkStore,
  PostgresDocumentCatalog,
  PostgresNoticeStore,
  PostgresUserDirectory,
} from "../src/index.js";
import { given } from "./suites/open-users.js";

const ZONE = "Asia/Tokyo";
const SEED = 20_261_126;

describe.each(DATABASE_KINDS)("notices on the %s database", (kind) => {
  const database = useMigratedDatabase(kind);
  const notices = () => new PostgresNoticeStore(database().db);
  const register = (...users: readonly User[]) => given(new PostgresUserDirectory(database().db), ...users);
  const setRule = (rule: AccessRules) =>
    new PostgresDocumentCatalog(database().db).changeRules("work-rules", rule, null, { by_user: null, cause: "edit" });
  beforeEach(async () => {
    await database().empty();
  });
  const today = (day: string) => new PostgresCalendar(database().db).set(day, ZONE);

  async function publish(accepted: number, texts: readonly string[], fields: Partial<Enactment> = {}) {
    const children = texts.map((text, i) => anArticle(`第${i + 1}条`, "題", aParagraph(text)));
    const enacted = { effective_from: "2026-11-01", notice: "confirm" as const, ...fields };
    const chunks = new PostgresChunkStore(database().db, IN_THREAD_VECTORS);
    await today("2026-11-02");
    await chunks.publish(aVersion({ accepted, tree: { children }, ...enacted }));
    await today("2026-11-26");
  }
  const found = (user: User, document_id: string | null = null) =>
    notices().noticed({ filter: readerFilter(readerOf(user)), user_id: user.user_id, timeZone: ZONE, document_id });
  const told = async () => (await notices().find("work-rules", null, ZONE)) as ToldVersion;
  const asked = async (version: ToldVersion, query: Partial<ConfirmationQuery> = {}) => {
    const { users, ...counts } = await notices().confirmations(version, { state: "all", limit: 100, ...query });
    return { ...counts, users: users.map(({ user_id }) => user_id) };
  };
  /** Makes all states as old as this moment. */
  const dateBack = async (at: string) => {
    for (const table of ["user_states", "rule_versions"])
      await sql`UPDATE ${sql.table(table)} SET at = ${at}::timestamptz WHERE at > now() - interval '1 day'`.execute(
        database().db,
      );
  };

  it("name the articles that changed, and keep the first confirmation and the first reading", async () => {
    await publish(1, ["a", "b"], { notice: "none" });
    await publish(2, ["a", "c", "d"]);
    const pair = { document_id: "work-rules", before: 1, after: 2 };
    const changed = ["第2条", "第3条"];
    expect(await found(aUser())).toMatchObject([{ number: 2, confirmed_at: null, read_at: null, at_deadline: null }]);
    expect(await notices().changedArticles([pair, pair])).toEqual([changed, changed]);
    expect(await notices().changedArticles([{ ...pair, before: 9 }])).toEqual([[]]);
    for (const act of ["confirmation", "read"] as const) {
      const first = await notices().note(act, "work-rules", 2, "100001");
      expect(await notices().note(act, "work-rules", 2, "100001")).toBe(first);
    }
    const [kept] = await found(aUser(), "work-rules");
    expect(kept).toMatchObject({ confirmed_at: expect.any(Number), read_at: expect.any(Number) });
  });

  it("leave out what needs no confirmation and is no news, unless its document is named", async () => {
    await publish(1, ["a"], { effective_from: "2026-10-27", notice: "tell" });
    expect(await found(aUser())).toMatchObject([{ published_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }]);
    await sql`UPDATE revisions SET published_at = '2026-10-26T15:00:00Z'`.execute(database().db);
    expect(await found(aUser())).toEqual([]);
    expect(await found(aUser(), "work-rules")).toMatchObject([{ notice: "tell", published_on: "2026-10-27" }]);
  });

  it("stay for 30 days after a late confirmation", async () => {
    await publish(1, ["a"]);
    await sql`UPDATE revisions SET effective_from = '2026-01-01', published_at = '2026-01-01'`.execute(database().db);
    await notices().note("confirmation", "work-rules", 1, "100001");
    const on = async (at: string) => {
      await sql`UPDATE confirmations SET at = ${at}::timestamptz`.execute(database().db);
      return found(aUser());
    };
    expect(await on("2026-10-27T15:00:00Z")).toMatchObject([{ number: 1, confirmed_on: "2026-10-28" }]);
    expect(await on("2026-10-27T14:59:59Z")).toEqual([]);
  });

  it("end with the right to read the document", async () => {
    await publish(1, ["a"]);
    const user = aUser({ permission_groups: ["hr"] });
    await setRule(aRule({ allowed_groups: ["hr"] }));
    expect(await found(user)).toHaveLength(1);
    await setRule(aRule({ allowed_groups: ["sales"] }));
    expect(await found(user)).toEqual([]);
  });

  it("count, list and search who is asked, and who has confirmed", async () => {
    await publish(1, ["a"]);
    const names = ["佐藤", "鈴木", "髙橋"];
    await register(
      ...names.map((display_name, i) => aUser({ user_id: `00${i}`, display_name })),
      aUser({ user_id: "admin", role: "admin" }),
      aUser({ user_id: "left", is_active: false }),
    );
    const at = await notices().note("confirmation", "work-rules", 1, "001");
    const version = await told();
    const counts = { of: 3, confirmed: 1, first_at: at, last_at: at };
    expect(await asked(version)).toEqual({ ...counts, users: ["000", "001", "002"] });
    expect(await asked(version, { state: "open" })).toEqual({ ...counts, users: ["000", "002"] });
    expect(await asked(version, { state: "confirmed" })).toEqual({ ...counts, users: ["001"] });
    expect(await asked(version, { query: "鈴" })).toEqual({ ...counts, users: ["001"] });
    expect(await asked(version, { after: "000", limit: 1 })).toEqual({ ...counts, users: ["001"] });
    // Proof of notice: who confirmed and then left, or lost the right, stays.
    await register(aUser({ user_id: "001", display_name: "鈴木", is_active: false }));
    await setRule(aRule({ allowed_users: ["000"] }));
    expect(await asked(await told())).toEqual({ ...counts, of: 2, users: ["000", "001"] });
    for (const hostile of ["\0", "\ud800", "\n"]) expect((await asked(version, { query: hostile })).users).toEqual([]);
  });

  it("ask no user who could not read the document at the end of the last day in the time zone", async () => {
    await publish(1, ["a"], { confirm_by: "2026-11-20" });
    await register(aUser({ user_id: "stays" }));
    await dateBack("2026-11-20T14:59:59Z");
    await register(aUser({ user_id: "comes" }));
    await dateBack("2026-11-20T15:00:00Z");
    const version = await told();
    expect(version.deadline).toEqual({ at: Date.UTC(2026, 10, 20, 15), rules: EVERYONE });
    expect((await asked(version)).users).toEqual(["stays"]);
    for (const [user_id, user] of [
      ["stays", { user_id: "stays" }],
      ["comes", null],
    ] as const)
      expect(await found(aUser({ user_id }))).toMatchObject([{ at_deadline: { user } }]);
    await today("2026-11-20");
    const before = await told();
    expect(before.deadline).toBeNull();
    expect((await asked(before)).users).toEqual(["comes", "stays"]);
  });

  it("remind with an audit entry, and only as an administrator", async () => {
    await publish(1, ["a"]);
    await register(aUser({ user_id: "admin", role: "admin" }), aUser());
    const version = await told();
    const at = await notices().remind(version, 1, "admin");
    expect((await told()).reminded_at).toEqual([at]);
    expect(await found(aUser())).toMatchObject([{ reminded_at: at }]);
    await expect(notices().remind(version, 1, "100001")).rejects.toMatchObject({ name: "SenderNotAdminError" });
    expect((await told()).reminded_at).toEqual([at]);
    const entries = await new PostgresAuditLog(database().db).list({ kind: "readers-reminded", limit: 10 });
    expect(entries).toMatchObject([{ by_user: "admin", details: { number: 1, readers: 1 } }]);
  });

  it("ask those whom the rule in memory lets read, now and at the end of the last day", async () => {
    const name = fc.constantFrom("a", "b", "{x,y}", "*", "g:a");
    const rule = fc.record({
      allow_all: fc.integer({ min: 0, max: 5 }).map((sixth) => sixth === 0),
      allowed_department_codes: fc.array(name, { maxLength: 2 }),
      allowed_groups: fc.array(name, { maxLength: 2 }),
      allowed_users: fc.array(fc.nat(9).map(String), { maxLength: 2 }),
    });
    const state = fc.record({
      role: fc.constantFrom("user" as const, "user" as const, "user" as const, "admin" as const),
      department_code: fc.option(name),
      permission_groups: fc.uniqueArray(name, { maxLength: 2 }),
      is_active: fc.integer({ min: 0, max: 4 }).map((fifth) => fifth !== 0),
    });
    const states = fc.array(state, { minLength: 10, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(rule, rule, states, states, async (then, now, before, after) => {
        await database().empty();
        await publish(1, ["a"], { confirm_by: "2026-11-20" });
        await setRule(then);
        await register(...before.map((fields, i) => aUser({ user_id: String(i), ...fields })));
        await dateBack("2026-11-01T00:00:00Z");
        await setRule(now);
        await register(...after.map((fields, i) => aUser({ user_id: String(i), ...fields })));
        const isReader = (one: User, rules: AccessRules) => one.is_active && decideAccess(one, rules).allowed;
        const expected = after.flatMap((fields, i) => {
          const user = aUser({ user_id: String(i), ...fields });
          const past = aUser({ user_id: String(i), ...before[i] });
          return user.role === "user" && isReader(user, now) && isReader(past, then) ? [user.user_id] : [];
        });
        const { of, users } = await asked(await told());
        expect({ of, users }).toEqual({ of: expected.length, users: expected });
      }),
      { seed: SEED, numRuns: 25 },
    );
  });
});
