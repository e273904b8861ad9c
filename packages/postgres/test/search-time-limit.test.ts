import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import { DATABASE_KINDS, ONE_CONNECTION, useMigratedDatabase } from "@retrieval/contract";
import type { SearchReads } from "@retrieval/core/ports";
import { PostgresSearchIndex } from "../src/index.js";

const TERMS = [{ text: "休暇", prefix: false }];
const statistics = (reads: SearchReads) => reads.statistics(TERMS, { unrestricted: true, principals: [] });

describe.each(DATABASE_KINDS)("a search on the %s database", (kind) => {
  const database = useMigratedDatabase(kind);

  it("has one time limit for all of its statements, and leaves the connection unchanged", async () => {
    const { db, pool } = database();
    const limitOf = async () => (await pool.query("SHOW statement_timeout")).rows;
    const usual = await limitOf();
    const index = new PostgresSearchIndex(db, 200);
    const answers: unknown[] = [];
    const ended = await index.withinTimeLimit(async (reads) => {
      answers.push(await statistics(reads));
      await sleep(250);
      answers.push(await statistics(reads));
    });
    expect({ ended, answers }).toEqual({ ended: null, answers: [expect.objectContaining({ chunks: 0 })] });
    expect(await new PostgresSearchIndex(db).withinTimeLimit(statistics)).toMatchObject({ chunks: 0 });
    expect(await limitOf()).toEqual(usual);
  });

  it("throws an inner error unchanged, not as the time limit", async () => {
    const failing = new PostgresSearchIndex(database().db).withinTimeLimit(() => Promise.reject(new Error("no")));
    await expect(failing).rejects.toThrow("no");
    expect(await new PostgresSearchIndex(database().db).withinTimeLimit(statistics)).toMatchObject({ chunks: 0 });
  });

  (kind === "server" ? it : it.skip)(
    `is stopped by the server while a statement runs (not embedded: ${ONE_CONNECTION})`,
    async () => {
      const { db, pool } = database();
      const lock = await pool.connect();
      try {
        await lock.query("BEGIN; LOCK TABLE search_entries IN ACCESS EXCLUSIVE MODE");
        expect(await new PostgresSearchIndex(db, 100).withinTimeLimit(statistics)).toBeNull();
        const { rows } = await pool.query(
          "SELECT query FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        expect(rows).toEqual([]);
      } finally {
        await lock.query("ROLLBACK");
        lock.release();
      }
    },
  );
});
