import { Writable } from "node:stream";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { UnavailableError } from "@retrieval/core/errors";
import type { AuditEntry } from "@retrieval/core/ports";
import { type Logger, pino } from "pino";
import { BufferedAudit } from "../../src/audit/buffered-audit.js";
import { Retention } from "../../src/retention/retention.js";
import { FrozenClock } from "../harness.js";

let lines: string[];
let logger: Logger;
const clock = new FrozenClock();
beforeEach(() => {
  lines = [];
  logger = pino(
    { base: null, timestamp: false },
    new Writable({
      write(line, _encoding, done) {
        lines.push(String(line));
        done();
      },
    }),
  );
});
const logged = () => lines.map((line) => JSON.parse(line) as { msg: string; entries?: number });
const signIn = (user_id: string) =>
  ({ kind: "sign-in", by_user: user_id, user_id, document_id: null, details: { address: "192.0.2.1" } }) as const;
const REFUSED = {
  kind: "sign-in-refused",
  reason: "INVALID_SIGNATURE",
  address: "192.0.2.1",
  by_user: null,
  user_id: null,
} as const;
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A buffer whose timer the test fires, over a log whose answers the test sets. */
function aBuffer() {
  const groups: (readonly AuditEntry[])[] = [];
  const state = { answer: (_entries: readonly AuditEntry[]): Promise<void> => Promise.resolve() };
  const timers: (() => void)[] = [];
  const buffer = new BufferedAudit({
    audit: {
      async record(entries) {
        await state.answer(entries);
        groups.push(entries);
      },
    },
    clock,
    logger,
    timer: (work, ms) => {
      expect(ms).toBe(1_000);
      timers.push(work);
      return () => void timers.splice(timers.indexOf(work), 1);
    },
  });
  return {
    buffer,
    groups,
    timers,
    away: () => {
      state.answer = () => Promise.reject(new UnavailableError("away"));
    },
    back: () => {
      state.answer = () => Promise.resolve();
    },
    answer: (how: typeof state.answer) => {
      state.answer = how;
    },
    async secondPasses() {
      for (const work of timers.splice(0)) work();
      await settled();
    },
  };
}

