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

/** Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html), which no proxy may hold back. */
export function eventStream(events: Iterable<StreamEvent>) {
  return {
    status: 200 as const,
    parts: linesOf(events),
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
    },
  };
}

async function* linesOf(events: Iterable<StreamEvent>): AsyncGenerator<string> {
  for (const { event, data } of events) yield `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
