import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "@jest/globals";
import {
  aJob,
  anArticle,
  aParagraph,
  aRule,
  aUser,
  aVersion,
  DATABASE_KINDS,
  IN_THREAD_VECTORS,
  ONE_CONNECTION,
  useMigratedDatabase,
} from "@retrieval/contract";
import { decideAccess, readerOf } from "@retrieval/core";
import { isRefusal, type Refusal, UnavailableError } from "@retrieval/core/errors";
import { AUDIT_DETAILS, AUDIT_KINDS, formOf, isPseudonym } from "@retrieval/core/limits";
import type { AuditEntry, DetailValues, Form, ManagedDocument, ToldVersion, UserDates } from "@retrieval/core/ports";
import type { Problem } from "@retrieval/core/problems";
import {
  couldRead,
  eraseLeavers,
  eraseUser,
  readCertificate,
  synchroniseUser,
  whoCouldRead,
} from "@retrieval/core/use-cases";
import { NEW_USER, type User } from "@retrieval/core/users";
import { sql } from "kysely";
import {
  PostgresAccessTokenStore,
  PostgresAuditLog,
  PostgresCalendar,
  PostgresChunkStore,
  PostgresDocumentCatalog,
  PostgresDocumentLives,
  PostgresJobQueue,
  PostgresNoticeStore,
  PostgresUserDirectory,
  PostgresUserErasures,
} from "../src/index.js";

type Certificate = Exclude<Awaited<ReturnType<typeof readCertificate>>, Refusal>;
type ReadersAt = Exclude<Awaited<ReturnType<typeof whoCouldRead>>, Refusal>;

const ZONE = "Asia/Tokyo";
const DAY_MS = 86_400_000;
/** An employee number that is part of other numbers. */
const LEAVER = "000123";
const [LONGER, COLLEAGUE, ADMIN] = ["0001234", "200001", "900001"];
/** What identifies the leaver and no other user. */
const OWN = {
  user_id: LEAVER,
  display_name: "退職 花子",
  email: "hanako@leaver.example",
  department: "室長付特命係",
  department_code: "D-ONLY",
  group: "only-hers",
  address: "192.0.2.123",
  token: "Hanako's laptop",
};
const BEFORE_DEADLINE = "2026-11-10T00:00:00Z";
const NO_SUBJECT = { by_user: null, user_id: null, document_id: null };
const DEADLINE = "2026-11-20";

