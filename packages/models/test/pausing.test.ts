import { describe, expect, it } from "@jest/globals";
import type { ModelFailure } from "@retrieval/core/ports";
import { type CallOutcome, pausingEmbedder, pausingReranker } from "@retrieval/models";

const UNREACHABLE: ModelFailure = { failed: "unreachable" };
const NEVER = new AbortController().signal;

function aReranker(answers: readonly (readonly number[] | ModelFailure)[]) {
  const state = { now: 0, calls: 0, outcomes: [] as CallOutcome[] };
  const reranker = pausingReranker(
    {
      ...{ model: "m", host: "models:80" },
      rerank: async () => answers[Math.min(state.calls++, answers.length - 1)] as readonly number[] | ModelFailure,
    },
    { elapsed: () => state.now, onCall: (outcome) => void state.outcomes.push(outcome) },
  );
  const ask = () => reranker.rerank("q", ["p"], NEVER);
  return { state, ask, reranker };
}

describe("a model that pauses", () => {
  it("is called each time while it answers", async () => {
    const { state, ask, reranker } = aReranker([[1]]);
    expect([await ask(), await ask()]).toEqual([[1], [1]]);
    expect(state).toMatchObject({ calls: 2, outcomes: ["used", "used"] });
    expect(reranker).toMatchObject({ model: "m", host: "models:80" });
  });

  it("is left alone after a failure, twice as long after each one in a row, and at most 30 seconds", async () => {
    const { state, ask } = aReranker([UNREACHABLE]);
    for (const pause of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      const calls = state.calls;
      expect(await ask()).toEqual(UNREACHABLE);
      state.now += pause - 1;
      expect(await ask()).toEqual(UNREACHABLE);
      expect({ pause, calls: state.calls }).toEqual({ pause, calls: calls + 1 });
      state.now += 1;
    }
  });

  it("is called again at once after it answered", async () => {
    const { state, ask } = aReranker([UNREACHABLE, [1], { failed: "timeout" }, [2]]);
    await ask();
    state.now += 1_000;
    expect([await ask(), await ask(), await ask()]).toEqual([[1], { failed: "timeout" }, { failed: "timeout" }]);
    state.now += 1_000;
    expect(await ask()).toEqual([2]);
    expect(state.outcomes).toEqual(["failed", "used", "late", "used"]);
  });

  it("is tried by one call after a pause, and by the others when that one has succeeded", async () => {
    let answer: (scores: Float32Array[]) => void = () => undefined;
    const waiting = new Promise<Float32Array[]>((done) => {
      answer = done;
    });
    let [now, calls] = [0, 0];
    const embed = async () => {
      calls += 1;
      return calls === 1 ? UNREACHABLE : waiting;
    };
    const embedder = pausingEmbedder({ model: "m", host: "h", embed }, { elapsed: () => now, onCall: () => undefined });
    const ask = () => embedder.embed("query", ["q"], NEVER);
    await ask();
    now += 1_000;
    const first = ask();
    expect(await ask()).toEqual(UNREACHABLE);
    answer([Float32Array.of(1)]);
    expect(await first).toHaveLength(1);
    expect(await ask()).toHaveLength(1);
    expect(calls).toBe(3);
  });

  it("is neither called nor paused for a call whose time was over before it began", async () => {
    const { state, ask, reranker } = aReranker([[1], UNREACHABLE, [2]]);
    const tooLate = () => reranker.rerank("q", ["p"], AbortSignal.abort());
    expect([await tooLate(), await ask(), await ask()]).toEqual([{ failed: "timeout" }, [1], UNREACHABLE]);
    state.now += 1_000;
    // It is not the call that tries after the pause.
    expect([await tooLate(), await ask()]).toEqual([{ failed: "timeout" }, [2]]);
    expect(state).toMatchObject({ calls: 3, outcomes: ["used", "failed", "used"] });
  });

  it("is not paused for a text that is too long for it", async () => {
    const { state, ask } = aReranker([{ failed: "too_long" }, [1]]);
    expect([await ask(), await ask()]).toEqual([{ failed: "too_long" }, [1]]);
    expect(state.outcomes).toEqual(["failed", "used"]);
  });
});
