import type { Turn } from "./fair-queue.js";

/** Makes each piece of an answer in a turn of its own: between two pieces a slow client is waited for. */
export async function* inTurns(pieces: AsyncIterable<string>, turn: Turn): AsyncGenerator<string> {
  const made = pieces[Symbol.asyncIterator]();
  try {
    while ((await turn.takeAgain()) === "taken") {
      const piece = await made.next();
      turn.leave();
      if (piece.done) return;
      yield piece.value;
    }
  } finally {
    turn.leave();
    await made.return?.();
  }
}
