import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "@jest/globals";
import { FairQueue, type FairQueueLimits, type TurnOutcome } from "@retrieval/http";
import fc from "fast-check";

const clients: TestClient[] = [];

class TestClient extends EventEmitter {
  destroyed = false;
  constructor() {
    super();
    clients.push(this);
  }
  leave(): void {
    this.destroyed = true;
    this.emit("close");
  }
}

/** One request as a test sees it. */
class TestRequest {
  state: TurnOutcome | "waiting" | "left" = "waiting";
  readonly client = new TestClient();
  readonly #turn: ReturnType<FairQueue["turnOf"]>;

  constructor(
    queue: FairQueue,
    readonly reader: string,
    private readonly onTurn: (request: TestRequest) => void = () => undefined,
  ) {
    this.#turn = queue.turnOf(reader, this.client);
    void this.#turn.take().then((outcome) => {
      this.state = outcome;
      if (outcome === "taken") this.onTurn(this);
    });
  }

  leave(): void {
    this.#turn.leave();
    this.state = "left";
  }
}

/** No test takes so long. */
const LONG = 600_000;
/** All that was resolved so far is told. */
const told = async () => {
  for (let n = 0; n < 5; n += 1) await null;
};
const states = (requests: readonly TestRequest[]) => requests.map(({ state }) => state).join(" ");

