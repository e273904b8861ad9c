import { createHmac } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { makeCertificate } from "@retrieval/contract";
import type { HeldWebhook } from "@retrieval/core/ports";
import { deliverNext, takeDue } from "@retrieval/core/use-cases";
import { PublicAddresses } from "../../src/adapters/public-addresses.js";
import { WebhookKeeper } from "../../src/webhooks/webhook-keeper.js";
import { type Call, callAs, errorBody, startTestService, type TestService } from "../harness.js";
import { seriesValue } from "./exposition.js";
import { scrape } from "./scrape.js";

const WEBHOOKS = "/api/manage/webhooks";
const TYPES = ["document.in_force", "document.deleted", "access.changed"];
const MINUTE = 60;
const HOUR = 60 * MINUTE;

interface Message {
  readonly id: string;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Verifies a message as a receiver does (Standard Webhooks 1.0.0, "Signature scheme"). */
function isSigned({ id, headers, body }: Message, secret: string): boolean {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signed = createHmac("sha256", key).update(`${id}.${headers["webhook-timestamp"]}.${body}`).digest("base64");
  return String(headers["webhook-signature"]).split(" ").includes(`v1,${signed}`);
}

describe("webhooks", () => {
  let folder: string;
  let server: Server;
  let t: TestService;
  let admin: string;
  let origin: string;
  const messages: Message[] = [];
  let answer: (response: ServerResponse, message: Message) => void;
  const as = (...call: Call) => callAs(t, admin, ...call);
  const resolved = new Map([["hooks.example", "127.0.0.1"]]);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "webhooks-"));
    const { cert, key } = await makeCertificate(folder, "receiver", ["-addext", "subjectAltName=DNS:hooks.example"]);
    const ca = await readFile(cert, "utf8");
    server = createServer({ cert: ca, key: await readFile(key) }, async (request, response) => {
      const { headers, url: path } = request;
      const message = { id: String(headers["webhook-id"]), path, headers, body: await text(request) };
      messages.push(message);
      answer(response, message);
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    origin = `https://hooks.example:${(server.address() as AddressInfo).port}`;
    t = await startTestService({
      outgoing: new PublicAddresses(["127.0.0.1"], {
        ca,
        resolve: async (host) => [{ address: resolved.get(host) ?? "10.0.0.1", family: 4 }],
      }),
    });
    admin = await t.signedIn("000001", { role: "admin" });
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    await t.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    await t.database.pool.query("DELETE FROM webhooks");
    messages.length = 0;
    answer = (response) => response.writeHead(204).end();
    admin = await t.signedIn("000001", { role: "admin" });
  });

  const create = async (fields: object = {}) => {
    const { body } = await as("post", WEBHOOKS, { url: `${origin}/path`, types: TYPES, ...fields }).expect(201);
    return body as { webhook_id: string; secret: string; position: number };
  };
  const put = (document_id: string) =>
    as("put", `/api/manage/documents/${document_id}?wait=true`, {
      ...{
        version: "1",
        access_rules: { allow_all: true },
        chunks: [{ text_type: "paragraph", content: document_id }],
      },
    }).expect(200);
  const remove = (document_id: string) => as("delete", `/api/manage/documents/${document_id}`).expect(204);
  /** A change of a document, alone. */
  const change = async (document_id: string) => {
    await put(document_id);
    await remove(document_id);
  };
  const deliver = () => t.service.webhooks.deliverDue();
  const keeper = (stopping: AbortSignal, sleep = async (_: number) => {}) =>
    new WebhookKeeper({ ...t.service.deps, random: () => 0, stopping, timing: { sleep }, logger: t.logger });
  const later = async (seconds: number) => {
    t.clock.seconds += seconds;
    admin = await t.signedIn("000001", { role: "admin" });
    await deliver();
  };
  const received = () => messages.map(({ body }) => JSON.parse(body).type as string);
  const stateOf = async (webhook_id: string) =>
    (await as("get", WEBHOOKS)).body.items.find((one: { webhook_id: string }) => one.webhook_id === webhook_id);
  const deliveries = async (webhook_id: string) =>
    (await as("get", `${WEBHOOKS}/${webhook_id}/deliveries`).expect(200)).body.items;
  const patch = (webhook_id: string, changes: object) => as("patch", `${WEBHOOKS}/${webhook_id}`, changes);

