import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { AccessRules } from "@retrieval/core";
import { errorBody, startTestService, type TestService } from "../harness.js";

const NOBODY: AccessRules = { allow_all: false, allowed_department_codes: [], allowed_groups: [], allowed_users: [] };
const article = (number: number, title: string) => [
  { level: 1, type: "chapter", label: "第2章", title: "旅費" },
  { level: 2, type: "article", label: `第${number}条`, title },
];
const CHUNKS = [
  { text_type: "heading", content: "第5条（宿泊料）", metadata: { section_path: article(5, "宿泊料") } },
  {
    text_type: "paragraph",
    content: "宿泊料は、別表第1に定める。\n  ただし、上限とする。",
    metadata: { section_path: article(5, "宿泊料") },
  },
  {
    text_type: "list",
    content: "1. 部長\n2. 課長",
    content_md: "1. 部長\n2. 課長",
    metadata: { section_path: article(5, "宿泊料") },
  },
  { text_type: "paragraph", content: "日当は実費とする。", metadata: { section_path: article(6, "日当") } },
  {
    text_type: "table",
    content: "職位: 部長 / 上限: 12,000円",
    content_md: "| 職位 | 上限 |\n| --- | --- |\n| 部長 | 12,000円 |",
    metadata: {
      section_path: [{ level: 1, type: "annex", label: "別表第1", title: "第5条関係" }],
      annex_title: "別表第1 第5条関係",
      page_range: [3, 4],
      anchors: { bbox: [1, 2, 3.5, 4] },
      embed_version: "model-x@2026-01-01",
    },
  },
];

