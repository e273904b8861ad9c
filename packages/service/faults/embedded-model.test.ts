import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "@retrieval/contract";
import { ServiceProcess } from "../test/process/service-process.js";

const ADMIN = { ADMIN_USER_ID: "000001", ADMIN_DISPLAY_NAME: "Admin", MEANING: "on" };

/** Of all threads (Linux). */
const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
const isAlive = (pid: number) => {
  try {
    return !/^\S+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
};

describe("a service with the embedded model", () => {
  let database: TestDatabase;
  let service: ServiceProcess;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(async () => {
    await service.end("SIGKILL");
    await database.drop();
  });

  /** Waits until it embeds a new document. @returns the process that does */
  async function embedding(document_id: string): Promise<number> {
    const token = await service.signIn(ADMIN.ADMIN_USER_ID);
    const chunks = Array.from({ length: 200 }, (_, i) => ({
      text_type: "paragraph",
      content: `${document_id}の${i}番目の項目について、職員は書面で届け出る。`,
      metadata: { section_path: [{ level: 1, type: "article", label: `第${i + 1}条`, title: "" }] },
    }));
    const body = JSON.stringify({ title: document_id, chunks });
    const answer = await service.fetch(`/api/manage/documents/${document_id}?wait=true`, {
      method: "PUT",
      token,
      body,
    });
    expect(await answer.json()).toMatchObject({ state: "done" });
    for (;;) {
      const [child] = childrenOf(service.child.pid as number);
      if (child !== undefined) return child;
      await sleep(10);
    }
  }

  it("is ready, and then finds by meaning too", async () => {
    service = await ServiceProcess.serve(database.url, ADMIN);
    while (((await (await service.fetch("/readyz")).json()) as { meaning: string }).meaning !== "on") await sleep(50);
  });

  it("goes on after the process that embeds was killed", async () => {
    const killed = await embedding("A規程");
    process.kill(killed, "SIGKILL");
    await service.logged("the embedded model ended, and starts again with the next text");
    const next = await embedding("B規程");
    expect(next).not.toBe(killed);
  });

  it.each(["SIGTERM", "SIGKILL"] as const)("leaves no process behind after %s", async (signal) => {
    const child = await embedding(`${signal}規程`);
    expect(await service.end(signal)).toBe(signal === "SIGTERM" ? 0 : null);
    while (isAlive(child)) await sleep(10);
    service = await ServiceProcess.serve(database.url, ADMIN);
  });
});
