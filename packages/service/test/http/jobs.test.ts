import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { type Call, callAs, errorBody, useTestService } from "../harness.js";
import { CHUNKS, upload } from "./travel-expenses.js";

describe("jobs", () => {
  const t = useTestService();
  const call = (...asked: Call) => callAs(t, t.admin, ...asked);
  beforeEach(() => t.database.pool.query("DELETE FROM jobs"));

  /** Keeps uploads of a document waiting, like another upload of it that is being read. */
  const hold = (document_id: string) =>
    t.database.pool.query(
      `INSERT INTO jobs (document_id, state, options, payload, free_from)
       VALUES ($1, 'running', '{}', '', now() + interval '200 seconds')`,
      [document_id],
    );
  const waiting = async (document_id: string): Promise<string> => {
    const sent = await call("put", `/api/manage/documents/${document_id}`, { title: "Waits", chunks: CHUNKS });
    expect(sent.status).toBe(202);
    return sent.body.job_id;
  };
  const list = async (query = "") => (await call("get", `/api/manage/jobs${query}`)).body;

  it("are listed with subject and sender, newest first, in pages", async () => {
    expect(await list()).toEqual({ items: [], next_cursor: null });
    await upload(t, t.admin, "first", { title: "First", chunks: CHUNKS });
    await hold("second");
    const second = await waiting("second");
    const { items: jobs } = await list();
    expect(jobs.map(({ document_id }: { document_id: string }) => document_id)).toEqual(["second", "second", "first"]);
    expect(jobs[0]).toEqual({
      job_id: second,
      document_id: "second",
      accepted: expect.any(Number),
      title: "Waits",
      by_user: "000001",
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      state: "queued",
      progress: 0,
      warnings: [],
      changes: null,
      contents: null,
      draft: false,
      unchanged: false,
      error: null,
      problems: [],
    });
    expect(jobs[0]).toEqual((await call("get", `/api/manage/jobs/${second}`)).body);

    const page = await list("?limit=2");
    expect(page.items).toEqual(jobs.slice(0, 2));
    expect(await list(`?limit=2&cursor=${page.next_cursor}`)).toEqual({ items: jobs.slice(2), next_cursor: null });
    for (const query of ["?limit=0", "?limit=201", "?cursor=x", `?cursor=${Buffer.from("1:a").toString("base64url")}`])
      expect({ query, status: (await call("get", `/api/manage/jobs${query}`)).status }).toEqual({ query, status: 400 });
  });

  it("that are queued can be cancelled: the upload is never read, and the audit log names the user", async () => {
    await hold("cancelled");
    const job_id = await waiting("cancelled");
    expect((await call("delete", `/api/manage/jobs/${job_id}`)).status).toBe(204);
    expect((await call("get", `/api/manage/jobs/${job_id}`)).body).toMatchObject({ state: "cancelled", error: null });
    expect((await call("delete", `/api/manage/jobs/${job_id}`)).body).toEqual(
      errorBody("CONFLICT", "This job is cancelled; only a queued job can be cancelled."),
    );
    const { body } = await call("get", "/api/manage/audit?kind=job-cancelled");
    expect(body.items[0]).toMatchObject({
      by_user: "000001",
      document_id: "cancelled",
      details: { job_id },
    });
  });

  it("that run, have ended or are unknown cannot be cancelled", async () => {
    await upload(t, t.admin, "ended", { title: "Ended", chunks: CHUNKS });
    await hold("ended");
    const [running, ended] = (await list()).items;
    for (const { job_id, state } of [running, ended]) {
      expect((await call("delete", `/api/manage/jobs/${job_id}`)).body).toEqual(
        errorBody("CONFLICT", `This job is ${state}; only a queued job can be cancelled.`),
      );
    }
    for (const job_id of ["no-uuid", "00000000-0000-4000-8000-000000000000"]) {
      expect((await call("delete", `/api/manage/jobs/${job_id}`)).body).toEqual(errorBody("JOB_NOT_FOUND"));
      expect((await call("get", `/api/manage/jobs/${job_id}`)).body).toEqual(errorBody("JOB_NOT_FOUND"));
    }
  });

  it("end the wait of an upload when they are cancelled", async () => {
    await hold("waited-for");
    const answer = upload(t, t.admin, "waited-for", { title: "Waits", chunks: CHUNKS }).then((response) => response);
    let queued: { job_id: string; state: string } | undefined;
    while (queued === undefined) {
      const { items: jobs } = await list();
      queued = jobs.find(({ state }: { state: string }) => state === "queued");
      await sleep(10);
    }
    await call("delete", `/api/manage/jobs/${queued.job_id}`);
    expect((await answer).body).toMatchObject({ job_id: queued.job_id, state: "cancelled" });
  });

  it("are for administrators only", async () => {
    for (const role of ["user", "developer"] as const) {
      const token = await t.signedIn(`a-${role}`, { role });
      expect((await callAs(t, token, "get", "/api/manage/jobs")).status).toBe(403);
      expect((await callAs(t, token, "delete", "/api/manage/jobs/x")).status).toBe(403);
    }
  });
});
