import { EventEmitter, once } from "node:events";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { DATABASE_KINDS, useMigratedDatabase } from "@retrieval/contract";
import type { AuditEntry } from "@retrieval/core/ports";
import { readChanges } from "@retrieval/core/use-cases";
import { sql } from "kysely";
import { addAuditEntries } from "../src/audit/add-audit-entries.js";
import { PostgresAuditLog, PostgresChangeFeed } from "../src/index.js";

const about = { by_user: "000001", user_id: null, document_id: "work-rules" } as const;
const deleted: AuditEntry = { ...about, kind: "document-deleted", details: {} };
const read: AuditEntry = { ...about, kind: "draft-read", details: { chunks: 1 } };
const published = (more: object = {}): AuditEntry => ({
  ...{ ...about, kind: "document-published" },
  details: {
    title: "秘密",
    version: "1",
    changes: {},
    rule_outdated: false,
    number: 1,
    effective_from: "2026-04-01",
    ...more,
  },
});

describe.each(DATABASE_KINDS)("the feed of changes on the %s database", (kind) => {
  const database = useMigratedDatabase(kind);
  const feed = () => new PostgresChangeFeed(database().db);
  const add = (...entries: AuditEntry[]) => addAuditEntries(database().db, entries);
  /** Where the feed is before a test. */
  let start: number;
  const types = async (after = start) => {
    const page = await readChanges(after, 100, { feed: feed() });
    return "items" in page ? page.items.map(({ position, type }) => `${position - start} ${type}`) : page.problems;
  };
  beforeEach(async () => {
    await database().empty();
    const page = await readChanges(undefined, 100, { feed: feed() });
    start = "next" in page ? page.next : Number.NaN;
  });

  it("has what other services are told, in the order of the entries", async () => {
    await add(read, published({ in_force: true, notice: "confirm" }), read, deleted);
    await add(published(), published({ in_force: false }));
    expect(await types()).toEqual([
      ...["1 document.published", "2 document.in_force", "3 notice.due", "4 document.deleted"],
      ...["5 document.published", "6 document.published"],
    ]);
    expect(await types(start + 5)).toEqual(["6 document.published"]);
  });

  it("tells ids and days, no title and no text", async () => {
    await add(published({ in_force: true }), { ...deleted, user_id: "100001" });
    const page = await readChanges(start, 2, { feed: feed() });
    const data = { document_id: "work-rules", number: 1, effective_from: "2026-04-01" };
    expect(page).toMatchObject({ items: [{ data }, { data }], next: start + 2 });
    expect(JSON.stringify(page)).not.toMatch(/秘密|000001/);
    expect(await readChanges(start + 2, 2, { feed: feed() })).toMatchObject({
      items: [{ type: "document.deleted", data: { document_id: "work-rules", user_id: "100001" } }],
      next: start + 3,
    });
  });

  it("gives positions once, whoever reads at the same time", async () => {
    await add(...Array.from({ length: 2_500 }, () => deleted));
    for (let more = true; more; ) more = (await Promise.all([feed().number(), feed().number()])).some(Boolean);
    expect(await feed().range()).toEqual({ forgotten: expect.any(Number), last: start + 2_500 });
    expect(await feed().read({ after: start, limit: 5_000 })).toHaveLength(2_500);
  });

  it("refuses a position that is not kept any more, or was never given", async () => {
    await add(deleted, deleted, deleted);
    expect(await types()).toHaveLength(3);
    const { db } = database();
    await sql`UPDATE audit_entries SET at = now() - interval '40 days' WHERE entry_id IN (
      SELECT entry_id FROM feed WHERE position <= ${start + 2})`.execute(db);
    await new PostgresAuditLog(db).forget(Date.now() - 35 * 86_400_000, 100);
    expect(await types(start + 2)).toEqual(["3 document.deleted"]);
    expect(await types(start + 1)).toEqual([{ code: "changes.gone", after: start + 1, forgotten: start + 2 }]);
    expect(await types(start + 4)).toEqual([{ code: "changes.ahead", after: start + 4, last: start + 3 }]);
  });

  it("leaves out what changed nothing", async () => {
    const synchronised = (result: "unchanged" | "updated"): AuditEntry => ({
      ...{ ...about, document_id: null, user_id: "100001", kind: "user-changed" },
      details: { via: "record", result, fields: [] },
    });
    await add(synchronised("unchanged"), synchronised("updated"));
    expect(await types()).toEqual(["1 user.changed"]);
  });

  it("refuses a page that is forgotten while it is read", async () => {
    await add(deleted, deleted);
    await types();
    const forgetting = {
      number: () => feed().number(),
      find: (position: number) => feed().find(position),
      read: async (page: Parameters<PostgresChangeFeed["read"]>[0]) => {
        await sql`DELETE FROM audit_entries WHERE entry_id = (
          SELECT entry_id FROM feed WHERE position = ${start + 1})`.execute(database().db);
        return feed().read(page);
      },
      range: () => feed().range(),
    };
    expect(await readChanges(start, 100, { feed: forgetting })).toMatchObject({ code: "CHANGES_GONE" });
  });

  it("keeps its positions when all changes are forgotten", async () => {
    await add(deleted);
    await types();
    await sql`DELETE FROM audit_entries`.execute(database().db);
    expect(await feed().range()).toEqual({ forgotten: start + 1, last: start + 1 });
    await add(deleted);
    expect(await types(start + 1)).toEqual(["2 document.deleted"]);
    expect(await types()).toEqual([{ code: "changes.gone", after: start, forgotten: start + 1 }]);
  });

  if (kind === "server")
    it("puts a change that is committed later after those that readers have seen", async () => {
      const { db } = database();
      const [written, commit] = [new EventEmitter(), new EventEmitter()];
      const isWritten = once(written, "now");
      const slow = db.transaction().execute(async (trx) => {
        await addAuditEntries(trx, [published()]);
        written.emit("now");
        await once(commit, "now");
      });
      await isWritten;
      await add(deleted);
      expect(await types()).toEqual(["1 document.deleted"]);
      commit.emit("now");
      await slow;
      expect(await types(start + 1)).toEqual(["2 document.published"]);
    });
});
