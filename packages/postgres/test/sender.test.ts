import { beforeEach, describe, expect, it } from "@jest/globals";
import {
  aUser,
  aVersion,
  DATABASE_KINDS,
  IN_THREAD_VECTORS,
  ONE_CONNECTION,
  useMigratedDatabase,
} from "@retrieval/contract";
import { SenderNotAdminError } from "@retrieval/core/errors";
import { sql, type Transaction } from "kysely";
import { PostgresChunkStore, PostgresUserDirectory } from "../src/index.js";
import type { Schema } from "../src/sql/schema.js";
import { requireAdmin } from "../src/users/sender.js";

const hasServer = DATABASE_KINDS.includes("server");
if (!hasServer) process.stderr.write(`senders demoted meanwhile are left out: ${ONE_CONNECTION}\n`);

(hasServer ? describe : describe.skip)("on a real server, a sender who is demoted while a version is published", () => {
  const database = useMigratedDatabase("server");
  const sender = aUser({ user_id: "sender", role: "admin" });
  let chunks: PostgresChunkStore;
  let users: PostgresUserDirectory;
  beforeEach(async () => {
    await database().empty();
    chunks = new PostgresChunkStore(database().db, IN_THREAD_VECTORS);
    users = new PostgresUserDirectory((await database().another()).db);
    await write(sender);
  });

  const write = (...records: ReturnType<typeof aUser>[]) =>
    users.change(
      records.map(({ user_id }) => user_id),
      () => ({ records, kept: null }),
    );
  const demote = () => write({ ...sender, role: "user" });
  const publish = (accepted: number) => chunks.publish(aVersion({ accepted, by_user: "sender" }));
  const isPublished = async () => (await chunks.list("work-rules", { draft: false, limit: 1 })) !== null;
  /** Resolves once this many sessions wait for a lock. */
  const waiting = async (count: number) => {
    for (;;) {
      const { rows } = await database().pool.query<{ pid: number }>(
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      if (rows.length === count) return;
    }
  };
  /** A transaction that stays open after `work` until the test ends it. */
  const begun = async (work: (trx: Transaction<Schema>) => Promise<unknown>) => {
    let end: (how: "commit" | "roll back") => void = () => undefined;
    const ended = new Promise<"commit" | "roll back">((resolve) => {
      end = resolve;
    });
    let over: Promise<void> = Promise.resolve();
    await new Promise<void>((resolve, reject) => {
      over = database()
        .db.transaction()
        .execute(async (trx) => {
          await work(trx);
          resolve();
          if ((await ended) === "roll back") throw new Error("rolled back");
        })
        .catch((error: Error) => (error.message === "rolled back" ? undefined : reject(error)));
    });
    return async (how: "commit" | "roll back") => {
      end(how);
      await over;
    };
  };

  it("is refused if the demotion commits while the version waits for its document", async () => {
    await chunks.saveDraft(aVersion({ accepted: 1 }));
    const end = await begun((trx) => sql`SELECT FROM documents FOR UPDATE`.execute(trx));
    const published = publish(2).catch((error: unknown) => error);
    await waiting(1);
    await demote();
    await end("commit");
    expect(await published).toBeInstanceOf(SenderNotAdminError);
    expect(await isPublished()).toBe(false);
  });

  it.each(["commit", "roll back"] as const)("waits for a running demotion to %s", async (how) => {
    const end = await begun((trx) => sql`UPDATE users SET role = 'user'`.execute(trx));
    const published = publish(1).catch((error: unknown) => error);
    await waiting(1);
    await end(how);
    if (how === "commit") expect(await published).toBeInstanceOf(SenderNotAdminError);
    else expect(await published).toMatchObject({ changes: { added: 9 } });
    expect(await isPublished()).toBe(how === "roll back");
  });

  it("is demoted only once the checked change is committed", async () => {
    const end = await begun((trx) => requireAdmin(trx, "sender"));
    let demoted = false;
    const demotion = demote().then(() => {
      demoted = true;
    });
    await waiting(1);
    expect(demoted).toBe(false);
    await end("commit");
    await demotion;
    expect(await users.find("sender")).toMatchObject({ role: "user" });
  });

  it("never causes a deadlock: concurrent versions and changes to the same users all succeed", async () => {
    const senders = Array.from({ length: 5 }, (_, i) => aUser({ user_id: `s${i}`, role: "admin" }));
    await write(...senders);
    const versions = Array.from({ length: 30 }, (_, i) =>
      chunks.publish(aVersion({ document_id: `d${i % 3}`, accepted: i + 1, by_user: `s${i % 5}` })),
    );
    const imports = Array.from({ length: 30 }, (_, i) =>
      write(...(i % 2 ? senders : senders.toReversed()).map((user) => ({ ...user, email: `${i}@example.com` }))),
    );
    await Promise.all([...versions, ...imports]);
    const { rows } = await database().pool.query(
      "SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()",
    );
    expect(rows).toEqual([{ deadlocks: 0 }]);
  });
});
