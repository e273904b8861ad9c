import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { pino } from "pino";
import { isOutcome, type Outcome, port, portal, readerOf, ready, reference, searchChunks, signIn } from "./work.js";

// The same without a framework: as little code as Node permits for the same answers.
const logger = pino({ base: null }, pino.destination({ dest: 2, sync: true }));
const BODY_MAX = 16 * 1024;
const HEADERS = {
  "Content-Security-Policy": "default-src 'none';frame-ancestors 'none'",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Origin-Agent-Cluster": "?1",
  "Referrer-Policy": "no-referrer",
  "Strict-Transport-Security": "max-age=31536000",
  "X-Content-Type-Options": "nosniff",
  "X-DNS-Prefetch-Control": "off",
  "X-Download-Options": "noopen",
  "X-Frame-Options": "DENY",
  "X-Permitted-Cross-Domain-Policies": "none",
  "X-XSS-Protection": "0",
  "Cache-Control": "no-store",
  "Access-Control-Allow-Origin": portal,
  Vary: "Origin",
  "Content-Type": "application/json; charset=utf-8",
};

createServer(async (req, res) => {
  const begun = performance.now();
  const id = randomUUID();
  send(
    res,
    id,
    await answer(req).catch((): Outcome => [500, { error: { code: "INTERNAL_ERROR", message: "Failed." } }]),
  );
  const { method, url } = req;
  const took = Math.round(performance.now() - begun);
  logger.info({ req: { id, method, url }, res: { status: res.statusCode }, responseTime: took }, "request completed");
}).listen(port, "127.0.0.1");
process.on("SIGTERM", () => process.exit(0));

async function answer(req: IncomingMessage): Promise<Outcome> {
  if (req.url === "/readyz") return ready();
  if (req.headers["x-forwarded-proto"] !== "https")
    return [403, { error: { code: "HTTPS_REQUIRED", message: "This service answers over HTTPS only." } }];
  if (req.method !== "POST") return [405, { error: { code: "METHOD_NOT_ALLOWED", message: "POST only." } }];
  if (req.url === "/api/auth/sso-token") return signIn(await readJson(req), String(req.socket.remoteAddress));
  const work = req.url === "/api/reference" ? reference : req.url === "/api/search" ? searchChunks : null;
  if (work === null) return [404, { error: { code: "NOT_FOUND", message: "There is nothing at this address." } }];
  const user = await readerOf(req.headers.authorization);
  return isOutcome(user) ? user : work(await readJson(req), user);
}

function readJson(req: IncomingMessage): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    req.on("data", (part: Buffer) => {
      length += part.length;
      if (length > BODY_MAX) reject(new Error("too large"));
      else parts.push(part);
    });
    req.on("end", () => {
      try {
        resolve(JSON.parse(Buffer.concat(parts).toString("utf8")));
      } catch {
        resolve(undefined);
      }
    });
    req.on("error", reject);
  });
}

function send(res: ServerResponse, id: string, [status, body]: Outcome): void {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  res.writeHead(status, { ...HEADERS, "X-Request-Id": id, "Content-Length": Buffer.byteLength(text) }).end(text);
}