describe("documents, from upload to reference", () => {
  let t: TestService;
  let admin: string;
  beforeAll(async () => {
    t = await startTestService();
    admin = await t.signedIn("000001", { role: "admin" });
  });
  afterAll(() => t.close());

  const as = (token: string) => ({
    get: (path: string) => t.http().get(path).set("Authorization", `Bearer ${token}`),
    put: (path: string) => t.http().put(path).set("Authorization", `Bearer ${token}`),
    post: (path: string) => t.http().post(path).set("Authorization", `Bearer ${token}`),
    delete: (path: string) => t.http().delete(path).set("Authorization", `Bearer ${token}`),
  });
  const upload = (document_id: string, body: object) =>
    as(admin).put(`/api/manage/documents/${document_id}?wait=true`).send(body);
  const reference = (token: string, chunkId: unknown, docId: unknown) =>
    as(token)
      .post("/api/reference")
      .send({ chunkId, docId } as object);

  it("takes structured chunks, and answers one of them ready to display", async () => {
    const job = await upload("travel", { title: "旅費規程", version: "2026-01-15", chunks: CHUNKS });
    expect(job.status).toBe(200);
    expect(job.body).toEqual({
      job_id: expect.any(String),
      document_id: "travel",
      state: "done",
      progress: 1,
      warnings: [],
      changes: { unchanged: 0, changed: 0, added: 5, removed: 0 },
      error: null,
    });
    const response = await reference(await t.signedIn("reader"), "travel::ch2::art5::paragraph-1", "travel");
    expect(response.status).toBe(200);
    // Its parts come from the database as texts, and are put together as JSON.stringify would.
    expect(response.text).toBe(JSON.stringify(response.body));
    expect(response.body.reference.doc).toEqual({ id: "travel", title: "旅費規程", version: "2026-01-15" });
    expect(response.body.reference.chunk).toEqual({
      chunk_id: "travel::ch2::art5::paragraph-1",
      doc_id: "travel",
      text_type: "paragraph",
      content: "宿泊料は、別表第1に定める。\n  ただし、上限とする。",
      content_md: null,
      metadata: {
        doc_title: "旅費規程",
        section_path: article(5, "宿泊料"),
        parent_section_title: "旅費",
        annex_title: null,
        page_range: null,
        anchors: {},
        text_hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
        embed_version: null,
        preprocessing: { llm_revision: null },
      },
      display: {
        title: "第5条 宿泊料",
        breadcrumb: ["第2章 旅費", "第5条 宿泊料"],
        body_text: "宿泊料は、別表第1に定める。\n  ただし、上限とする。",
        body_md: null,
      },
    });
    const { related_chunks, previous_chunk_id, next_chunk_id } = response.body.reference;
    expect(related_chunks.map(({ chunk_id }: { chunk_id: string }) => chunk_id)).toEqual([
      "travel::ch2::art5::heading-1",
      "travel::ch2::art5::list-1",
      "travel::annex1::table-1",
    ]);
    expect([previous_chunk_id, next_chunk_id]).toEqual(["travel::ch2::art5::heading-1", "travel::ch2::art5::list-1"]);
  });

  it("shows a table as Markdown and keeps its text for search", async () => {
    const { body } = await reference(admin, "travel::annex1::table-1", "travel");
    expect(body.reference.chunk).toMatchObject({
      content: "職位: 部長 / 上限: 12,000円",
      display: { title: "別表第1 第5条関係", body_text: null, body_md: CHUNKS[4]?.content_md },
      metadata: {
        page_range: [3, 4],
        anchors: { bbox: [1, 2, 3.5, 4] },
        embed_version: "model-x@2026-01-01",
        annex_title: "別表第1 第5条関係",
      },
    });
    expect(body.reference.next_chunk_id).toBeNull();
  });

  it("refuses malformed identifiers with 422, and answers well-formed ones that name nothing with 404", async () => {
    const good = "travel::ch2::art5::paragraph-1";
    const malformed: [unknown, unknown][] = [
      [undefined, "travel"],
      [good, undefined],
      [7, "travel"],
      [good, ["travel"]],
      ["", "travel"],
      ["travel", "travel"],
      ["travel::paragraph-0", "travel"],
      [`travel::${"x".repeat(600)}::paragraph-1`, "travel"],
      [good, "x".repeat(129)],
      [good, "../travel"],
      [good, "travel\u0000"],
      [`${good}\n`, "travel"],
      ["'; DROP TABLE chunks; --", "travel"],
    ];
    for (const [chunkId, docId] of malformed) {
      const response = await reference(admin, chunkId, docId);
      expect({ chunkId, docId, status: response.status, body: response.body }).toEqual({
        chunkId,
        docId,
        status: 422,
        body: errorBody("INVALID_IDENTIFIER"),
      });
    }
    for (const body of ["[]", "7", '"x"', "null"]) {
      const response = await as(admin).post("/api/reference").set("Content-Type", "application/json").send(body);
      expect({ body, status: response.status }).toEqual({ body, status: 422 });
    }
    const broken = await as(admin).post("/api/reference").set("Content-Type", "application/json").send("{");
    expect(broken.body).toEqual(errorBody("INVALID_REQUEST"));
    for (const [chunkId, docId] of [
      ["travel::ch2::art5::paragraph-9", "travel"],
      [good, "elsewhere"],
      ["elsewhere::paragraph-1", "travel"],
    ]) {
      const response = await reference(admin, chunkId, docId);
      expect(response.status).toBe(404);
      expect(response.body).toEqual(errorBody("CHUNK_NOT_FOUND"));
    }
  });

  it("hides a document from who may not see it, byte for byte as if it did not exist, from the next request on", async () => {
    await upload("secret", { title: "Secret", access_rules: { ...NOBODY, allowed_groups: ["board"] }, chunks: CHUNKS });
    const reader = await t.signedIn("plain-reader");
    const board = await t.signedIn("board-reader", { permission_groups: ["board"] });
    const id = "secret::ch2::art5::paragraph-1";
    const absent = await reference(reader, "nothing::ch2::art5::paragraph-1", "nothing");
    const hidden = await reference(reader, id, "secret");
    expect(hidden.text).toBe(absent.text);
    expect(hidden.status).toBe(404);
    expect((await reference(board, id, "secret")).status).toBe(200);
    for (const role of ["developer", "admin"] as const) {
      expect((await reference(await t.signedIn(`as-${role}`, { role }), id, "secret")).status).toBe(200);
    }
    await as(admin)
      .put("/api/manage/documents/secret/access-rules")
      .set("If-Match", "*")
      .send({ ...NOBODY, allowed_users: ["plain-reader"] });
    expect((await reference(reader, id, "secret")).status).toBe(200);
    expect((await reference(board, id, "secret")).status).toBe(404);
  });

  it("keeps ids of what did not change when a document is ingested again, and says what changed", async () => {
    const edited = CHUNKS.toSpliced(3, 1, {
      ...CHUNKS[3],
      content: "日当は3,000円とする。",
    } as (typeof CHUNKS)[number]).slice(0, 4);
    await upload("again", { title: "A", chunks: CHUNKS });
    const second = await upload("again", { title: "A", chunks: edited });
    expect(second.body.changes).toEqual({ unchanged: 3, changed: 1, added: 0, removed: 1 });
    expect((await upload("again", { title: "A", chunks: edited })).body.changes).toEqual({
      unchanged: 4,
      changed: 0,
      added: 0,
      removed: 0,
    });
  });

  it("takes Markdown with title, version and rule in the query", async () => {
    const rules = encodeURIComponent(JSON.stringify({ ...NOBODY, allowed_users: ["only-one"] }));
    const job = await as(admin)
      .put(`/api/manage/documents/rules-md?wait=true&title=%E8%A6%8F%E7%A8%8B&version=2026-02-01&access_rules=${rules}`)
      .set("Content-Type", "text/markdown; charset=utf-8")
      .send("# 規程\n\n## 第1章 総則\n\n### 第1条（目的）\n\n目的を定める。\n");
    expect(job.body).toMatchObject({ state: "done", error: null });
    const { body } = await as(admin).get("/api/manage/documents/rules-md/chunks");
    const ids = body.chunks.map(({ chunk_id }: { chunk_id: string }) => chunk_id);
    expect(ids).toContain("rules-md::ch1::art1::paragraph-1");
    const one = await t.signedIn("only-one");
    const found = await reference(one, "rules-md::ch1::art1::paragraph-1", "rules-md");
    expect(found.body.reference.doc).toEqual({ id: "rules-md", title: "規程", version: "2026-02-01" });
    expect((await reference(await t.signedIn("another"), "rules-md::ch1::art1::paragraph-1", "rules-md")).status).toBe(
      404,
    );
  });

  it("gives a document without a version the date on which it is ingested", async () => {
    await upload("undated", { chunks: CHUNKS });
    const { body } = await reference(admin, "undated::ch2::art5::paragraph-1", "undated");
    expect(body.reference.doc).toEqual({ id: "undated", title: "undated", version: "2026-01-15" });
  });

  it("answers 202 with a job at once, and shows the job", async () => {
    const accepted = await as(admin).put("/api/manage/documents/queued").send({ title: "Q", chunks: CHUNKS });
    expect(accepted.status).toBe(202);
    expect(accepted.body).toEqual({ job_id: expect.any(String) });
    for (;;) {
      const { status, body } = await as(admin).get(`/api/manage/jobs/${accepted.body.job_id}`);
      expect(status).toBe(200);
      if (body.state === "done") break;
    }
    for (const id of ["00000000-0000-4000-8000-000000000000", "no-uuid"]) {
      expect((await as(admin).get(`/api/manage/jobs/${id}`)).body).toEqual(errorBody("JOB_NOT_FOUND"));
    }
  });

  it("refuses what cannot become a document at once, and names the chunk", async () => {
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
      const response = await upload("refused", body);
      expect({ named, status: response.status }).toEqual({ named, status: 400 });
      expect(response.body).toEqual(errorBody("INVALID_REQUEST", expect.stringContaining(named)));
    }
    expect((await upload("-bad", { chunks: CHUNKS })).body).toEqual(errorBody("INVALID_IDENTIFIER"));
    const empty = await as(admin).put("/api/manage/documents/refused").set("Content-Type", "text/markdown").send("");
    expect(empty.status).toBe(400);
    const word = await as(admin)
      .put("/api/manage/documents/refused")
      .set("Content-Type", "application/msword")
      .send("x");
    expect(word.status).toBe(415);
    expect((await as(admin).get("/api/manage/documents/refused/chunks")).status).toBe(404);
  });

  it("refuses in the query what structured chunks say in their body, so that no restriction is passed over", async () => {
    const restricted = encodeURIComponent(JSON.stringify(NOBODY));
    for (const [query, named] of [
      [`access_rules=${restricted}`, "access_rules"],
      ["access_rules=null", "access_rules"],
      ["publish=false", "publish"],
      ["title=T&version=1&wait=true", "title, version"],
      ["title=", "title"],
    ]) {
      const response = await as(admin).put(`/api/manage/documents/misplaced?${query}`).send({ chunks: CHUNKS });
      expect({ query, status: response.status }).toEqual({ query, status: 400 });
      expect(response.body).toEqual(
        errorBody("INVALID_REQUEST", expect.stringMatching(`^${named} must not stand in the query .* JSON body`)),
      );
    }
    expect((await as(admin).get("/api/manage/documents/misplaced/chunks")).status).toBe(404);
  });

  it("does not take null for a rule that was not given", async () => {
    for (const rule of ["null", "%22null%22", "", "0"]) {
      const response = await as(admin)
        .put(`/api/manage/documents/nulled?access_rules=${rule}`)
        .set("Content-Type", "text/markdown")
        .send("# Board paper\n\nSecret.");
      expect({ rule, status: response.status }).toEqual({ rule, status: 400 });
      expect(response.body).toEqual(errorBody("INVALID_REQUEST", expect.stringContaining("access_rules")));
    }
  });

  it("keeps a document whose new file has no text, and says how to take it away", async () => {
    await upload("kept", { title: "K", chunks: CHUNKS });
    for (const file of [" \n\n", "---\ntitle: T\n---\n", "<!-- nothing -->\n", "\uFEFF\n"]) {
      const { body } = await as(admin)
        .put("/api/manage/documents/kept?wait=true")
        .set("Content-Type", "text/markdown")
        .send(file);
      expect({ file, ...body }).toMatchObject({
        file,
        state: "failed",
        changes: null,
        error: expect.stringMatching(/^The file has no text\..*use DELETE\.$/),
      });
    }
    expect((await as(admin).get("/api/manage/documents/kept/chunks")).body.chunks).toHaveLength(CHUNKS.length);
  });

  it("computes the search text of a table from its Markdown, and says where it cannot", async () => {
    const { content: _, ...table } = CHUNKS[4] as (typeof CHUNKS)[number];
    const job = await upload("tables", { chunks: [table, { text_type: "table", content_md: "no table" }] });
    expect(job.body).toMatchObject({ state: "done", warnings: [expect.stringMatching(/^chunks\[1\]: content_md/)] });
    const { body } = await as(admin).get("/api/manage/documents/tables/chunks");
    expect(body.chunks.map(({ content }: { content: string | null }) => content)).toEqual([CHUNKS[4]?.content, null]);
  });

  it("goes on answering while it reads, stores and publishes a large upload", async () => {
    const text = "宿泊料は、別表第1に定める。".repeat(25);
    const chunks = Array.from({ length: 5_000 }, () => ({ ...CHUNKS[1], content: text }));
    const body = JSON.stringify({ title: "Large", chunks });
    const accepted = await as(admin)
      .put("/api/manage/documents/large")
      .set("Content-Type", "application/json")
      .send(body);
    expect(accepted.status).toBe(202);
    const states: string[] = [];
    for (; states.at(-1) !== "done"; await sleep(20)) {
      const { body: job } = await as(admin).get(`/api/manage/jobs/${accepted.body.job_id}`);
      expect(job.error).toBeNull();
      states.push(job.state);
    }
    // Each answer came between two pieces of the work.
    expect(states.filter((state) => state === "running").length).toBeGreaterThan(10);
  });

  it("lets a draft wait unseen until it is published", async () => {
    await upload("drafted", { title: "Old", chunks: CHUNKS.slice(0, 2) });
    const draft = await upload("drafted", { title: "New", publish: false, chunks: CHUNKS.slice(0, 4) });
    expect(draft.body.changes).toEqual({ unchanged: 2, changed: 0, added: 2, removed: 0 });
    expect((await as(admin).get("/api/manage/documents/drafted/chunks")).body.chunks).toHaveLength(2);
    expect((await as(admin).get("/api/manage/documents/drafted/chunks?draft=true")).body.chunks).toHaveLength(4);
    expect((await reference(admin, "drafted::ch2::art6::paragraph-1", "drafted")).status).toBe(404);
    const waiting = { document_id: "drafted", title: "New", version: expect.any(String), published: true };
    expect((await as(admin).get("/api/manage/drafts")).body).toEqual({ drafts: [waiting], next_cursor: null });
    expect((await as(admin).post("/api/manage/documents/drafted/publish")).status).toBe(200);
    expect((await as(admin).get("/api/manage/drafts")).body).toEqual({ drafts: [], next_cursor: null });
    expect((await reference(admin, "drafted::ch2::art6::paragraph-1", "drafted")).body.reference.doc.title).toBe("New");
    expect((await as(admin).post("/api/manage/documents/drafted/publish")).body).toEqual(
      errorBody("DOCUMENT_NOT_FOUND"),
    );
  });

  it("pages chunks and documents by cursor without repeating or skipping any", async () => {
    const many = Array.from({ length: 25 }, (_, i) => ({ text_type: "paragraph", content: `Paragraph ${i}` }));
    await upload("paged", { title: "Paged", chunks: many });
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { body }: { body: { chunks: { content: string }[]; next_cursor: string | null } } = await as(admin).get(
        `/api/manage/documents/paged/chunks?limit=10${cursor ? `&cursor=${cursor}` : ""}`,
      );
      seen.push(...body.chunks.map(({ content }) => content));
      cursor = body.next_cursor;
    }
    expect(seen).toEqual(many.map(({ content }) => content));
    const places = ["-1", "01", "1.5", "1e3", "", " 1", "2147483648", "9007199254740991", "99999999999999999999"].map(
      (place) => `cursor=${Buffer.from(`1:${place}`).toString("base64url")}`,
    );
    for (const query of [
      "limit=0",
      "limit=201",
      "limit=ten",
      "limit=5&limit=6",
      "cursor=made-up",
      "cursor=MTp4",
      ...places,
    ]) {
      const response = await as(admin).get(`/api/manage/documents/paged/chunks?${query}`);
      expect({ query, status: response.status }).toEqual({ query, status: 400 });
    }
    const listed = await as(admin).get("/api/manage/documents?limit=200&query=paged");
    expect(listed.body).toEqual({
      documents: [
        { document_id: "paged", title: "Paged", version: "2026-01-15", access_rules: { ...NOBODY, allow_all: true } },
      ],
      next_cursor: null,
    });
  });

  it("deletes a document out of every answer, and keeps its rule for when it comes back", async () => {
    await upload("gone", { title: "G", access_rules: NOBODY, chunks: CHUNKS });
    expect((await as(admin).delete("/api/manage/documents/gone")).status).toBe(204);
    expect((await reference(admin, "gone::ch2::art5::paragraph-1", "gone")).status).toBe(404);
    expect((await as(admin).get("/api/manage/documents/gone/chunks")).status).toBe(404);
    expect((await as(admin).get("/api/manage/documents/gone/access-rules")).status).toBe(404);
    expect((await as(admin).delete("/api/manage/documents/gone")).body).toEqual(errorBody("DOCUMENT_NOT_FOUND"));
    await upload("gone", { title: "Back", chunks: CHUNKS });
    expect((await reference(await t.signedIn("any"), "gone::ch2::art5::paragraph-1", "gone")).status).toBe(404);
  });

  describe("access rules", () => {
    beforeAll(() => upload("ruled", { title: "Ruled", chunks: CHUNKS }));
    const PATH = "/api/manage/documents/ruled/access-rules";

    it("are everyone by default, and are read with an ETag", async () => {
      const response = await as(admin).get(PATH);
      expect(response.body).toEqual({
        document_id: "ruled",
        title: "Ruled",
        access_rules: { ...NOBODY, allow_all: true },
        warnings: [],
      });
      expect(response.headers.etag).toMatch(/^"\d+"$/);
    });

    it("need If-Match: 428 without, 412 on a lost race or a foreign tag, * overwrites", async () => {
      const { etag } = (await as(admin).get(PATH)).headers as { etag: string };
      const put = (ifMatch: string | null, rules: object = NOBODY) => {
        const request = as(admin).put(PATH);
        return (ifMatch === null ? request : request.set("If-Match", ifMatch)).send(rules);
      };
      expect((await put(null)).body).toEqual(errorBody("PRECONDITION_REQUIRED"));
      const first = await put(etag);
      expect(first.status).toBe(200);
      expect(first.headers.etag).not.toBe(etag);
      for (const tag of [etag, '"abc"', `W/${first.headers.etag}`, "1"]) {
        const response = await put(tag);
        expect({ tag, status: response.status }).toEqual({ tag, status: 412 });
        expect(response.body).toEqual(errorBody("PRECONDITION_FAILED"));
      }
      expect((await put("*", {})).body.access_rules.allow_all).toBe(true);
    });

    it("let exactly one of many at once win", async () => {
      const { etag } = (await as(admin).get(PATH)).headers as { etag: string };
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          as(admin)
            .put(PATH)
            .set("If-Match", etag)
            .send({ ...NOBODY, allowed_users: [`winner-${i}`] }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(412)]);
    });

    it("keep names that nobody bears, with a warning for each", async () => {
      await t.signedIn("known-user", { permission_groups: ["known-group"] });
      const rules = {
        allow_all: false,
        allowed_department_codes: ["D-none"],
        allowed_groups: ["known-group", "unknown"],
        allowed_users: ["known-user", "ghost"],
      };
      const response = await as(admin).put(PATH).set("If-Match", "*").send(rules);
      expect(response.body.access_rules).toEqual(rules);
      expect(response.body.warnings).toEqual([
        expect.stringContaining('"D-none"'),
        expect.stringContaining('"unknown"'),
        expect.stringContaining('"ghost"'),
      ]);
    });

    it("refuse what is no rule", async () => {
      for (const rules of [
        [],
        { allow_all: "yes" },
        { allowed_users: "u" },
        { allow_all: false, allowed_users: [""] },
        { allow_all: false, allowed_users: [" u"] },
        { allowed_groups: ["g"] },
        { everyone: true },
      ]) {
        const response = await as(admin).put(PATH).set("If-Match", "*").send(rules);
        expect({ rules, status: response.status }).toEqual({ rules, status: 400 });
      }
    });
  });
});
