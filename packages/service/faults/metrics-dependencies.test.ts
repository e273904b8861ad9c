import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { describeUnless, type PostgresServer, startPostgresServer } from "@retrieval/contract";
import { callAs, startTestService, type TestService, useTestService } from "../test/harness.js";
import { type Sample, seriesValue } from "../test/http/exposition.js";
import { scrape } from "../test/http/scrape.js";
import { NO_REDIS, RedisServer } from "../test/redis-server.js";

describe("the jobs that /metrics shows", () => {
  const t = useTestService();

  it("are those of the database by state, queried once in some seconds", async () => {
    const body = { chunks: [{ text_type: "paragraph", content: "x" }] };
    await callAs(t, t.admin, "put", "/api/manage/documents/good?wait=true", body).expect(200);
    const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
    const bad = await t
      .http()
      .put("/api/manage/documents/bad?wait=true")
      .set({ Authorization: `Bearer ${t.admin}`, "Content-Type": docx })
      .send(Buffer.from("no document"));
    expect(bad.body).toMatchObject({ state: "failed" });
    await t.service.worker.stop();
    await callAs(t, t.admin, "put", "/api/manage/documents/later", body).expect(202);
    const first = await scrape(t);
    const jobs = (samples: Sample[], state: string) => seriesValue(samples, "retrieval_jobs", { state });
    expect(["queued", "running", "done", "failed"].map((state) => jobs(first, state))).toEqual([1, 0, 1, 1]);
    expect(seriesValue(first, "retrieval_jobs_oldest_queued_seconds", {})).toBeGreaterThan(0);
    expect(seriesValue(first, "retrieval_jobs_lease_overdue_seconds", {})).toBe(0);
    expect(seriesValue(first, "retrieval_job_at_hand_seconds", {})).toBe(0);

    await callAs(t, t.admin, "put", "/api/manage/documents/later-still", body).expect(202);
    expect(jobs(await scrape(t), "queued")).toBe(1);
  });
});

describe("/metrics while every connection to the database is in use", () => {
  let t: TestService;
  beforeAll(async () => {
    t = await startTestService({ env: { DATABASE_POOL_SIZE: "1" } });
    await t.service.worker.stop();
  });
  afterAll(() => t.close());

  it("does not wait for one, shows that others do, and queries only once", async () => {
    const held = await t.database.pool.connect();
    try {
      // The service looks for changes of its index each second: it waits too by now.
      await sleep(1_500);
      const others = t.database.pool.waitingCount;
      const scrapes = await Promise.all([scrape(t), scrape(t), scrape(t)]);
      for (const samples of scrapes) {
        expect(seriesValue(samples, "retrieval_database_up")).toBe(0);
        expect(seriesValue(samples, "retrieval_database_pool_waiting_requests")).toBe(others + 1);
        expect(seriesValue(samples, "retrieval_database_pool_idle_connections")).toBe(0);
      }
    } finally {
      held.release();
    }
    while (seriesValue(await scrape(t), "retrieval_database_up") === 0) await sleep(10);
  });
});

describe("/metrics while the database is away", () => {
  let server: PostgresServer;
  let t: TestService;
  beforeAll(async () => {
    server = await startPostgresServer();
    t = await startTestService({ serverUrl: server.url });
  });
  afterAll(async () => {
    await t.close();
    await server.stop();
  });

  it("still answers, shows the outage, and omits unknown figures; and recovers by itself", async () => {
    expect(seriesValue(await scrape(t), "retrieval_database_up")).toBe(1);
    await server.kill9();
    // The last figures are reused for some seconds.
    let away = await scrape(t);
    while (seriesValue(away, "retrieval_database_up") === 1) away = await scrape(t);
    expect(away.filter(({ name }) => /^retrieval_jobs/.test(name))).toEqual([]);
    await t.http().get("/readyz").expect(503);
    const later = await scrape(t);
    expect(seriesValue(later, "retrieval_http_refusals_total", { code: "UNAVAILABLE" })).toBe(1);
    await server.restart();
    let back = await scrape(t);
    while (seriesValue(back, "retrieval_database_up") === 0) back = await scrape(t);
    expect(seriesValue(back, "retrieval_jobs", { state: "queued" })).toBe(0);
  });
});

describeUnless(NO_REDIS ?? undefined, "/metrics with rate limits in Redis", () => {
  it("shows whether Redis or each instance counts them", async () => {
    const redis = await RedisServer.start();
    const t = await startTestService({ env: { REDIS_URL: redis.url } });
    const reaches = async (value: number) => {
      while (seriesValue(await scrape(t), "retrieval_rate_limits_shared") !== value) await sleep(50);
    };
    await reaches(1);
    await redis.kill();
    await reaches(0);
    await redis.start();
    await reaches(1);
    await t.close();
    await redis.remove();
  });
});
