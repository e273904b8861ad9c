import { setTimeout as sleep } from "node:timers/promises";
import type { AppDeps } from "../deps.js";
import type { Client, TurnOutcome } from "./fair-queue.js";

const HELD_MS = 1_000;

/**
 * Holds a refusal back for a second, so that its sender does not repeat it at once: a client that does so on many
 * connections would keep the event loop busy, on which the requests of all others wait.
 *
 * @param sender the user, or the address of one who is not known
 * @param client of the refused request
 * @returns "taken" after the time, and others at once: too many refusals are held back, or the client has gone
 */
export async function heldBack(
  sender: string,
  client: Client,
  { queues }: Pick<AppDeps, "queues">,
): Promise<TurnOutcome> {
  const turn = queues.refusals.turnOf(sender, client);
  const outcome = await turn.take();
  if (outcome !== "taken") return outcome;
  await sleep(HELD_MS);
  turn.leave();
  return outcome;
}