  it("get the changes of their types in order, signed, as the feed has them", async () => {
    const { webhook_id, secret, position } = await create();
    await change("a");
    await deliver();
    expect(received()).toEqual(["access.changed", "document.in_force", "document.deleted"]);
    expect(messages.every((message) => isSigned(message, secret))).toBe(true);
    const { body } = await as("get", `/api/manage/changes?after=${position}`);
    const sent = messages.map((message) => JSON.parse(message.body));
    expect(body.items.filter(({ type }: { type: string }) => TYPES.includes(type))).toEqual(sent);
    expect(messages[0]?.headers).toMatchObject({
      ...{ "content-type": "application/json", "webhook-timestamp": String(t.clock.seconds) },
      "user-agent": expect.stringMatching(/^retrieval-service\//),
    });
    expect(await stateOf(webhook_id)).toMatchObject({ enabled: true, attempts: 0, position: body.next });
    expect(await deliveries(webhook_id)).toHaveLength(3);
    messages.length = 0;
    await deliver();
    expect(messages).toEqual([]);
  });

  it("get again what a receiver did not take, under the same id, while later changes wait", async () => {
    const { webhook_id } = await create({ types: ["document.deleted"] });
    answer = (response) => response.writeHead(500).end("secret of the receiver");
    await change("a");
    await change("b");
    await deliver();
    await later(4);
    expect(received()).toHaveLength(1);
    await later(3);
    await later(5 * MINUTE);
    expect(received()).toHaveLength(2);
    await later(2 * MINUTE);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(1);
    expect(received()).toHaveLength(3);
    expect(await stateOf(webhook_id)).toMatchObject({ attempts: 3, failing_since: expect.any(String) });
    expect(seriesValue(await scrape(t), "retrieval_webhooks_failing_seconds")).toBe(7 * MINUTE + 7);
    expect((await deliveries(webhook_id))[0]).toEqual({
      ...{ at: expect.any(String), position: expect.any(Number), type: "document.deleted" },
      ...{ status: 500, failed: null, duration_ms: 0 },
    });
    answer = (response) => response.writeHead(200).end();
    await later(40 * MINUTE);
    expect(messages.slice(3).map(({ body }) => JSON.parse(body).data.document_id)).toEqual(["a", "b"]);
    expect(await stateOf(webhook_id)).toMatchObject({ attempts: 0, failing_since: null });
    expect(t.log()).not.toContain("secret of the receiver");
  });

  it("wait as long as Retry-After says, at most a day", async () => {
    const { webhook_id } = await create({ types: ["document.deleted"] });
    answer = (response) => response.writeHead(429, { "retry-after": "600" }).end();
    await change("a");
    await deliver();
    await later(9 * MINUTE);
    expect(messages).toHaveLength(1);
    answer = (response) => response.writeHead(503, { "retry-after": "999999999" }).end();
    await later(2 * MINUTE);
    expect(messages).toHaveLength(2);
    await later(24 * HOUR);
    expect(messages).toHaveLength(3);
    expect(await stateOf(webhook_id)).toMatchObject({ attempts: 3 });
  });

  it("count an answer by its status: 2 MB, one that breaks off, a redirect", async () => {
    const { webhook_id } = await create({ types: ["document.deleted"] });
    for (const document_id of ["long", "broken", "redirect"]) await change(document_id);
    answer = (response, { body }) => {
      const { document_id } = JSON.parse(body).data;
      if (document_id === "long") response.writeHead(200).end(Buffer.alloc(2_000_000));
      else if (document_id === "broken") response.writeHead(200, { "content-length": 9 }).write("x");
      else response.writeHead(302, { location: `${origin}/elsewhere` }).end();
    };
    await deliver();
    expect(messages).toHaveLength(3);
    expect((await deliveries(webhook_id)).map(({ status }: { status: number }) => status)).toEqual([302, 200, 200]);
    expect(await stateOf(webhook_id)).toMatchObject({ attempts: 1 });
  });

  it("end at 410, and after five days of failures, and go on when they are enabled", async () => {
    const { webhook_id } = await create({ types: ["document.deleted"] });
    await change("a");
    answer = (response) => response.writeHead(410).end();
    await deliver();
    expect(await stateOf(webhook_id)).toMatchObject({ enabled: false, disabled_by: "gone" });
    await later(24 * HOUR);
    expect(messages).toHaveLength(1);
    answer = (response) => response.writeHead(500).end();
    await patch(webhook_id, { enabled: true }).expect(200);
    for (let hours = 0; hours <= 5 * 24; hours += 3) await later(3 * HOUR);
    expect(await stateOf(webhook_id)).toMatchObject({ enabled: false, disabled_by: "failing" });
    answer = (response) => response.writeHead(200).end();
    messages.length = 0;
    expect((await patch(webhook_id, { enabled: true }).expect(200)).body).toMatchObject({ enabled: true, attempts: 0 });
    await deliver();
    expect(received()).toEqual(["document.deleted"]);
    const { body } = await as("get", "/api/manage/audit?kind=webhook-changed");
    const kept = body.items.filter(
      ({ details }: { details: { webhook_id: string } }) => details.webhook_id === webhook_id,
    );
    expect(kept.map(({ details }: { details: { change: string } }) => details.change)).toEqual([
      ...["enabled", "disabled", "enabled", "disabled", "created"],
    ]);
    expect(JSON.stringify(kept)).not.toMatch(/whsec_|\/path/);
  });

  it("are not sent while they are disabled, and then all", async () => {
    const { webhook_id } = await create({ types: ["document.deleted"] });
    await patch(webhook_id, { enabled: false }).expect(200);
    await change("a");
    await deliver();
    expect(messages).toEqual([]);
    await patch(webhook_id, { enabled: true }).expect(200);
    await deliver();
    expect(received()).toEqual(["document.deleted"]);
  });

  it("replay what follows a position", async () => {
    const { webhook_id, position } = await create({ types: ["document.deleted"] });
    await change("a");
    await deliver();
    await patch(webhook_id, { position }).expect(200);
    await deliver();
    expect(messages).toHaveLength(2);
    expect(messages[0]?.id).toBe(messages[1]?.id);
    const gone = await patch(webhook_id, { position: 10_000_000 }).expect(410);
    expect(gone.body).toEqual(errorBody("CHANGES_GONE"));
  });

  it("are signed by the secret before, too, for a day", async () => {
    const { webhook_id, secret } = await create({ types: ["document.deleted"] });
    const { body } = await as("post", `${WEBHOOKS}/${webhook_id}/secret`).expect(200);
    expect(body.secret).toMatch(/^whsec_/);
    await change("a");
    await deliver();
    const [both] = messages as [Message];
    expect([secret, body.secret].map((one) => isSigned(both, one))).toEqual([true, true]);
    await later(24 * HOUR);
    await change("b");
    await deliver();
    const last = messages.at(-1) as Message;
    expect([secret, body.secret].map((one) => isSigned(last, one))).toEqual([false, true]);
    expect(JSON.stringify((await as("get", WEBHOOKS)).body)).not.toContain("whsec_");
  });

  it("can be tested, and move nothing then", async () => {
    const { webhook_id, secret, position } = await create();
    const test = async () => (await as("post", `${WEBHOOKS}/${webhook_id}/test`).expect(200)).body;
    expect(await test()).toEqual({ status: 204, failed: null });
    expect(received()).toEqual(["webhook.test"]);
    expect(isSigned(messages[0] as Message, secret)).toBe(true);
    expect(await stateOf(webhook_id)).toMatchObject({ position });
    resolved.set("moved.example", "10.0.0.1");
    await patch(webhook_id, { url: "https://moved.example/" }).expect(200);
    expect(await test()).toEqual({ status: null, failed: "address_refused" });
    resolved.set("other.example", "127.0.0.1");
    await patch(webhook_id, { url: origin.replace("hooks", "other") }).expect(200);
    expect(await test()).toEqual({ status: null, failed: "certificate_refused" });
    await patch(webhook_id, { url: "https://hooks.example:1/" }).expect(200);
    expect(await test()).toEqual({ status: null, failed: "unreachable" });
  });

  it.each([
    "http://hooks.example/",
    "https://u:p@hooks.example/",
    "https://10.0.0.1/",
    "https://[::1]/",
    "hooks.example",
  ])("are refused at %s", async (url) => {
    const refused = errorBody("INVALID_REQUEST", expect.stringContaining("OUTGOING_PRIVATE_NETWORKS"));
    expect((await as("post", WEBHOOKS, { url, types: TYPES }).expect(400)).body).toEqual(refused);
    const { webhook_id } = await create();
    expect((await patch(webhook_id, { url }).expect(400)).body).toEqual(refused);
  });

  it("are refused without a type, with an unknown one, and beyond their number", async () => {
    for (const types of [[], ["document.eaten"], ["user.changed", "user.changed"]])
      await as("post", WEBHOOKS, { url: origin, types }).expect(400);
    for (let i = 0; i < 20; i++) await create();
    expect((await as("post", WEBHOOKS, { url: origin, types: TYPES }).expect(409)).body).toEqual(errorBody("CONFLICT"));
  });

  it("are unknown once they are deleted, and to readers", async () => {
    const { webhook_id } = await create();
    await as("delete", `${WEBHOOKS}/${webhook_id}`).expect(204);
    for (const [method, path] of [
      ["patch", ""],
      ["delete", ""],
      ["post", "/secret"],
      ["post", "/test"],
      ["get", "/deliveries"],
    ] as const)
      for (const id of [webhook_id, "x"])
        expect(
          (await as(method, `${WEBHOOKS}/${id}${path}`, method === "patch" ? { enabled: true } : undefined)).body,
        ).toEqual(errorBody("WEBHOOK_NOT_FOUND"));
    await callAs(t, await t.signedIn("100001"), "get", WEBHOOKS).expect(403);
  });

  it("are delivered once by several instances", async () => {
    await create({ types: ["document.deleted"] });
    for (const document_id of ["a", "b", "c"]) await change(document_id);
    await Promise.all([deliver(), deliver(), deliver()]);
    await deliver();
    expect(messages.map(({ body }) => JSON.parse(body).data.document_id)).toEqual(["a", "b", "c"]);
  });

  it("are delivered again under the same id where an instance ended before it noted the delivery", async () => {
    await create({ types: ["document.deleted"] });
    await change("a");
    const stopping = new AbortController();
    answer = (response) => {
      stopping.abort();
      response.writeHead(200).end();
    };
    const deps = { ...t.service.deps, random: () => 0, stopping: stopping.signal };
    expect(await deliverNext((await takeDue(deps)) as HeldWebhook, deps)).toBeNull();
    await takeDue({ ...deps, stopping: new AbortController().signal });
    await deliver();
    expect(messages).toHaveLength(1);
    await later(MINUTE);
    expect(messages.map(({ id }) => id)).toEqual([messages[0]?.id, messages[0]?.id]);
  });

  it("keep no stopping instance busy, however many changes have no position", async () => {
    const { last } = await t.service.deps.feed.range();
    await change("a");
    await keeper(AbortSignal.abort()).deliverDue();
    expect((await t.service.deps.feed.range()).last).toBe(last);
  });

  it("are looked for by one lane at a time, less and less often while nothing is due", async () => {
    await create();
    await deliver();
    const { feed, webhooks } = t.service.deps;
    const asked = [jest.spyOn(feed, "number"), jest.spyOn(webhooks, "hold")];
    const stopping = new AbortController();
    const pauses: number[] = [];
    const idle = keeper(stopping.signal, async (pause) => {
      if (pauses.push(pause) === 6) stopping.abort();
    });
    idle.start();
    await idle.stopped();
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
    expect(asked.map(({ mock }) => mock.calls.length)).toEqual([6, 6]);
    jest.restoreAllMocks();
  });

  it("do not wait for a receiver that hangs for another webhook", async () => {
    const types = ["document.deleted"];
    for (const path of ["/hangs", "/hangs", "/hangs", "/answers"]) await create({ types, url: origin + path });
    await change("a");
    await change("b");
    const hanging: ServerResponse[] = [];
    const stopping = new AbortController();
    const running = keeper(stopping.signal, () => new Promise(setImmediate));
    const delivered = new Promise<string[]>((resolve) => {
      answer = (response, { path }) => {
        if (path === "/hangs") hanging.push(response);
        else response.writeHead(200).end();
        const told = messages.filter((message) => message.path === "/answers");
        if (told.length === 2 && hanging.length === 3)
          resolve(told.map((message) => JSON.parse(message.body).data.document_id));
      };
    });
    running.start();
    expect(await delivered).toEqual(["a", "b"]);
    for (const response of hanging) response.writeHead(200).end();
    stopping.abort();
    await running.stopped();
  });

  it("do not move where they were changed during an attempt", async () => {
    const { webhook_id, position } = await create({ types: ["document.deleted"] });
    await change("a");
    answer = async (response) => {
      answer = (other) => other.writeHead(200).end();
      await patch(webhook_id, { position });
      response.writeHead(200).end();
    };
    await deliver();
    expect(messages).toHaveLength(2);
  });

  it("are not delivered by an instance beside newer tables", async () => {
    await create({ types: ["document.deleted"] });
    await change("a");
    const name = "9999-newer";
    await t.database.pool.query("INSERT INTO migrations (name, timestamp) VALUES ($1, '')", [name]);
    await deliver();
    expect(messages).toEqual([]);
    await t.database.pool.query("DELETE FROM migrations WHERE name = $1", [name]);
    await deliver();
    expect(messages).toHaveLength(1);
  });
});