describe("a FairQueue", () => {
  // A request that still waited would keep the process for as long as it may wait.
  afterEach(() => {
    for (const client of clients.splice(0)) client.leave();
  });

  const open = (limits: Partial<FairQueueLimits> = {}) =>
    new FairQueue({ atOnce: 3, perReader: 2, waiting: 2, waitingInAll: 100, waitMs: LONG, ...limits });

  it("lets few of one reader work, has more of them wait, and refuses the rest, which is no other reader's", async () => {
    const queue = open();
    const greedy = Array.from({ length: 6 }, () => new TestRequest(queue, "greedy"));
    const calm = new TestRequest(queue, "calm");
    await told();
    expect(states(greedy)).toBe("taken taken waiting waiting full full");
    expect(calm.state).toBe("taken");
    expect(queue.waiting).toBe(2);
  });

  it("gives a free place to the readers in turn, not to those who came first", async () => {
    const queue = open({ atOnce: 1, perReader: 1, waiting: 3 });
    const order: string[] = [];
    const ask = (reader: string) => new TestRequest(queue, reader, (request) => void order.push(request.reader));
    const requests = ["a", "a", "a", "a", "b", "b", "c"].map(ask);
    for (let n = 0; n < requests.length; n += 1) {
      await told();
      requests.find(({ state }) => state === "taken")?.leave();
    }
    await told();
    // c sends one request, and so does b at last.
    expect(order).toEqual(["a", "c", "a", "b", "b", "a", "a"]);
  });

  it("gives every second place to a reader who sends one request at a time", async () => {
    const queue = open({ atOnce: 1, perReader: 1, waiting: 4 });
    const order: string[] = [];
    const ask = (reader: string): TestRequest =>
      new TestRequest(queue, reader, (request) => {
        order.push(reader);
        // The next one comes when the last is answered.
        void told().then(() => {
          request.leave();
          if (reader === "calm" && order.length < 8) ask("calm");
        });
      });
    for (const reader of ["a", "a", "a", "a", "b", "b", "b", "c", "c", "c", "calm"]) ask(reader);
    for (let n = 0; n < 30; n += 1) await told();
    expect(order.slice(0, 8).join(" ")).toBe("a calm a calm b calm c calm");
  });

  it("bounds what waits in all: the longest line gives up its newest request for a shorter one", async () => {
    const queue = open({ atOnce: 1, perReader: 1, waiting: 4, waitingInAll: 5 });
    const greedy = ["a", "a", "a", "a", "b", "b"].map((reader) => new TestRequest(queue, reader));
    await told();
    expect([queue.isCrowded, queue.refusalOf("a"), queue.refusalOf("b"), queue.refusalOf("c")]).toEqual([
      ...[true, "crowded", "crowded", null],
    ]);
    const [calm, another] = ["c", "c"].map((reader) => new TestRequest(queue, reader));
    await told();
    expect(states(greedy)).toBe("taken waiting waiting full waiting waiting");
    expect([calm?.state, another?.state, queue.waiting]).toEqual(["waiting", "crowded", 5]);
  });

  it("forgets a request whose client goes while it waits, and does not begin one whose client is gone", async () => {
    const queue = open({ atOnce: 1 });
    const [working, leaving, staying] = ["a", "b", "b"].map((reader) => new TestRequest(queue, reader)) as [
      TestRequest,
      TestRequest,
      TestRequest,
    ];
    await told();
    leaving.client.leave();
    await told();
    expect([leaving.state, queue.waiting]).toEqual(["gone", 1]);
    working.leave();
    await told();
    expect([leaving.state, staying.state]).toEqual(["gone", "taken"]);

    const late = queue.turnOf("c", Object.assign(new TestClient(), { destroyed: true }));
    expect(await late.take()).toBe("gone");
    late.leave();
    staying.leave();
    expect(await queue.turnOf("c", new TestClient()).take()).toBe("taken");
  });

  it("counts nobody's place while the request waits for something else, and gives it back once only", async () => {
    const queue = open({ atOnce: 1 });
    const client = new TestClient();
    const turn = queue.turnOf("a", client);
    expect(await turn.take()).toBe("taken");
    turn.leave();
    turn.leave();
    const other = new TestRequest(queue, "b");
    const third = new TestRequest(queue, "b");
    await told();
    expect(states([other, third])).toBe("taken waiting");
    const again = turn.take();
    third.client.leave();
    other.leave();
    expect(await again).toBe("taken");
    expect(client.listenerCount("close")).toBe(0);
  });

  it("tells a request whose turn does not come in time, and has no place for it any more", async () => {
    const queue = open({ atOnce: 1, waitMs: 1 });
    const working = new TestRequest(queue, "a");
    const client = new TestClient();
    expect(await queue.turnOf("b", client).take()).toBe("late");
    expect([queue.waiting, client.listenerCount("close")]).toEqual([0, 0]);
    working.leave();
    expect(await queue.turnOf("c", new TestClient()).take()).toBe("taken");
  });

  it("refuses no answer that is half sent", async () => {
    const queue = open({ atOnce: 1, waiting: 0, waitMs: 1 });
    const working = new TestRequest(queue, "a");
    const turn = queue.turnOf("a", new TestClient());
    await told();
    expect(await turn.take()).toBe("full");
    const again = turn.take(false);
    await sleep(5);
    expect(queue.waiting).toBe(1);
    working.leave();
    expect(await again).toBe("taken");
  });

  it("whatever comes, ends and goes away: keeps its limits, leaves no place unused, and passes nobody over", async () => {
    const readers = fc.constantFrom("a", "b", "c", "d");
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ does: fc.constant("asks" as const), reader: readers }) },
      { weight: 3, arbitrary: fc.record({ does: fc.constant("ends" as const), nth: fc.nat(20) }) },
      { weight: 1, arbitrary: fc.record({ does: fc.constant("goes away" as const), nth: fc.nat(20) }) },
    );
    const limits = fc.record({
      atOnce: fc.integer({ min: 1, max: 5 }),
      perReader: fc.integer({ min: 1, max: 3 }),
      waiting: fc.integer({ min: 0, max: 4 }),
      waitingInAll: fc.integer({ min: 0, max: 16 }),
      waitMs: fc.constant(LONG),
    });
    let turns = 0;
    await fc.assert(
      fc.asyncProperty(limits, fc.array(step, { minLength: 30, maxLength: 120 }), async (limit, steps) => {
        const queue = new FairQueue(limit);
        const requests: TestRequest[] = [];
        const of = (reader: string, state: string) =>
          requests.filter((request) => request.reader === reader && request.state === state);
        /** For each reader who waits and may have a place: how often each other one has had a turn since. */
        const passed = new Map<string, Map<string, number>>();
        const mayBegin = (reader: string) =>
          of(reader, "waiting").length > 0 && of(reader, "taken").length < limit.perReader;

        for (const next of steps) {
          const waitedBefore = new Set(["a", "b", "c", "d"].filter(mayBegin));
          if (next.does === "asks") requests.push(new TestRequest(queue, next.reader));
          else {
            const wanted = requests.filter(({ state }) => state === (next.does === "ends" ? "taken" : "waiting"));
            const chosen = wanted[next.nth % Math.max(1, wanted.length)];
            if (next.does === "ends") chosen?.leave();
            else chosen?.client.leave();
          }
          const before = requests.map(({ state }) => state);
          await told();
          const begun = requests.filter(({ state }, n) => before[n] === "waiting" && state === "taken");
          const turn = new Set(begun.map(({ reader }) => reader));
          turns += turn.size;

          const working = requests.filter(({ state }) => state === "taken").length;
          expect(working).toBeLessThanOrEqual(limit.atOnce);
          for (const reader of ["a", "b", "c", "d"]) {
            expect(of(reader, "taken").length).toBeLessThanOrEqual(limit.perReader);
            expect(of(reader, "waiting").length).toBeLessThanOrEqual(limit.waiting);
            // A place is free only where nobody who waits could have it.
            if (working < limit.atOnce) expect(mayBegin(reader)).toBe(false);
            // The first of a reader's requests goes first.
            const last = begun.findLast((request) => request.reader === reader);
            const [first] = of(reader, "waiting");
            if (last && first) expect(requests.indexOf(last)).toBeLessThan(requests.indexOf(first));
            if (!waitedBefore.has(reader) || turn.has(reader)) passed.delete(reader);
            else {
              const since = passed.get(reader) ?? new Map<string, number>();
              for (const other of turn) since.set(other, (since.get(other) ?? 0) + 1);
              passed.set(reader, since);
              // While this reader waits, each other one has one turn, and at most as many places go to single requests.
              expect([...since.values()].reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(7);
            }
          }
          expect(queue.waiting).toBeLessThanOrEqual(limit.waitingInAll);
          expect(queue.waiting).toBe(requests.filter(({ state }) => state === "waiting").length);
        }
        for (let left = requests.length; left > 0; left -= 1) {
          for (const request of requests) if (request.state === "taken") request.leave();
          await told();
        }
        expect(requests.filter(({ state }) => state === "waiting" || state === "taken")).toEqual([]);
      }),
      { numRuns: 50 },
    );
    expect(turns).toBeGreaterThan(300);
  });
});
