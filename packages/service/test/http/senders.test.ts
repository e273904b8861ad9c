import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { PoolClient } from "pg";
import { type Call, callAs, errorBody, useTestService } from "../harness.js";
import { CHUNKS, upload } from "./travel-expenses.js";

const MANY = "/api/manage/access-rules";
const NO_LONGER = "000002 is no longer an active administrator. Another administrator can send it again.";

describe("uploads and changes of a user who is no longer an administrator", () => {
  const t = useTestService();
  let sender: string;
  beforeEach(async () => {
    sender = await t.signedIn("000002", { role: "admin" });
  });
  afterEach(() => setSender({ role: "admin", is_active: true }));

  const setSender = async (change: object) => {
    const record = { display_name: "A sender", ...change };
    expect((await callAs(t, t.admin, "put", "/api/manage/users/000002", record)).status).toBe(200);
  };
  /** Keeps uploads of a document waiting, like another upload of it that is being read. */
  const hold = (document_id: string) =>
    t.database.pool.query(
      `INSERT INTO jobs (document_id, state, options, payload, free_from)
       VALUES ($1, 'running', '{}', '', now() + interval '200 seconds')`,
      [document_id],
    );
  const letGo = async (document_id: string) => {
    await t.database.pool.query("DELETE FROM jobs WHERE document_id = $1 AND state = 'running'", [document_id]);
    t.service.worker.wake();
  };
  const ended = async (job_id: string) => {
    for (;;) {
      const { body } = await callAs(t, t.admin, "get", `/api/manage/jobs/${job_id}`);
      if (body.state !== "queued" && body.state !== "running") return body;
      await sleep(10);
    }
  };
  const stateOf = async (document_id: string) => {
    const of = (rest: string) => callAs(t, t.admin, "get", `/api/manage/documents/${document_id}/${rest}`);
    const answers = await Promise.all([of("access-rules"), of("chunks"), of("chunks?draft=true")]);
    return answers.map(({ body }) => body);
  };

  const chunks = (publish: boolean) =>
    JSON.stringify({ title: "New", access_rules: { allow_all: true }, publish, chunks: CHUNKS.slice(0, 1) });
  const NO_ADMINS = [{ role: "user" }, { role: "developer" }, { is_active: false }];
  it.each([
    // Reading a file starts a thread, which is slow: once is enough.
    ["a file", "text/markdown", "# New\n\nA text.", "This version was not published", NO_ADMINS.slice(0, 1)],
    ["structured chunks", "application/json", chunks(true), "This version was not published", NO_ADMINS],
    ["a draft", "application/json", chunks(false), "This draft was not saved", NO_ADMINS],
  ])("%s in the queue is not published, and the job says why", async (what, type, body, outcome, changes) => {
    for (const [nth, change] of changes.entries()) {
      const document_id = `${what.replaceAll(" ", "-")}-${nth}`;
      await upload(t, t.admin, document_id, { title: "Old", access_rules: { allow_all: false }, chunks: CHUNKS });
      const before = await stateOf(document_id);
      await hold(document_id);
      const path = `/api/manage/documents/${document_id}`;
      const sent = await callAs(t, sender, "put", path, body, { "Content-Type": type });
      expect(sent.status).toBe(202);
      await setSender(change);
      await letGo(document_id);
      expect(await ended(sent.body.job_id)).toMatchObject({ state: "failed", error: `${outcome}; ${NO_LONGER}` });
      expect(await stateOf(document_id)).toEqual(before);
      await setSender({ role: "admin", is_active: true });
      sender = await t.signedIn("000002", { role: "admin" });
    }
  });

  it("a change that waits for its document is refused if the demotion commits first", async () => {
    await upload(t, t.admin, "held", { title: "Held", access_rules: { allow_all: false }, chunks: CHUNKS });
    await upload(t, t.admin, "held", { title: "Draft", chunks: CHUNKS, publish: false });
    const before = await stateOf("held");
    const calls: readonly Call[] = [
      ["post", "/api/manage/documents/held/publish"],
      ["put", "/api/manage/documents/held/access-rules", { allow_all: true }, { "If-Match": "*" }],
      ["delete", "/api/manage/documents/held"],
    ];
    for (const call of calls) {
      const answer = await demotedBehind("SELECT FROM documents WHERE document_id = 'held' FOR UPDATE", call);
      expect(answer.body).toEqual(errorBody("FORBIDDEN", `Nothing was changed; ${NO_LONGER}`));
      expect(await stateOf("held")).toEqual(before);
      await setSender({ role: "admin" });
    }
  });

  it("a job is not cancelled if the demotion commits first", async () => {
    await hold("waiting");
    const path = "/api/manage/documents/waiting";
    const sent = await callAs(t, t.admin, "put", path, chunks(true), { "Content-Type": "application/json" });
    const job = `/api/manage/jobs/${sent.body.job_id}`;
    const answer = await demotedBehind("SELECT FROM jobs WHERE state = 'queued' FOR UPDATE", ["delete", job]);
    expect(answer.body).toEqual(errorBody("FORBIDDEN", `Nothing was changed; ${NO_LONGER}`));
    expect((await callAs(t, t.admin, "get", job)).body).toMatchObject({ state: "queued" });
    await letGo("waiting");
    expect(await ended(sent.body.job_id)).toMatchObject({ state: "done" });
  });

  it("one change of many rules ends with the demotion, and reports what it changed before", async () => {
    const ids = ["many-a", "many-b", "many-c"];
    for (const id of ids)
      await upload(t, t.admin, id, { title: id, access_rules: { allow_all: true }, chunks: CHUNKS });
    const change = { allow_all: false };
    const preview = await callAs(t, sender, "post", `${MANY}/preview`, { document_ids: ids, change }).expect(200);
    const documents = preview.body.documents.map(({ document_id, rules_version }: Record<string, unknown>) => ({
      document_id,
      rules_version,
    }));
    const client = await t.database.pool.connect();
    try {
      await client.query("BEGIN");
      await client.query("SELECT FROM documents WHERE document_id = 'many-b' FOR UPDATE");
      const answer = callAs(t, sender, "post", MANY, { documents, change }).then((response) => response);
      await waitingBehind(client);
      await setSender({ role: "user" });
      await client.query("COMMIT");
      const { status, body } = await answer;
      const notAdmin = { result: "failed", problems: [{ code: "sender.not_admin", user_id: "000002" }] };
      expect(status).toBe(207);
      expect(body).toMatchObject({ changed: 1, failed: 2, documents: [{ result: "changed" }, notAdmin, notAdmin] });
    } finally {
      client.release();
    }
    const rules = await Promise.all(ids.map(async (id) => (await stateOf(id))[0].access_rules.allow_all));
    expect(rules).toEqual([false, true, true]);
  });

  /** The answer to a call of a sender who is demoted while it waits for rows that another session has locked. */
  async function demotedBehind(lock: string, call: Call) {
    const client = await t.database.pool.connect();
    try {
      await client.query("BEGIN");
      await client.query(lock);
      const answer = callAs(t, sender, ...call).then((response) => response);
      await waitingBehind(client);
      await setSender({ role: "user" });
      await client.query("COMMIT");
      return await answer;
    } finally {
      client.release();
    }
  }

  /** Other sessions may wait for something else: the turn of a job, a change of users. */
  async function waitingBehind(client: PoolClient): Promise<void> {
    const { rows: own } = await client.query("SELECT pg_backend_pid() AS pid");
    for (;;) {
      const { rows } = await t.database.pool.query(
        "SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))",
        [own[0].pid],
      );
      if (rows.length > 0) return;
      await sleep(5);
    }
  }
});