describe.each(DATABASE_KINDS)("erasing a user on the %s database", (kind) => {
  const database = useMigratedDatabase(kind);
  const db = () => database().db;
  const users = () => new PostgresUserDirectory(db());
  const audit = () => new PostgresAuditLog(db());
  const notices = () => new PostgresNoticeStore(db());
  const documents = () => new PostgresDocumentCatalog(db());
  const run = async (statement: string, values: unknown[] = []) =>
    (await database().pool.query(statement, values)).rows;
  const deps = (now = Date.now()) => ({
    erasures: new PostgresUserErasures(db()),
    notices: notices(),
    audit: audit(),
    timeZone: ZONE,
    clock: { now: () => now },
    newId: randomUUID,
    failed: (_: string, error: unknown) => {
      throw error;
    },
  });
  const sync = (user_id: string, record: object) => synchroniseUser(user_id, record, ADMIN, users());
  const erase = (user_id = LEAVER, now?: number) => eraseUser(user_id, ADMIN, deps(now));
  const told = async (document_id = "work-rules") => (await notices().find(document_id, 1, ZONE)) as ToldVersion;
  /** Makes what happened today as old as this. */
  const dateBack = async (at: string) => {
    for (const table of ["user_states", "rule_versions", "document_states"])
      await run(`UPDATE ${table} SET at = $1 WHERE at > now() - interval '1 hour'`, [at]);
  };

  /** Every text that a table holds, by the column. */
  async function allTexts(): Promise<Map<string, string>> {
    const columns = await run(`
      SELECT table_name, column_name FROM information_schema.columns JOIN information_schema.tables USING (table_name)
      WHERE columns.table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1, 2`);
    const texts = new Map<string, string>();
    for (const { table_name, column_name } of columns) {
      const [row] = await run(
        `SELECT coalesce(json_agg("${column_name}"::text ORDER BY "${column_name}"::text), '[]')::text AS texts FROM "${table_name}"`,
      );
      texts.set(`${table_name}.${column_name}`, row.texts);
    }
    return texts;
  }
  const columnsWith = (texts: ReadonlyMap<string, string>, part: string) =>
    [...texts].flatMap(([column, text]) => (text.includes(part) ? [column] : []));
  /** The id, and not another one that contains it. */
  const columnsWithId = (texts: ReadonlyMap<string, string>, id: string) =>
    [...texts].flatMap(([column, text]) =>
      new RegExp(`(?<![0-9A-Za-z])${id}(?![0-9A-Za-z])`).test(text) ? [column] : [],
    );

  /** A company where the leaver did everything that leaves a trace. */
  async function company(): Promise<void> {
    await users().change([ADMIN], () => ({ records: [aUser({ user_id: ADMIN, role: "admin" })], kept: null }));
    const { display_name, email, department, department_code, group } = OWN;
    await sync(LEAVER, {
      display_name,
      email,
      department_name: department,
      department_code,
      permission_groups: [group, "readers"],
    });
    await sync(LONGER, { display_name: "部分 一致", permission_groups: [LEAVER] });
    await sync(COLLEAGUE, { display_name: "同僚 太郎" });
    const rule = aRule({ allowed_users: [LONGER, LEAVER], allowed_department_codes: ["D-ALL"] });
    await publish("work-rules", 1, { access_rules: rule });
    // By membership alone.
    await publish("by-group", 2, { access_rules: aRule({ allowed_groups: ["readers"] }) });
    await dateBack(BEFORE_DEADLINE);
    for (const act of ["confirmation", "read"] as const) await notices().note(act, "work-rules", 1, LEAVER);
    await notices().note("confirmation", "work-rules", 1, LONGER);
    await new PostgresCalendar(db()).set("2026-11-26", ZONE);

    await sync(LEAVER, { display_name, role: "admin" });
    await notices().remind(await told(), 1, LEAVER);
    await documents().changeFields("work-rules", { editors: [LEAVER, ADMIN] }, LEAVER);
    const next = aRule({ allowed_users: [COLLEAGUE, LEAVER] });
    await documents().changeRules("work-rules", next, null, { by_user: LEAVER, cause: "edit" });
    const chunks = new PostgresChunkStore(db(), IN_THREAD_VECTORS);
    const draft = {
      document_id: "drafted",
      publish: false,
      by_user: LEAVER,
      access_rules: next,
      fields: { editors: [LEAVER] },
    };
    await chunks.publish(aVersion({ accepted: 10, ...draft }));
    await run("UPDATE revisions SET returned = $1 WHERE document_id = 'drafted'", [
      JSON.stringify({ at: "2026-11-26T00:00:00Z", by_user: LEAVER, comment: `${LEAVER}の件` }),
    ]);
    await new PostgresDocumentLives(db()).change(
      "work-rules",
      { event: "withdraw", number: 1, reason: "誤り" } as never,
      LEAVER,
    );
    await new PostgresAccessTokenStore(db()).change(LEAVER, () => ({
      kept: null,
      added: {
        token_id: randomUUID(),
        user_id: LEAVER,
        name: OWN.token,
        audience: "api",
        role: "user",
        sessions: 0,
        expires_at: Date.now() + DAY_MS,
        last_used_at: null,
        renewable_until: null,
        client_id: null,
        hash: new Uint8Array(32),
      },
    }));
    await run(`INSERT INTO authorizations (kind, hash, token_id, payload, expires_at)
      SELECT 'Grant', hash, token_id, json_build_object('accountId', user_id), now() + interval '1 day' FROM access_tokens`);
    await new PostgresJobQueue(db(), sql`false`).add(
      aJob({ options: { by_user: LEAVER, access_rules: rule, fields: { editors: [LEAVER] }, title: LEAVER } }),
    );
    await run("INSERT INTO keyed_requests (user_id, key, request) VALUES ($1, 'k', '')", [LEAVER]);
    await run("INSERT INTO destroyed (document_id, number, text_sha256, by_user) VALUES ('gone', 1, '', $1)", [LEAVER]);
    await run("INSERT INTO deactivations (user_id, agreed) VALUES ($1, true)", [LEAVER]);
    await audit().record(ENTRIES as unknown as AuditEntry[]);
    await sync(LEAVER, { display_name, is_active: false, role: "user" });
  }

  async function publish(document_id: string, accepted: number, fields: object): Promise<void> {
    const chunks = new PostgresChunkStore(db(), IN_THREAD_VECTORS);
    await new PostgresCalendar(db()).set("2026-11-02", ZONE);
    const tree = { children: [anArticle("第1条", "題", aParagraph(`${LEAVER}は本文にある`))] };
    const enacted = { effective_from: "2026-11-01", notice: "confirm" as const, confirm_by: DEADLINE };
    await chunks.publish(aVersion({ document_id, accepted, tree, ...enacted, ...fields }));
  }

  const ENTRIES = [
    { kind: "sign-in", by_user: LEAVER, user_id: LEAVER, document_id: null, details: { address: OWN.address } },
    {
      kind: "access-explained",
      ...{ by_user: ADMIN, user_id: LEAVER, document_id: null },
      details: {
        requested: { department: OWN.department, add_groups: { count: 1, first: [OWN.group] } },
        documents_gained: 1,
        documents_lost: 0,
      },
    },
    {
      kind: "document-destroyed",
      ...{ by_user: LEAVER, user_id: null, document_id: "gone" },
      details: { number: 1, text_sha256: "", legal_order: `${LEAVER}号` },
    },
  ];

  beforeEach(async () => {
    await database().empty();
  });

  it("leaves no id, name, e-mail, membership, address or token name in any column of any table", async () => {
    await company();
    await dateBackDeactivation();
    const before = await allTexts();
    const places = columnsWithId(before, LEAVER);
    // A new column with ids of users must be written by the company above. The principals are of active users.
    const named = [...before.keys()].filter((column) => /\.(user_id|by_user)$/.test(column));
    expect(named.filter((column) => !places.includes(column))).toEqual(["reader_principals.user_id"]);
    expect(await erase()).toBeNull();
    const after = await allTexts();
    for (const text of [
      OWN.display_name,
      OWN.email,
      OWN.department,
      OWN.department_code,
      OWN.group,
      OWN.address,
      OWN.token,
    ]) {
      expect({ text, in: columnsWith(before, text) }).not.toEqual({ text, in: [] });
      expect({ text, in: columnsWith(after, text) }).toEqual({ text, in: [] });
    }
    // Groups and texts with the number stay.
    expect(columnsWithId(after, LEAVER)).toEqual([
      ...["audit_entries.details", "chunks.chunk", "jobs.options", "reader_principals.principal"],
      ...["revisions.returned", "user_states.permission_groups", "users.permission_groups"],
    ]);
    expect(columnsWithId(after, LONGER)).toEqual(columnsWithId(before, LONGER));
  });

  /** A value of each kind, with the leaver wherever a value of this kind can have a user. */
  const LISTED = { count: 3, first: [LONGER, LEAVER] };
  const VALUES: { readonly [Kind in keyof DetailValues]: DetailValues[Kind] } = {
    ...{ text: LEAVER, word: LEAVER, texts: [LEAVER], words: [LEAVER], number: 123, flag: true, moment: LEAVER },
    ...{ list: LISTED, counts: { [LEAVER]: 1 }, user: LEAVER, users: LISTED, groups: LISTED },
    rule: {
      allow_all: false,
      allowed_department_codes: [LEAVER],
      allowed_groups: [LEAVER],
      allowed_users: [LONGER, LEAVER],
    },
    state: { role: "user", is_active: true, department_code: LEAVER },
    memberships: { department: LEAVER },
    personal: LEAVER,
    fields: { owner: LEAVER, editors: [LEAVER, LONGER] },
  };
  const erasedValues = (pseudonym: string, isOwn: boolean): Partial<Record<keyof DetailValues, unknown>> => ({
    user: pseudonym,
    users: { count: 3, first: [LONGER, pseudonym] },
    rule: { ...VALUES.rule, allowed_users: [LONGER, pseudonym] },
    fields: { owner: LEAVER, editors: [pseudonym, LONGER] },
    ...(isOwn && {
      personal: pseudonym,
      groups: { count: 3 },
      memberships: undefined,
      state: { role: "user", is_active: true },
    }),
  });
  const detailsOf = (form: Form, values: Partial<Record<keyof DetailValues, unknown>>) =>
    Object.fromEntries(
      Object.entries(form).flatMap(([name, kind]) => {
        const value = typeof kind === "string" ? { ...VALUES, ...values }[kind as keyof DetailValues] : kind[0];
        return value === undefined ? [] : [[name.replace(/(?:\|null)?\??$/, ""), value]];
      }),
    );

  it("finds the user in every form of details, and changes no other value", async () => {
    await company();
    await dateBackDeactivation();
    const forms = AUDIT_KINDS.flatMap((kind) => AUDIT_DETAILS[kind].map((form: Form) => ({ kind, form })));
    const rows = [LEAVER, LONGER].flatMap((user_id) =>
      forms.map(({ kind, form }) => ({ kind, form, ...NO_SUBJECT, user_id, details: detailsOf(form, {}) })),
    );
    await audit().record(rows.map(({ form: _, ...entry }) => entry) as unknown as AuditEntry[]);
    await erase();
    const [{ user_id: pseudonym = "" } = {}, ...entries] = await audit().list({ limit: rows.length + 1 });
    for (const [i, { kind, form, user_id }] of rows.toReversed().entries()) {
      const isOwn = user_id === LEAVER;
      const details = detailsOf(form, erasedValues(pseudonym as string, isOwn));
      expect(entries[i]).toMatchObject({ kind, user_id: isOwn ? pseudonym : LONGER });
      expect([kind, entries[i]?.details]).toEqual([kind, details]);
      expect([kind, formOf({ kind, details })]).not.toEqual([kind, null]);
    }
  });

  it("keeps the numbers of confirmations and of the certificate, and tells one erased user from another", async () => {
    await company();
    const numbersOf = async (document_id: string) => {
      const { readers, confirmations } = (await readCertificate(document_id, 1, deps())) as Certificate;
      const { users: _, ...counts } = confirmations ?? { users: [] };
      return { readers: readers.count, ...counts };
    };
    const numbers = async () => ({ own: await numbersOf("work-rules"), group: await numbersOf("by-group") });
    const entriesOf = async (user_id?: string) =>
      (await audit().list({ limit: 1_000, ...(user_id && { user_id }) })).length;
    await dateBackDeactivation();
    const before = { ...(await numbers()), entries: await entriesOf(), own_entries: await entriesOf(LEAVER) };
    expect(before).toMatchObject({ own: { readers: 2, of: 2, confirmed: 2 }, group: { readers: 1 } });
    expect(await erase()).toBeNull();
    const [erased] = await audit().list({ kind: "user-erased", limit: 10 });
    const pseudonym = erased?.user_id as string;
    expect(erased).toMatchObject({ by_user: ADMIN, details: {} });
    expect(isPseudonym(pseudonym)).toBe(true);
    const more = { entries: before.entries + 1, own_entries: before.own_entries + 1 };
    expect({ ...(await numbers()), entries: await entriesOf(), own_entries: await entriesOf(pseudonym) }).toEqual({
      ...before,
      ...more,
    });
    const { users: confirmed } = await notices().confirmations(await told(), { state: "confirmed", limit: 10 });
    expect(confirmed.map(({ user_id, display_name }) => [user_id, display_name])).toEqual([
      [LONGER, "部分 一致"],
      [pseudonym, pseudonym],
    ]);
    // Every entry still has the form of its kind.
    for (const entry of await audit().list({ user_id: pseudonym, limit: 100 })) expect(formOf(entry)).not.toBeNull();

    await sync(COLLEAGUE, { display_name: "同僚 太郎", is_active: false });
    await dateBackDeactivation();
    expect(await erase(COLLEAGUE)).toBeNull();
    const [last] = await audit().list({ kind: "user-erased", limit: 1 });
    expect(last?.user_id).not.toBe(pseudonym);
  });

  it("counts no erased user as a reader of a version that is in force again", async () => {
    await company();
    await publish("again", 20, { access_rules: aRule({ allow_all: true }), notice: "tell", confirm_by: null });
    const readers = async () => ((await readCertificate("again", 1, deps())) as Certificate).readers.count;
    const before = await readers();
    await run("INSERT INTO erased_readers (document_id, number, readers) VALUES ('again', 1, 1)");
    expect(await readers()).toBe(before);
  });

  it("says who could read at a past moment as far as it is known", async () => {
    await company();
    await dateBackDeactivation();
    const at = Date.parse(BEFORE_DEADLINE) + 1;
    const couldReadThen = async (document_id: string) => {
      const { readers, erased } = (await whoCouldRead(document_id, at, audit())) as ReadersAt;
      return { readers: readers.map(({ user_id }) => user_id).filter((id) => id !== ADMIN), erased };
    };
    expect(await couldReadThen("work-rules")).toEqual({ readers: [LEAVER, LONGER], erased: 0 });
    expect(await couldReadThen("by-group")).toEqual({ readers: [LEAVER], erased: 0 });
    await erase();
    const pseudonym = (await audit().list({ kind: "user-erased", limit: 1 }))[0]?.user_id as string;
    // By an individual grant, which has the pseudonym now.
    expect(await couldReadThen("work-rules")).toEqual({ readers: [LONGER, pseudonym], erased: 0 });
    expect(await couldReadThen("by-group")).toEqual({ readers: [], erased: 1 });
    expect(await couldRead(pseudonym, at, audit())).toMatchObject({ problems: [{ code: "user.erased" }] });
    expect(await couldRead(LEAVER, at, audit())).toMatchObject({ problems: [{ code: "user.unknown_then" }] });
  });

  it("lets a new employee with the number inherit nothing", async () => {
    await company();
    await dateBackDeactivation();
    await erase();
    expect(await sync(LEAVER, { display_name: "新人 次郎" })).toMatchObject({ result: "created" });
    const fresh = (await users().find(LEAVER)) as User;
    expect(fresh).toEqual({ ...NEW_USER, user_id: LEAVER, display_name: "新人 次郎" });
    expect(await new PostgresAccessTokenStore(db()).list(LEAVER)).toMatchObject({ tokens: [] });
    expect(await audit().list({ user_id: LEAVER, limit: 10 })).toMatchObject([{ details: { before: null } }]);
    const { access_rules, editors } = (await documents().record("work-rules")) as ManagedDocument;
    expect(decideAccess(readerOf(fresh), access_rules).allowed).toBe(false);
    expect([...access_rules.allowed_users, ...editors]).not.toContain(LEAVER);
    const { users: asked } = await notices().confirmations(await told(), { state: "confirmed", limit: 10 });
    expect(asked.map(({ user_id }) => user_id)).not.toContain(LEAVER);
  });

  it("is refused for an active user, for 24 hours after the deactivation, for an unknown one and for others than administrators", async () => {
    await company();
    expect(await erase(ADMIN)).toMatchObject({ code: "CONFLICT", problems: [{ code: "user.active" }] });
    expect(await erase("nobody")).toMatchObject({ code: "USER_NOT_FOUND" });
    expect(await erase("\0")).toMatchObject({ code: "USER_NOT_FOUND" });
    await run("UPDATE user_states SET at = now() - interval '23 hours' WHERE at > now() - interval '1 hour'");
    const { state_since } = (await users().dates(LEAVER)) as UserDates;
    const [problem] = ((await erase()) as Refusal).problems as Extract<Problem, { code: "user.recently_active" }>[];
    expect(problem?.erasable_from).toMatch(/^[-0-9]{10}T[0-9]{2}:[0-9]{2}Z$/);
    const rounded = Date.parse(problem?.erasable_from ?? "") - (state_since + DAY_MS);
    expect([rounded >= 0, rounded < 60_000]).toEqual([true, true]);
    // Whatever the service's clock says.
    expect(await erase(LEAVER, Date.now() + 30 * DAY_MS)).toMatchObject({
      problems: [{ code: "user.recently_active" }],
    });
    await run("UPDATE user_states SET at = at - interval '2 hours' WHERE at > now() - interval '24 hours'");
    const before = await allTexts();
    await expect(eraseUser(LEAVER, COLLEAGUE, deps())).rejects.toMatchObject({ name: "SenderNotAdminError" });
    expect(await allTexts()).toEqual(before);
    expect(await erase()).toBeNull();
    expect(await erase()).toMatchObject({ code: "USER_NOT_FOUND" });
  });

  it("happens by itself to those who were deactivated before a moment, counted from the last deactivation", async () => {
    await company();
    await sync(COLLEAGUE, { display_name: "同僚 太郎", is_active: false });
    await run("UPDATE user_states SET at = '2019-11-01' WHERE at > now() - interval '1 hour'");
    await sync(COLLEAGUE, { display_name: "同僚 太郎", is_active: true });
    await sync(COLLEAGUE, { display_name: "同僚 太郎", is_active: false });
    expect(await eraseLeavers(Date.parse("2019-11-01"), 10, deps())).toBe(0);
    expect(await eraseLeavers(Date.parse("2019-11-02"), 10, deps())).toBe(1);
    expect(await eraseLeavers(Date.parse("2019-11-02"), 10, deps())).toBe(0);
    expect(await users().find(LEAVER)).toBeNull();
    expect(await users().find(COLLEAGUE)).not.toBeNull();
    expect(await audit().list({ kind: "user-erased", limit: 10 })).toMatchObject([{ by_user: null }]);
  });

  it("leaves everything of a user as it was where it fails, goes on with the others, and tries again", async () => {
    await company();
    await sync(COLLEAGUE, { display_name: "同僚 太郎", is_active: false });
    await dateBackDeactivation();
    const before = await allTexts();
    await interrupt("raise_exception");
    await expect(erase()).rejects.toThrow("interrupted");
    expect(await allTexts()).toEqual(before);
    const failed: unknown[] = [];
    const leavers = () =>
      eraseLeavers(Date.now(), 10, { ...deps(), failed: (user_id, error) => failed.push([user_id, String(error)]) });
    expect(await leavers()).toBe(1);
    expect(failed).toEqual([[LEAVER, "error: interrupted"]]);
    expect(await users().find(COLLEAGUE)).toBeNull();
    await run("DROP FUNCTION interrupt() CASCADE");
    expect(await leavers()).toBe(1);
    expect(await users().find(LEAVER)).toBeNull();
  });

  it("erases the others sooner or later where the erasure of one takes the database away each time", async () => {
    await company();
    await sync(COLLEAGUE, { display_name: "同僚 太郎", is_active: false });
    await dateBackDeactivation();
    await interrupt("out_of_memory");
    const failed: string[] = [];
    const leavers = () => eraseLeavers(Date.now(), 10, { ...deps(), failed: (user_id) => failed.push(user_id) });
    let rounds = 0;
    for (; (await users().find(COLLEAGUE)) !== null; rounds += 1)
      await expect(leavers()).rejects.toThrow(UnavailableError);
    expect(failed).toEqual(Array.from({ length: rounds }, () => LEAVER));
    await run("DROP FUNCTION interrupt() CASCADE");
  });

  const manyAtOnce = kind === "embedded" ? it.skip : it;
  manyAtOnce(
    `happens once in two instances, and never to a half of a user who comes back (not embedded: ${ONE_CONNECTION})`,
    async () => {
      const other = (await database().another()).db;
      const elsewhere = { ...deps(), erasures: new PostgresUserErasures(other) };
      for (let round = 0; round < 5; round += 1) {
        await database().empty();
        await company();
        await dateBackDeactivation();
        const before = Date.now();
        const [one, two, back] = await Promise.all([
          eraseLeavers(before, 10, deps()),
          eraseLeavers(before, 10, elsewhere),
          synchroniseUser(LEAVER, { display_name: "復職", is_active: true }, ADMIN, new PostgresUserDirectory(other)),
        ]);
        const created = !isRefusal(back) && back.result === "created";
        expect(one + two).toBe(created ? 1 : 0);
        const states = await run(
          "SELECT DISTINCT user_id FROM user_states WHERE user_id = $1 OR user_id LIKE 'erased-%'",
          [LEAVER],
        );
        expect(states).toHaveLength(created ? 2 : 1);
        const own = (await audit().list({ user_id: LEAVER, limit: 100 })).length;
        expect(created ? own === 1 : own > 10).toBe(true);
      }
    },
  );

  /** The erasure of the leaver fails with this condition of PostgreSQL. */
  const interrupt = (condition: string) =>
    run(`CREATE FUNCTION interrupt() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE ${condition} USING MESSAGE = 'interrupted'; END $$;
      CREATE TRIGGER interrupt BEFORE UPDATE ON jobs FOR EACH ROW EXECUTE FUNCTION interrupt()`);
  const dateBackDeactivation = () =>
    run("UPDATE user_states SET at = now() - interval '25 hours' WHERE at > now() - interval '1 hour'");
});
