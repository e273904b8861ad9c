import { setTimeout as sleep } from "node:timers/promises";
import { ConnectionError, failureReason } from "@retrieval/api/client";
import { say } from "../texts/say.js";
import { SILENCE_MS } from "./time-limits.js";

/**
 * Streams the bytes of an answer that may be larger than memory.
 *
 * @throws ConnectionError if its end is missing
 */
export async function* byteParts({ body }: Response): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await nextPart(() => reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function nextPart<Part>(read: () => Promise<Part>): Promise<Part> {
  const waiting = new AbortController();
  try {
    const part = await Promise.race([read(), sleep(SILENCE_MS, null, { signal: waiting.signal })]);
    if (part !== null) return part;
  } catch (error) {
    throw brokenOff(failureReason(error));
  } finally {
    waiting.abort();
  }
  throw brokenOff(say("no answer for {seconds} seconds", { seconds: SILENCE_MS / 1000 }));
}

const brokenOff = (why: string) =>
  new ConnectionError(say("the answer broke off and is not complete ({why})", { why }));