describe("the audit log's buffer", () => {
  it("is written once a second as one group, and not at all without entries", async () => {
    const { buffer, groups, timers, secondPasses } = aBuffer();
    for (const user_id of ["1", "2", "3"]) buffer.add(signIn(user_id));
    expect(groups).toEqual([]);
    expect(timers).toHaveLength(1);
    await secondPasses();
    expect(groups.map((group) => group.map(({ user_id }) => user_id))).toEqual([["1", "2", "3"]]);
    expect(timers).toEqual([]);
  });

  it("writes refused sign-ins when their minute is over", async () => {
    const { buffer, groups, secondPasses } = aBuffer();
    buffer.refuse(REFUSED);
    buffer.refuse(REFUSED);
    await secondPasses();
    expect(groups).toEqual([]);
    clock.seconds += 60;
    await secondPasses();
    expect(groups).toMatchObject([[{ kind: "sign-in-refused", details: { count: 2 } }]]);
  });

  it("writes refused management calls in the same way", async () => {
    const { buffer, groups, secondPasses } = aBuffer();
    const call = "GET /api/manage/users";
    const refused = { ...REFUSED, kind: "management-refused", reason: "FORBIDDEN", by_user: "1", call } as const;
    buffer.refuse(refused);
    buffer.refuse(refused);
    await secondPasses();
    expect(groups).toEqual([]);
    clock.seconds += 60;
    await secondPasses();
    expect(groups).toMatchObject([[{ kind: "management-refused", by_user: "1", details: { count: 2, call } }]]);
  });

  it("sums what a user does more than sixty times an hour, by kind and hour", async () => {
    const { buffer, groups, secondPasses } = aBuffer();
    clock.seconds = Math.ceil(clock.seconds / 3_600) * 3_600;
    const hour = new Date(clock.now()).toISOString();
    const answered = (user_id: string) =>
      buffer.add({
        ...{ kind: "question-answered", by_user: user_id, user_id, document_id: "d" },
        details: { answer_id: "1", earlier_answer_ids: [], chunk_ids: [], outcome: "answer", model: "none" },
      });
    for (let n = 0; n < 600; n += 1) answered("1");
    answered("2");
    const details = { answer_id: "1", good: true, reason: null };
    buffer.add({ kind: "answer-judged", by_user: "1", user_id: "1", document_id: null, details });
    await secondPasses();
    const entries = groups.flat();
    expect(entries).toHaveLength(62);
    expect(entries.slice(60)).toMatchObject([{ user_id: "2" }, { kind: "answer-judged", user_id: "1" }]);
    clock.seconds += 3_600;
    answered("1");
    await secondPasses();
    expect(groups.flat().slice(62)).toEqual([
      expect.objectContaining({ details: expect.objectContaining({ answer_id: "1" }) }),
      {
        ...{ kind: "question-answered", by_user: "1", user_id: "1", document_id: null },
        details: { count: 540, hour },
      },
    ]);
  });

  it("makes one write at a time; entries that arrive meanwhile go into the next", async () => {
    const { buffer, groups, timers, answer, back, secondPasses } = aBuffer();
    let finish = () => {};
    answer(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    buffer.add(signIn("1"));
    await secondPasses();
    buffer.add(signIn("2"));
    expect(timers).toEqual([]);
    back();
    finish();
    await settled();
    await secondPasses();
    expect(groups.map((group) => group.map(({ user_id }) => user_id))).toEqual([["1"], ["2"]]);
  });

  it("keeps entries in order while the database is away, and logs that once", async () => {
    const { buffer, groups, away, back, secondPasses } = aBuffer();
    away();
    buffer.add(signIn("1"));
    await secondPasses();
    buffer.add(signIn("2"));
    await secondPasses();
    back();
    await secondPasses();
    expect(groups.map((group) => group.map(({ user_id }) => user_id))).toEqual([["1", "2"]]);
    expect(logged().map(({ msg }) => msg)).toEqual([
      "audit entries cannot be written; they wait",
      "audit entries are written again",
    ]);
  });

  it("is bounded: of more than ten thousand the oldest are dropped and counted", async () => {
    const { buffer, groups, away, back, secondPasses } = aBuffer();
    away();
    for (let i = 0; i < 10_005; i += 1) buffer.add(signIn(String(i)));
    await secondPasses();
    buffer.add(signIn("last"));
    back();
    await secondPasses();
    expect(groups[0]).toHaveLength(10_000);
    expect(groups[0]?.[0]).toMatchObject({ user_id: "6" });
    expect(logged().slice(1)).toMatchObject([
      { msg: "audit entries could not be written and are lost", entries: 6 },
      { msg: "audit entries are written again" },
    ]);
  });

  it("is not blocked by a group that the database will never accept", async () => {
    const { buffer, groups, answer, back, secondPasses } = aBuffer();
    answer(() => Promise.reject(new Error("never")));
    buffer.add(signIn("1"));
    await secondPasses();
    back();
    buffer.add(signIn("2"));
    await secondPasses();
    expect(groups).toMatchObject([[{ user_id: "2" }]]);
    expect(logged()).toMatchObject([{ msg: "audit entries could not be written and are lost", entries: 1 }]);
  });

  it("is written completely when the service stops, with this minute's refused sign-ins", async () => {
    const { buffer, groups, timers } = aBuffer();
    buffer.add(signIn("1"));
    buffer.refuse(REFUSED);
    await buffer.stop();
    expect(groups).toMatchObject([[{ kind: "sign-in" }, { kind: "sign-in-refused" }]]);
    expect(timers).toEqual([]);
    expect(logged()).toEqual([]);
  });

  it("logs how many entries could not be written when the service stops", async () => {
    const { buffer, away } = aBuffer();
    away();
    buffer.add(signIn("1"));
    buffer.refuse(REFUSED);
    await buffer.stop();
    expect(logged().at(-1)).toMatchObject({ msg: "audit entries could not be written and are lost", entries: 2 });
  });
});

describe("the retention of the audit log", () => {
  const DAY_MS = 86_400_000;

  it("deletes batch after batch until one is not full", async () => {
    const asked: number[] = [];
    const sizes = [5_000, 5_000, 12];
    const audit = {
      async forget(before: number) {
        asked.push(before);
        return sizes.shift() ?? 0;
      },
    };
    await new Retention({
      forget: audit.forget,
      what: "audit entries",
      clock,
      logger,
      days: 400,
    }).forgetOld();
    expect(asked).toEqual([1, 2, 3].map(() => clock.now() - 400 * DAY_MS));
    expect(logged()).toMatchObject([{ msg: "deleted old audit entries", entries: 10_012, days: 400 }]);
  });

  it("is tried again later when the database is away", async () => {
    const audit = { forget: () => Promise.reject(new UnavailableError("away")) };
    await new Retention({
      forget: audit.forget,
      what: "audit entries",
      clock,
      logger,
      days: 400,
    }).forgetOld();
    expect(logged()).toMatchObject([{ msg: "old audit entries could not be deleted; trying again in an hour" }]);
  });
});
