import { setTimeout as sleep } from "node:timers/promises";
import type { Request } from "express";

/** Whether Accept prefers server-sent events to JSON (RFC 9110 §12.5.1). */
export function wantsEvents(req: Request): boolean {
  return req.accepts(["application/json", "text/event-stream"]) === "text/event-stream";
}

/** An event of an answer that is sent as it comes. */
export interface StreamEvent {
  readonly event: string;
  readonly data: object;
}

/** A proxy may take a connection for dead on which nothing comes for half a minute. In milliseconds. */
const SILENCE_MAX = 10_000;

/** Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html), which no proxy may hold back. */
export function eventStream(events: AsyncIterable<StreamEvent>, silenceMax = SILENCE_MAX) {
  return {
    status: 200 as const,
    parts: linesOf(events, silenceMax),
    isSlow: true,
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
    },
  };
}

async function* linesOf(events: AsyncIterable<StreamEvent>, silenceMax: number): AsyncGenerator<string> {
  const coming = events[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = coming.next();
      for (let came = false; !came; ) {
        const silence = new AbortController();
        const pause = sleep(silenceMax, false, { signal: silence.signal }).catch(() => false);
        came = await Promise.race([next.then(() => true), pause]);
        silence.abort();
        if (!came) yield ":\n\n";
      }
      const { done, value } = await next;
      if (done) return;
      yield `event: ${value.event}\ndata: ${JSON.stringify(value.data)}\n\n`;
    }
  } finally {
    await coming.return?.();
  }
}
