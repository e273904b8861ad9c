import { randomBytes } from "node:crypto";
import { ModelFailed } from "@retrieval/core/ports";
import type { Writing } from "@retrieval/core/use-cases";
import type { Request } from "express";
import type { AppDeps } from "../deps.js";
import type { CallerSession } from "../routing/authenticate.js";

/** A model's part in one answer; null: none is configured, or too many answers are being written. */
export async function writingFor(
  { res: client }: Request,
  { user }: CallerSession,
  { answering, metrics }: Pick<AppDeps, "answering" | "metrics">,
): Promise<Writing | null> {
  if (answering === null || client === undefined) return null;
  const { writer, maySend, timeoutMs, places, stopping } = answering;
  const place = places.turnOf(user.user_id, client);
  if ((await place.take()) !== "taken") return null;
  const gone = new AbortController();
  // Not AbortSignal.any: Node 20 may collect the time limit that such a signal depends on.
  const ended = new AbortController();
  const end = () => ended.abort();
  const timer = setTimeout(end, timeoutMs);
  if (stopping.aborted) end();
  stopping.addEventListener("abort", end);
  client.once("close", () => {
    clearTimeout(timer);
    stopping.removeEventListener("abort", end);
    place.leave();
    gone.abort();
    end();
  });
  return {
    writer: {
      ...writer,
      write: (...ask) => counted(writer.write(...ask), gone.signal, (end) => metrics.modelCalled("writer", end)),
    },
    maySend,
    signal: ended.signal,
    newFence: () => randomBytes(16).toString("hex"),
    onSentence: (fate) => metrics.sentenceJudged(fate),
  };
}

type ModelOutcome = Parameters<AppDeps["metrics"]["modelCalled"]>[1];

/** Tells how a call to a model ended, unless the reader has gone. */
async function* counted(
  pieces: AsyncIterable<string>,
  gone: AbortSignal,
  onEnd: (outcome: ModelOutcome) => void,
): AsyncGenerator<string> {
  let outcome: ModelOutcome = "used";
  try {
    yield* pieces;
  } catch (error) {
    outcome = error instanceof ModelFailed && error.failure.failed === "timeout" ? "late" : "failed";
    throw error;
  } finally {
    if (!gone.aborted) onEnd(outcome);
  }
}
