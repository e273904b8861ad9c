import { randomBytes } from "node:crypto";
import { isModelFailure, type ModelFailure } from "@retrieval/core/ports";
import type { Choosing, Rewriting } from "@retrieval/core/use-cases";
import type { Request } from "express";
import type { AppDeps } from "../deps.js";
import type { CallerSession } from "../routing/authenticate.js";

/** A model's part in one answer; null: none is configured, or it answers too many questions now. */
export async function choosingFor(
  { res: client }: Request,
  { user }: CallerSession,
  { answering, metrics }: Pick<AppDeps, "answering" | "metrics">,
): Promise<(Choosing & Rewriting) | null> {
  if (answering === null || client === undefined) return null;
  const { rewriter, chooser, maySend, timeoutMs, places, stopping } = answering;
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
  async function counted<T>(role: "rewriter" | "chooser", call: Promise<T | ModelFailure>) {
    const outcome = await call;
    const failed = isModelFailure(outcome) ? (outcome.failed === "timeout" ? "late" : "failed") : "used";
    // A reader who has gone says nothing about the model.
    if (!gone.signal.aborted) metrics.count("model-called", { model: role, outcome: failed });
    return outcome;
  }
  return {
    rewriter: { ...rewriter, rewrite: (...ask) => counted("rewriter", rewriter.rewrite(...ask)) },
    chooser: { ...chooser, choose: (...ask) => counted("chooser", chooser.choose(...ask)) },
    maySend,
    signal: ended.signal,
    newFence: () => randomBytes(16).toString("hex"),
  };
}
