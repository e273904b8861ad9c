import { randomUUID } from "node:crypto";
import cors from "cors";
import express, { type Request, type Response } from "express";
import helmet from "helmet";
import { pino } from "pino";
import { pinoHttp } from "pino-http";
import { isOutcome, type Outcome, port, portal, readerOf, ready, reference, searchChunks, signIn } from "./work.js";

// The same service as a careful developer writes it with Express 5 and its usual middleware, in one file.
const app = express();
app.disable("x-powered-by");
app.disable("etag");
app.set("trust proxy", "loopback");
app.use(
  pinoHttp({
    logger: pino({ base: null }, pino.destination({ dest: 2, sync: true })),
    genReqId: (_req, res) => {
      const id = randomUUID();
      res.setHeader("X-Request-Id", id);
      return id;
    },
    serializers: {
      req: ({ id, method, url }) => ({ id, method, url }),
      res: ({ statusCode }) => ({ status: statusCode }),
    },
  }),
);
app.use(helmet());
app.get("/readyz", async (_req, res) => send(res, await ready()));
app.use((req, res, next) => {
  if (req.secure) next();
  else res.status(403).json({ error: { code: "HTTPS_REQUIRED", message: "This service answers over HTTPS only." } });
});
app.use(cors({ origin: portal, methods: ["POST", "OPTIONS"], allowedHeaders: ["Content-Type", "Authorization"] }));
app.use(express.json({ limit: "16kb" }));
app.post("/api/auth/sso-token", async (req, res) => send(res, await signIn(req.body, String(req.ip))));
app.post("/api/reference", async (req, res) => send(res, await asReader(req, reference)));
app.post("/api/search", async (req, res) => send(res, await asReader(req, searchChunks)));
app.listen(port, "127.0.0.1");
process.on("SIGTERM", () => process.exit(0));

async function asReader(req: Request, work: typeof reference): Promise<Outcome> {
  const user = await readerOf(req.headers.authorization);
  return isOutcome(user) ? user : work(req.body, user);
}

function send(res: Response, [status, body]: Outcome): void {
  res.setHeader("Cache-Control", "no-store");
  if (typeof body === "string") res.status(status).type("json").send(body);
  else res.status(status).json(body);
}
