import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { getPriority } from "node:os";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { embedderContract } from "@retrieval/contract";
import { EmbeddedModel } from "../src/embedded-model.js";
import { EncoderHost } from "../src/encoder-host.js";
import { startProcess, startThread } from "../src/runner.js";

const { signal } = new AbortController();

const model = new EmbeddedModel({ onFailure: (reason) => expect(reason).toBe("none") });
afterAll(() => model.stop());

embedderContract("EmbeddedModel", async () => ({
  embedder: model,
  requests: () => 0,
  close: async () => undefined,
}));

describe("EmbeddedModel", () => {
  it("sends nothing, and says so", () => {
    expect(model.host).toBeNull();
  });

  it("is ready once it has answered a query", async () => {
    await model.embed("query", ["休暇"], signal);
    expect(model.isReady).toBe(true);
  });

  it("answers while a text of 100 kB is before it", async () => {
    const [long, short] = await Promise.all([
      model.embed("passage", ["通勤手当".repeat(12_500)], signal),
      model.embed("query", ["通勤手当"], signal),
    ]);
    expect([long, short]).toEqual([
      [expect.objectContaining({ length: 384 })],
      [expect.objectContaining({ length: 384 })],
    ]);
  });

  it("answers at once when the signal aborts, and goes on", async () => {
    const aborting = new AbortController();
    const texts = Array.from({ length: 1_000 }, (_, i) => `第${i}条`);
    const outcome = model.embed("passage", texts, aborting.signal);
    aborting.abort();
    expect(await outcome).toEqual({ failed: "timeout" });
    expect(await model.embed("passage", ["休暇"], signal)).toHaveLength(1);
  });

  it("answers nothing more once it is stopped", async () => {
    const stopped = new EmbeddedModel({ onFailure: () => undefined });
    stopped.start();
    const open = stopped.embed("query", ["休暇"], signal);
    await stopped.stop();
    expect(await open).toEqual({ failed: "unreachable" });
    expect(await stopped.embed("passage", ["休暇"], signal)).toEqual({ failed: "unreachable" });
  });
});

describe("the thread that embeds queries", () => {
  // The runtime aborts the whole process if its thread is terminated meanwhile.
  it.each(["is being loaded", "is at work"])("can be ended while the model %s", async (state) => {
    const runner = startThread();
    await once(runner.events, state === "is at work" ? "message" : "online");
    runner.send(`query: ${"通勤手当".repeat(200)}`);
    await runner.end();
    await runner.end();
  });
});

describe("the process that embeds passages", () => {
  const started: ChildProcess[] = [];
  const reasons: string[] = [];
  let options: { idleMs: number; hangMs: number };
  let host: EncoderHost;
  beforeEach(() => {
    started.length = 0;
    reasons.length = 0;
    options = { idleMs: 600_000, hangMs: 600_000 };
    const start = () => {
      const runner = startProcess();
      started.push(runner.events as ChildProcess);
      return runner;
    };
    host = new EncoderHost(Object.assign(options, { start, onFailure: (reason: string) => void reasons.push(reason) }));
  });
  afterEach(() => host.stop());

  const embedded = async () => expect(await host.encode("休暇", signal)).toHaveLength(384);

  it("has the lowest priority, and no environment", async () => {
    await embedded();
    expect(getPriority(started[0]?.pid as number)).toBe(19);
  });

  it("starts again after it was killed", async () => {
    await embedded();
    started[0]?.kill("SIGKILL");
    expect(await host.encode("休暇", signal)).toEqual({ failed: "unreachable" });
    expect(reasons).toEqual(["it ended with SIGKILL"]);
    await embedded();
    expect(started).toHaveLength(2);
  });

  it("refuses a text that ends it again and again, goes on with others, and refuses none that waits", async () => {
    const fatal = async () => {
      await embedded();
      const outcomes = Promise.all([host.encode("致命", signal), host.encode("休暇", signal)]);
      started.at(-1)?.kill("SIGKILL");
      return outcomes;
    };
    for (const failed of ["unreachable", "unreachable", "refused", "refused"])
      expect(await fatal()).toEqual([{ failed }, { failed: "unreachable" }]);
    await embedded();
    expect(reasons.at(-1)).toBe("it ended with SIGKILL, again at this text");
  });

  it("is ended when it hangs", async () => {
    await embedded();
    started[0]?.kill("SIGSTOP");
    options.hangMs = 50;
    expect(await host.encode("休暇", signal)).toEqual({ failed: "timeout" });
    expect(reasons).toEqual(["it hangs"]);
    options.hangMs = 600_000;
    await embedded();
  });

  it("ends when it has nothing to do, and is started again for the next text", async () => {
    options.idleMs = 10;
    await embedded();
    await once(started[0] as ChildProcess, "exit");
    await embedded();
    expect(started).toHaveLength(2);
    expect(reasons).toEqual([]);
  });

  it("ends with the service", async () => {
    await embedded();
    // The channel closes, however the service ends.
    started[0]?.disconnect();
    expect(await once(started[0] as ChildProcess, "exit")).toEqual([0, null]);
  });
});
