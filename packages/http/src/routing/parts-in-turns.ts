import type { Part } from "../answers/answer.js";
import type { Turn } from "./fair-queue.js";

/** Makes each part of an answer in its own turn, so that no turn is held while a slow client takes a part. */
export async function* partsInTurns(parts: AsyncIterable<Part>, turn: Turn): AsyncGenerator<Part> {
  const made = parts[Symbol.asyncIterator]();
  try {
    while ((await turn.take(false)) === "taken") {
      const part = await made.next();
      turn.leave();
      if (part.done) return;
      yield part.value;
    }
  } finally {
    turn.leave();
    await made.return?.();
  }
}
