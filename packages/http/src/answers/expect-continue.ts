import type { IncomingMessage, ServerResponse } from "node:http";

/** Requests whose client waits to be told that its body is wanted (RFC 9110 §10.1.1). */
const waiting = new WeakSet<IncomingMessage>();

/** Remembers that nobody has told the client yet; without this Node tells it before anything is known. */
export function withholdContinue(req: IncomingMessage): void {
  waiting.add(req);
}

/** Tells the client to go on, if it waits for that. */
export function sendContinue(req: IncomingMessage, res: ServerResponse): void {
  if (waiting.delete(req)) res.writeContinue();
}

/** Is the client still waiting? Whether it will send its body after the answer is then its own choice. */
export function awaitsContinue(req: IncomingMessage): boolean {
  return waiting.has(req);
}
