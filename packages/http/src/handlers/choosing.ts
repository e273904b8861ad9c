import { randomBytes } from "node:crypto";
import { isModelFailure, type UnitChooser } from "@retrieval/core/ports";
import type { Choosing } from "@retrieval/core/use-cases";
import type { Request } from "express";
import type { AppDeps } from "../deps.js";
import type { CallerSession } from "../routing/authenticate.js";

/** A model's part in one answer; null: none is configured, or it chooses for too many questions now. */
export async function choosingFor(
  { res: client }: Request,
  { user }: CallerSession,
  { answering, metrics }: Pick<AppDeps, "answering" | "metrics">,
): Promise<Choosing | null> {
  if (answering === null || client === undefined) return null;
  const { chooser, maySend, timeoutMs, places, stopping } = answering;
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
  const choose: UnitChooser["choose"] = async (...ask) => {
    const outcome = await chooser.choose(...ask);
    const failed = isModelFailure(outcome) ? (outcome.failed === "timeout" ? "late" : "failed") : "used";
    // A reader who has gone says nothing about the model.
    if (!gone.signal.aborted) metrics.modelCalled("chooser", failed);
    return outcome;
  };
  return {
    chooser: { ...chooser, choose },
    maySend,
    signal: ended.signal,
    newFence: () => randomBytes(16).toString("hex"),
  };
}
