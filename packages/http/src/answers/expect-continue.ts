import type { IncomingMessage, ServerResponse } from "node:http";

/** Requests whose client waits for 100 Continue before it sends the body (RFC 9110 §10.1.1). */
const waiting = new WeakSet<IncomingMessage>();

/** Remembers that the client still waits. Without this Node tells it to go on before anything is known. */
export function withholdContinue(req: IncomingMessage): void {
  waiting.add(req);
}

/** Tells the client to go on, if it waits for that. */
export function sendContinue(req: IncomingMessage, res: ServerResponse): void {
  if (waiting.delete(req)) res.writeContinue();
}

/** Whether the client still waits. It may then leave out its body after the answer. */
export function awaitsContinue(req: IncomingMessage): boolean {
  return waiting.has(req);
}
