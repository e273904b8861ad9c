import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type PostgresServer, type StandbyServer, startPostgresServer, startStandby } from "@retrieval/contract";
import pg from "pg";
import { PORTAL, SECRET } from "../harness.js";
import { run, ServiceProcess } from "./service-process.js";

const ADMIN = { ADMIN_USER_ID: "000001", ADMIN_DISPLAY_NAME: "管理者" };

describe("a service whose primary is lost", () => {
  let primary: PostgresServer;
  let standby: StandbyServer;
  let databaseUrl: string;
  const stops: (() => Promise<unknown>)[] = [];
  const doctor = () =>
    run(["doctor"], {
      SSO_SHARED_SECRET: SECRET,
      PORTAL_DOMAIN: PORTAL,
      DATABASE_URL: databaseUrl,
      TRUST_PROXY: "loopback",
      PORT: "0",
    });
  beforeAll(async () => {
    primary = await startPostgresServer();
    stops.unshift(primary.stop);
    standby = await startStandby(primary);
    stops.unshift(standby.stop);
    await execute(primary.url, "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
    await execute(primary.url, "SELECT pg_reload_conf()");
    databaseUrl = `${standby.url},${primary.url}`;
  });
  afterAll(async () => {
    for (const stop of stops) await stop();
  });

  it("answers 503 until the standby is promoted, and goes on without a restart", async () => {
    const service = await ServiceProcess.serve(databaseUrl, ADMIN);
    stops.unshift(() => service.end("SIGTERM"));
    const token = await service.signIn("000001");
    const put = (user_id: string) =>
      service.fetch(`/api/manage/users/${user_id}`, { method: "PUT", token, body: '{"display_name":"残る人"}' });
    expect((await put("001234")).status).toBe(201);
    const [at, other] = [new URL(primary.url).host, new URL(standby.url).host];
    const before = await doctor();
    expect(before.stdout).toContain(`ok     the server ${other} is a standby\nok     the server ${at} is the writer\n`);
    expect(before.code).toBe(0);

    await primary.kill9();
    const away = await put("001235");
    expect([away.status, Number(away.headers.get("retry-after")) > 0]).toEqual([503, true]);
    expect((await service.fetch("/readyz")).status).toBe(503);
    const during = await doctor();
    expect(during.code).toBe(1);
    expect(during.stdout).toContain("WRONG  no server of DATABASE_URL takes writes\n");
    expect(during.stdout).toContain(`WRONG  the server ${at} does not answer: nothing listens there (ECONNREFUSED)\n`);

    await standby.promote();
    let answer = await put("001236");
    while (answer.status === 503) {
      await sleep(100);
      answer = await put("001236");
    }
    expect(answer.status).toBe(201);
    // It was acknowledged, so the standby has it: this is no new user.
    expect((await put("001234")).status).toBe(200);
    expect((await service.fetch("/readyz")).status).toBe(200);
    expect(service.log).not.toContain(new URL(primary.url).password);
  });

  it("warns where the old primary came back and both take writes", async () => {
    await primary.restart();
    const { code, stdout } = await doctor();
    expect(code).toBe(1);
    expect(stdout).toContain("WRONG  2 servers of DATABASE_URL take writes, so their data differ\n");
    expect(stdout).not.toContain(new URL(primary.url).password);
  });

  it("does not start, and says why, while none of its servers takes writes", async () => {
    const { code, stderr } = await run(["serve"], {
      SSO_SHARED_SECRET: SECRET,
      PORTAL_DOMAIN: PORTAL,
      DATABASE_URL: "postgres://somebody:hunter2@127.0.0.1:1/x,postgres://somebody:hunter2@127.0.0.1:2/x",
      TRUST_PROXY: "1",
    });
    expect(code).toBe(1);
    expect(JSON.parse(stderr.trimEnd().split("\n").at(-1) ?? "")).toMatchObject({
      servers: ["127.0.0.1:1", "127.0.0.1:2"],
      msg: "none of the servers that DATABASE_URL names takes writes",
    });
    expect(stderr).not.toMatch(/hunter2|somebody/);
  });
});

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
