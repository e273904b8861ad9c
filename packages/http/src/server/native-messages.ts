import { IncomingMessage, type ServerOptions, ServerResponse } from "node:http";
import type { Express } from "express";

/**
 * Lets Express run at its full speed.
 *
 * On every request Express calls `Object.setPrototypeOf(req, app.request)` and the same for the response, to put its
 * methods on them. V8 treats an object whose prototype was changed as a slow one for the rest of its life, and that
 * costs more than all of Express's own work. Here the objects are born with that very prototype: `http.createServer`
 * makes them from two classes whose prototypes carry Express's methods, and the same two prototypes are the app's
 * `request` and `response`. Express's call then changes nothing and costs nothing.
 *
 * An app whose server was made without these options works the same, only slower. Requests that never reach the app have
 * Express's methods too: `broken-requests.ts` reads their language by them.
 *
 * @returns what `http.createServer` or `https.createServer` takes as its options, beside the app
 */
export function nativeMessages(app: Express): Pick<ServerOptions, "IncomingMessage" | "ServerResponse"> {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  adopt(Request.prototype, app.request);
  adopt(Response.prototype, app.response);
  Object.assign(app, { request: Request.prototype, response: Response.prototype });
  return { IncomingMessage: Request, ServerResponse: Response as unknown as typeof ServerResponse };
}

/** Copies what an Express prototype chain adds, down to Node's own prototype, which the class inherits already. */
function adopt(prototype: object, express: object): void {
  const chain: object[] = [];
  const ends: readonly object[] = [IncomingMessage.prototype, ServerResponse.prototype];
  for (let link: object | null = express; link && !ends.includes(link); link = Object.getPrototypeOf(link))
    chain.push(link);
  for (const link of chain.reverse()) {
    for (const key of Reflect.ownKeys(link)) {
      if (key === "constructor") continue;
      Object.defineProperty(prototype, key, Object.getOwnPropertyDescriptor(link, key) as PropertyDescriptor);
    }
  }
}
