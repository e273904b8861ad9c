import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import { CLOSED } from "@retrieval/core";
import { planUploads } from "@retrieval/core/use-cases";
import { type Call, callAs, errorBody, useTestService } from "../harness.js";
import { CHUNKS, reference, upload } from "./travel-expenses.js";

describe("uploading documents", () => {
  const t = useTestService();

  const call = (...asked: Call) => callAs(t, t.admin, ...asked);

  it("keeps the ids of unchanged chunks when a document is ingested again, and reports the changes", async () => {
    const edited = CHUNKS.toSpliced(3, 1, {
      ...CHUNKS[3],
      content: "日当は3,000円とする。",
    } as (typeof CHUNKS)[number]).slice(0, 4);
    await upload(t, t.admin, "again", { title: "A", chunks: CHUNKS });
    const second = await upload(t, t.admin, "again", { title: "A", chunks: edited });
    expect(second.body.changes).toEqual({ unchanged: 3, changed: 1, added: 0, removed: 1 });
    expect((await upload(t, t.admin, "again", { title: "A", chunks: edited })).body.changes).toEqual({
      unchanged: 4,
      changed: 0,
      added: 0,
      removed: 0,
    });
  });

  it("publishes nothing if the same file is sent again, keeps its version, and says so", async () => {
    const send = async (file: string, query = "") => {
      const path = `/api/manage/documents/same?wait=true${query}`;
      const { body } = await call("put", path, file, { "Content-Type": "text/markdown" });
      return [body.state, body.unchanged, body.changes.unchanged];
    };
    const versions = async () => {
      const { body } = await call("get", "/api/manage/documents/same/versions");
      return body.items.map(({ version, original_for }: Record<string, string>) => [version, original_for]);
    };
    const [file, spaced] = ["# T\n\n本文\n", "# T\n\n本文\n\n"];
    await send(file, "&version=2025-07-01&original=readers");
    const same = ["", "&version=2025-07-01", "&title=T", "&original=readers"];
    for (const query of same) expect(await send(file, query)).toEqual(["done", true, 1]);
    expect(await versions()).toEqual([["2025-07-01", "readers"]]);
    // The same text of another file: the file is kept, so there is a version to keep it with.
    expect(await send(spaced)).toEqual(["done", false, 1]);
    expect(await send(spaced, "&original=none")).toEqual(["done", false, 1]);
    expect(await send(spaced, "&version=2025-08-01&original=none")).toEqual(["done", false, 1]);
    expect(await send(spaced, "&publish=false&original=none")).toEqual(["done", false, 1]);
    const labels = [
      ["2025-08-01", null],
      ["2026-01-15", null],
      ["2026-01-15", "admins"],
      ["2025-07-01", "readers"],
    ];
    expect(await versions()).toEqual(labels);
    const { body } = await call("get", "/api/manage/audit?document_id=same&kind=document-unchanged");
    expect(body.items).toHaveLength(same.length);
  });

  it("are planned in one call: what each would be, who could read it, and why it would be refused", async () => {
    const members = ["1", "2"].map((user_id) => ({ user_id, display_name: "U", permission_groups: ["planners"] }));
    await call("post", "/api/manage/users/bulk", { users: members, update_existing: true });
    const access_rules = { ...CLOSED, allowed_groups: ["planners"] };
    const version = { title: "P", version: "1", chunks: [{ text_type: "paragraph", content: "本文" }] };
    await upload(t, t.admin, "planned", { ...version, access_rules });
    await upload(t, t.admin, "planned", { ...version, version: "2", access_rules: CLOSED, publish: false });
    const plan = async (...documents: object[]) => {
      const { status, body } = await call("post", "/api/manage/documents/plan", { documents });
      expect(status).toBe(200);
      return body.items;
    };
    const published = { title: "P", version: "1" };
    const draft = { title: "P", version: "2" };
    const fine = { error: null, problems: [] };
    const [open] = await plan({ document_id: "never-seen" });
    expect(open).toMatchObject({ published: null, draft: null, publication: { access_rules: { allow_all: true } } });
    expect(open.publication.readers.after).toBeGreaterThan(open.publication.readers.now);
    expect(await plan({ document_id: "planned" })).toEqual([
      {
        document_id: "planned",
        published,
        draft,
        publication: { access_rules, readers: { now: 2, after: 2 } },
        ...fine,
      },
    ]);
    // A draft without a rule keeps that of the draft that it replaces.
    const kept = { access_rules: CLOSED, readers: { now: 2, after: 0 } };
    expect(await plan({ file_name: "planned.md", publish: false })).toEqual([
      { document_id: "planned", published, draft, publication: kept, ...fine },
    ]);
    // A draft without a rule, too, has the default of now.
    await upload(t, t.admin, "ruleless", { ...version, publish: false });
    const ruleless = { document_id: "ruleless", publish: false };
    const [planned] = await planUploads([ruleless], { ...t.service.deps, newDocumentRules: CLOSED });
    expect(planned?.publication?.access_rules).toEqual(CLOSED);
    const refused = await plan(
      ...["a b.doc", "x.abc", "((.md"].map((file_name) => ({ file_name })),
      ...[{ document_id: "就業\u3164" }, { document_id: "twice" }, { file_name: "twice.pdf" }],
      {},
    );
    const of = (code: string) => ({ publication: null, error: expect.any(String), problems: [{ code }] });
    expect(refused).toMatchObject(
      [
        ...["file.other_format", "file.no_reader", "document_id.ill_formed", "field.invisible_character"],
        ...["document_id.repeated", "document_id.repeated", "document_id.ill_formed"],
      ].map(of),
    );
  });

  it("publishes nothing if the same structured chunks are sent again", async () => {
    const sent = async () => (await upload(t, t.admin, "same-chunks", { title: "A", chunks: CHUNKS })).body.unchanged;
    expect([await sent(), await sent()]).toEqual([false, true]);
  });

  it("accepts Markdown with title, version and rule in the query", async () => {
    const rules = encodeURIComponent(JSON.stringify({ ...CLOSED, allowed_users: ["only-one"] }));
    const job = await call(
      "put",
      `/api/manage/documents/rules-md?wait=true&title=%E8%A6%8F%E7%A8%8B&version=2026-02-01&access_rules=${rules}`,
      "# 規程\n\n## 第1章 総則\n\n### 第1条（目的）\n\n目的を定める。\n",
      { "Content-Type": "text/markdown; charset=utf-8" },
    );
    expect(job.body).toMatchObject({ state: "done", error: null });
    const { body } = await call("get", "/api/manage/documents/rules-md/chunks");
    const ids = body.items.map(({ chunk_id }: { chunk_id: string }) => chunk_id);
    expect(ids).toContain("rules-md::ch1::art1::paragraph-1");
    const one = await t.signedIn("only-one");
    const found = await reference(t, one, "rules-md::ch1::art1::paragraph-1", "rules-md");
    expect(found.body.reference.doc).toEqual({ id: "rules-md", title: "規程", version: "2026-02-01" });
    expect(
      (await reference(t, await t.signedIn("another"), "rules-md::ch1::art1::paragraph-1", "rules-md")).status,
    ).toBe(404);
  });

  it("gives a document without a version the date on which it is ingested", async () => {
    await upload(t, t.admin, "undated", { chunks: CHUNKS });
    const { body } = await reference(t, t.admin, "undated::ch2::art5::paragraph-1", "undated");
    expect(body.reference.doc).toEqual({ id: "undated", title: "undated", version: "2026-01-15" });
  });

  it("answers 202 with a job at once, and shows the job", async () => {
    const accepted = await call("put", "/api/manage/documents/queued", { title: "Q", chunks: CHUNKS });
    expect(accepted.status).toBe(202);
    expect(accepted.body).toEqual({ job_id: expect.any(String) });
    for (;;) {
      const { status, body } = await call("get", `/api/manage/jobs/${accepted.body.job_id}`);
      expect(status).toBe(200);
      if (body.state === "done") break;
    }
    for (const id of ["00000000-0000-4000-8000-000000000000", "no-uuid"]) {
      expect((await call("get", `/api/manage/jobs/${id}`)).body).toEqual(errorBody("JOB_NOT_FOUND"));
    }
  });

  it("publishes the later of two uploads under the rule of the earlier one, however large the earlier one is", async () => {
    const rules = encodeURIComponent(JSON.stringify({ ...CLOSED, allowed_users: ["let-in"] }));
    const send = async (document: string, text: string) => {
      const path = `/api/manage/documents/${document}`;
      return (await call("put", path, text, { "Content-Type": "text/markdown" })).body.job_id as string;
    };
    const large = (text: string) => `${text}\n\n<!-- ${"x".repeat(1024 * 1024)} -->\n`;
    // No lane takes a job before all are accepted. Then one lane must take the first job, and the other may choose.
    const leases = await t.database.pool.connect();
    await leases.query("BEGIN; SELECT pg_advisory_xact_lock(1381258073, 2)");
    const jobs = [
      await send("before", large("別の文書")),
      await send(`in-order?access_rules=${rules}`, large("最初の版")),
      await send("in-order", "次の版\n"),
    ];
    await leases.query("COMMIT");
    leases.release();
    for (const job_id of jobs) {
      let job = await call("get", `/api/manage/jobs/${job_id}`);
      for (; job.body.state !== "done"; job = await call("get", `/api/manage/jobs/${job_id}`)) {
        expect(job.body).toMatchObject({ error: null });
        await sleep(20);
      }
      expect(job.body.warnings).not.toContainEqual(
        expect.objectContaining({ problem: { code: "version.superseded" } }),
      );
    }
    const seen = async (user_id: string) =>
      (await reference(t, await t.signedIn(user_id), "in-order::paragraph-1", "in-order")).body;
    expect(await seen("let-in")).toMatchObject({ reference: { chunk: { content: "次の版" } } });
    expect(await seen("left-out")).toEqual(errorBody("CHUNK_NOT_FOUND"));
  });

  it("refuses an invalid document at once, and names the chunk", async () => {
    const bad: [object, string][] = [
      [{ chunks: "none" }, "chunks"],
      [{ chunks: [{ ...CHUNKS[0], text_type: "poem" }] }, "chunks[0]"],
      [{ chunks: [CHUNKS[0], { ...CHUNKS[1], source_path: "/srv/secret.docx" }] }, "chunks[1]"],
      [{ chunks: [{ ...CHUNKS[0], metadata: { filesystem_path: "/srv" } }] }, "filesystem_path"],
      [{ chunks: [{ ...CHUNKS[0], doc_id: "another" }] }, "doc_id"],
      [{ chunks: [{ ...CHUNKS[0], chunk_id: "bad::x::paragraph-1" }] }, "chunk_id"],
      [{ chunks: [{ ...CHUNKS[0], content: null }] }, "content"],
      [{ chunks: CHUNKS, access_rules: { allowed_groups: ["board"] } }, "allow_all"],
      [{ chunks: CHUNKS, access_rules: { allow_al: true } }, "allow_al"],
      [{ chunks: CHUNKS, publsh: false }, "publsh"],
      [{ chunks: CHUNKS, title: "two\nlines" }, "title"],
      [{ chunks: CHUNKS, access_rules: null }, "access_rules"],
      [{ chunks: [{ ...CHUNKS[1], chunk_id: "refused::art5::table-1" }] }, "names a table"],
      [{ chunks: [] }, "use DELETE"],
      [[], "the body must be an object"],
    ];
    for (const [body, named] of bad) {
      const response = await upload(t, t.admin, "refused", body);
      expect({ named, status: response.status }).toEqual({ named, status: 400 });
      expect(response.body).toEqual(errorBody("INVALID_REQUEST", expect.stringContaining(named)));
    }
    expect((await upload(t, t.admin, "-bad", { chunks: CHUNKS })).body).toEqual(errorBody("INVALID_IDENTIFIER"));
    const empty = await call("put", "/api/manage/documents/refused", "", { "Content-Type": "text/markdown" });
    expect(empty.status).toBe(400);
    const word = await call("put", "/api/manage/documents/refused", "x", { "Content-Type": "application/msword" });
    expect(word.status).toBe(415);
    expect(JSON.stringify(word.body)).toContain("Old Word documents (.doc) are not read; save them as .docx");
    expect((await call("get", "/api/manage/documents/refused/chunks")).status).toBe(404);
  });

  it("refuses fields in the query that structured chunks have in their body, so that no restriction is ignored", async () => {
    const restricted = encodeURIComponent(JSON.stringify(CLOSED));
    for (const [query, named] of [
      [`access_rules=${restricted}`, "access_rules"],
      ["access_rules=null", "access_rules"],
      ["publish=false", "publish"],
      ["title=T&version=1&wait=true", "title, version"],
      ["title=", "title"],
    ]) {
      const response = await call("put", `/api/manage/documents/misplaced?${query}`, { chunks: CHUNKS });
      expect({ query, status: response.status }).toEqual({ query, status: 400 });
      expect(response.body).toEqual(
        errorBody("INVALID_REQUEST", expect.stringMatching(`^${named} must not be in the query .* JSON body`)),
      );
    }
    expect((await call("get", "/api/manage/documents/misplaced/chunks")).status).toBe(404);
  });

  it("does not treat null as an absent rule", async () => {
    for (const rule of ["null", "%22null%22", "", "0"]) {
      const response = await call(
        "put",
        `/api/manage/documents/nulled?access_rules=${rule}`,
        "# Board paper\n\nSecret.",
        { "Content-Type": "text/markdown" },
      );
      expect({ rule, status: response.status }).toEqual({ rule, status: 400 });
      expect(response.body).toEqual(errorBody("INVALID_REQUEST", expect.stringContaining("access_rules")));
    }
  });

  it("keeps a document whose new file has no text, and says how to delete it", async () => {
    await upload(t, t.admin, "kept", { title: "K", chunks: CHUNKS });
    for (const file of [" \n\n", "---\ntitle: T\n---\n", "<!-- nothing -->\n", "\uFEFF\n"]) {
      const { body } = await call("put", "/api/manage/documents/kept?wait=true", file, {
        "Content-Type": "text/markdown",
      });
      expect({ file, ...body }).toMatchObject({
        file,
        state: "failed",
        changes: null,
        error: expect.stringMatching(/^The file has no text,.*use DELETE\.$/),
      });
    }
    expect((await call("get", "/api/manage/documents/kept/chunks")).body.items).toHaveLength(CHUNKS.length);
  });

  it("computes the search text of a table from its Markdown, and names the chunk if it cannot", async () => {
    const { content: _, ...table } = CHUNKS[4] as (typeof CHUNKS)[number];
    const job = await upload(t, t.admin, "tables", { chunks: [table, { text_type: "table", content_md: "no table" }] });
    expect(job.body).toMatchObject({
      state: "done",
      warnings: [
        {
          message: expect.stringMatching(/^chunks\[1\]: content_md/),
          problem: { code: "chunk.not_one_table", at: "chunks[1]" },
        },
      ],
    });
    const { body } = await call("get", "/api/manage/documents/tables/chunks");
    expect(body.items.map(({ content }: { content: string | null }) => content)).toEqual([CHUNKS[4]?.content, null]);
  });

  it("answers other requests while it reads, stores and publishes a large upload", async () => {
    const text = "宿泊料は、別表第1に定める。".repeat(25);
    const chunks = Array.from({ length: 5_000 }, () => ({ ...CHUNKS[1], content: text }));
    const body = JSON.stringify({ title: "Large", chunks });
    const accepted = await call("put", "/api/manage/documents/large", body, { "Content-Type": "application/json" });
    expect(accepted.status).toBe(202);
    const states: string[] = [];
    for (; states.at(-1) !== "done"; await sleep(20)) {
      const { body: job } = await call("get", `/api/manage/jobs/${accepted.body.job_id}`);
      expect(job.error).toBeNull();
      states.push(job.state);
    }
    // Each answer came between two steps of the job.
    expect(states.filter((state) => state === "running").length).toBeGreaterThan(10);
  });
});

describe("a document without a version", () => {
  const t = useTestService({ env: { TIME_ZONE: "Asia/Tokyo" } });

  it.each([
    ["2026-01-15T14:59:59Z", "2026-01-15"],
    ["2026-01-15T15:00:00Z", "2026-01-16"],
  ])("ingested at %s gets the date of TIME_ZONE, %s", async (now, version) => {
    t.clock.seconds = Date.parse(now) / 1000;
    await t.service.days.keepToday();
    const admin = await t.signedIn("000001", { role: "admin" });
    await upload(t, admin, version, { chunks: CHUNKS });
    const { body } = await callAs(t, admin, "get", `/api/manage/documents?query=${version}`);
    expect(body.items).toMatchObject([{ document_id: version, version }]);
  });
});
