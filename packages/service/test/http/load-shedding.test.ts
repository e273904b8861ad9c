import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import { callAs, errorBody, useTestService } from "../harness.js";
import { readExposition, seriesValue } from "./exposition.js";

describe("a service that may work on two requests at once", () => {
  const t = useTestService({ env: { MAX_REQUESTS_IN_FLIGHT: "2" } });

  /** Two requests that wait for the locked database. */
  async function whileTwoAreWorkedOn(look: () => Promise<void>): Promise<void> {
    const lock = await t.database.pool.connect();
    await lock.query("BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE");
    const both = [0, 1].map(() => callAs(t, t.admin, "get", "/api/session").then(({ status }) => status));
    try {
      while (!t.service.deps.inFlight.isFull) await sleep(5);
      await look();
    } finally {
      await lock.query("ROLLBACK");
      lock.release();
    }
    expect(await Promise.all(both)).toEqual([200, 200]);
  }

  it("refuses the third at once, as documented, but not the probes", async () => {
    await whileTwoAreWorkedOn(async () => {
      for (const path of ["/api/session", "/api/config", "/api/openapi.json", "/nothing", "/api/session?healthz"]) {
        const { status, body, headers } = await t.http().get(path);
        expect({ path, status, body }).toEqual({ path, status: 503, body: errorBody("UNAVAILABLE") });
        expect(headers).toMatchObject({
          "retry-after": "1",
          "cache-control": "no-store",
          "x-content-type-options": "nosniff",
          "x-request-id": expect.stringMatching(/^[\w-]{36}$/),
        });
      }
      for (const path of ["/healthz", "/readyz", "/readyz?probe=1"])
        expect({ path, status: (await t.http().get(path)).status }).toEqual({ path, status: 200 });
    });
    expect((await callAs(t, t.admin, "get", "/api/session")).status).toBe(200);
  });

  it("does not count probes as in flight, however many there are", async () => {
    const { inFlight } = t.service.deps;
    const full: boolean[] = [];
    const asked = Promise.all(
      Array.from({ length: 20 }, async () => {
        const { status } = await t.http().get("/readyz");
        full.push(inFlight.isFull);
        return status;
      }),
    );
    const looking = setInterval(() => full.push(inFlight.isFull), 0);
    try {
      expect(new Set(await asked)).toEqual(new Set([200]));
    } finally {
      clearInterval(looking);
    }
    expect(full).not.toContain(true);
  });

  it("counts its refusals separately from those of the rate limits", async () => {
    const refused = async () => {
      const samples = readExposition((await t.http().get("/metrics")).text);
      return seriesValue(samples, "retrieval_rate_limited_total", { limit: "requests_in_flight" });
    };
    const before = await refused();
    await whileTwoAreWorkedOn(async () => {
      for (let i = 0; i < 3; i += 1) expect((await t.http().get("/api/config")).status).toBe(503);
    });
    expect((await refused()) - before).toBe(3);
  });

  it("logs once that it refused", async () => {
    await whileTwoAreWorkedOn(async () => {
      for (let i = 0; i < 5; i += 1) expect((await t.http().get("/api/config")).status).toBe(503);
    });
    const said = t
      .log()
      .split("\n")
      .filter((line) => line.includes("more requests than can be worked on"));
    expect(said.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ level: 40, refused: 1 })]);
  });

  it("refuses a large body unread, and the sender can read why", async () => {
    await whileTwoAreWorkedOn(async () => {
      const response = await t
        .http()
        .put("/api/manage/documents/large")
        .set("Authorization", `Bearer ${t.admin}`)
        .set("Content-Type", "text/markdown")
        .send("x".repeat(4 * 1024 * 1024));
      expect({ status: response.status, connection: response.headers.connection }).toEqual({
        status: 503,
        connection: "close",
      });
    });
  });

  it("does not count a request before its body is complete", async () => {
    const slow = [0, 1, 2, 3].map(() => slowBody());
    await Promise.all(slow.map(({ asked }) => asked));
    expect((await callAs(t, t.admin, "get", "/api/session")).status).toBe(200);
    await whileTwoAreWorkedOn(async () => {
      for (const { socket } of slow.slice(0, 2)) socket.write("}");
      for (const { answer } of slow.slice(0, 2))
        expect(await answer).toMatch(/^HTTP\/1\.1 503 .*\r\nRetry-After: 1\r\n/s);
    });
    for (const { socket } of slow.slice(2)) socket.write("}");
    for (const { answer } of slow.slice(2)) expect(await answer).toMatch(/^HTTP\/1\.1 400 /);
  });

  /** A sign-in without its last byte. */
  function slowBody(): { socket: Socket; asked: Promise<void>; answer: Promise<string> } {
    const socket = connect(Number(new URL(t.url).port), "127.0.0.1");
    const head = "POST /api/auth/sso-token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2";
    socket.write(`${head}\r\nConnection: close\r\nExpect: 100-continue\r\n\r\n{`);
    let text = "";
    const asked = new Promise<void>((resolve) => {
      socket.on("data", (data) => {
        text += data;
        // The service wants the body, and waits for it from here on.
        if (text.startsWith("HTTP/1.1 100 ")) resolve();
      });
    });
    const answer = new Promise<string>((resolve) => {
      socket.on("close", () => resolve(text.replace(/^HTTP\/1\.1 100 [\s\S]*?\r\n\r\n/, "")));
    });
    return { socket, asked, answer };
  }
});
