import { createServer, type IncomingMessage, type RequestListener, type ServerOptions } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "@jest/globals";
import express, { type Express } from "express";
import request from "supertest";
import { nativeMessages } from "../../src/server/native-messages.js";

function anApp(): Express {
  const app = express();
  app.get("/all/:id", (req, res) => {
    res
      .status(201)
      .set("X-Test", req.get("X-Test") ?? "")
      .json({
        id: req.params.id,
        query: req.query,
        ip: req.ip,
        secure: req.secure,
        path: req.path,
        accepts: req.accepts("json"),
      });
  });
  app.get("/redirect", (_req, res) => res.redirect(302, "/all/1"));
  app.get("/text", (_req, res) => void res.type("text/plain").send("髙"));
  const router = express.Router();
  router.get("/inner", (req, res) => void res.json({ base: req.baseUrl, original: req.originalUrl }));
  app.use("/mounted", router);
  return app;
}

async function answers(app: Express, options: ServerOptions): Promise<unknown[]> {
  const server = createServer(options, app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const agent = request(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  try {
    const got = [];
    for (const path of ["/all/%E9%AB%99?a=1&a=2", "/redirect", "/text", "/mounted/inner", "/nowhere"]) {
      const { status, text, headers } = await agent.get(path).set("X-Test", "x");
      const { date, ...rest } = headers;
      expect(date).toBeDefined();
      got.push({ path, status, text, rest });
    }
    return got;
  } finally {
    server.close();
  }
}

describe("nativeMessages", () => {
  it("changes no answer: the same app answers the same without it", async () => {
    const app = anApp();
    expect(await answers(app, nativeMessages(app))).toEqual(await answers(anApp(), {}));
  });

  // What Express costs is one change of prototype on each request, after which V8 keeps the objects as slow ones.
  it("spares every request the change of its prototype that Express makes otherwise", async () => {
    const changed = async (options: (app: Express) => ServerOptions) => {
      const app = anApp();
      const native = options(app);
      const seen: boolean[] = [];
      const watched: RequestListener = (req, res) => {
        const before = [Object.getPrototypeOf(req), Object.getPrototypeOf(res)];
        app(req as IncomingMessage, res);
        seen.push(before[0] !== Object.getPrototypeOf(req) || before[1] !== Object.getPrototypeOf(res));
      };
      const server = createServer(native, watched);
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      await request(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).get("/text");
      server.close();
      return seen;
    };
    expect(await changed(nativeMessages)).toEqual([false]);
    expect(await changed(() => ({}))).toEqual([true]);
  });
});
