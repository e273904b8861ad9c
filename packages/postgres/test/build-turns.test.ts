import { expect, it } from "@jest/globals";
import { useMigratedDatabase } from "@retrieval/contract";
import { sql } from "kysely";
import { buildTurns } from "../src/index.js";

const server = useMigratedDatabase("server");
const embedded = useMigratedDatabase("embedded");
const never = () => new AbortController().signal;
const TRY_EVERY = 10;

it("gives the turn to one instance at a time", async () => {
  const { another } = server();
  const here = buildTurns(server(), TRY_EVERY);
  const there = buildTurns(await another(), TRY_EVERY);
  const giveBack = await here(never());
  let taken = false;
  const waiting = there(never()).then((release) => {
    taken = true;
    return release;
  });
  await new Promise((resolve) => setTimeout(resolve, 20 * TRY_EVERY));
  expect(taken).toBe(false);
  await giveBack();
  await (await waiting)();
});

it("takes the turn from an instance whose connection ended", async () => {
  const { db, another } = server();
  const lost = await buildTurns(await another(), TRY_EVERY)(never());
  await sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity JOIN pg_locks USING (pid)
    WHERE datname = current_database() AND locktype = 'advisory' AND pid <> pg_backend_pid()
  `.execute(db);
  await (await buildTurns(server(), TRY_EVERY)(never()))();
  await lost();
});

it("ends its wait when the instance stops", async () => {
  const giveBack = await buildTurns(server(), TRY_EVERY)(never());
  const stopping = new AbortController();
  const waiting = buildTurns(server(), TRY_EVERY)(stopping.signal);
  stopping.abort();
  await (await waiting)();
  await giveBack();
});

it("leaves the only connection of a small pool to the build", async () => {
  const giveBack = await buildTurns(embedded())(never());
  await sql`SELECT 1`.execute(embedded().db);
  await giveBack();
});
