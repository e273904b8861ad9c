import { describe, expect, it } from "@jest/globals";
import { CLOSED, EVERYONE } from "@retrieval/core";
import { type Call, callAs, errorBody, useTestService } from "../harness.js";
import { article, CHUNKS, reference, upload } from "./travel-expenses.js";

describe("documents, from upload to reference", () => {
  const t = useTestService();

  const call = (...asked: Call) => callAs(t, t.admin, ...asked);

  it("accepts structured chunks, and answers one of them ready to display", async () => {
    const job = await upload(t, t.admin, "travel", { title: "旅費規程", version: "2026-01-15", chunks: CHUNKS });
    expect(job.status).toBe(200);
    expect(job.body).toEqual({
      job_id: expect.any(String),
      document_id: "travel",
      title: "旅費規程",
      by_user: "000001",
      created_at: expect.any(String),
      accepted: 1,
      draft: false,
      state: "done",
      progress: 1,
      warnings: [],
      changes: { unchanged: 0, changed: 0, added: 5, removed: 0 },
      contents: { chapters: 1, articles: 2, tables: 1 },
      unchanged: false,
      error: null,
      problems: [],
    });
    const response = await reference(t, await t.signedIn("reader"), "travel::ch2::art5::paragraph-1", "travel");
    expect(response.status).toBe(200);
    // The service joins JSON texts from the database; the result must equal that of JSON.stringify.
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
    const { body } = await reference(t, t.admin, "travel::annex1::table-1", "travel");
    expect(body.reference.chunk).toMatchObject({
      content: "職位: 部長 / 上限: 12,000円",
      display: { title: "別表第1 第5条関係", body_text: null, body_md: CHUNKS[4]?.content_md },
      metadata: {
        page_range: [3, 4],
        anchors: { bbox: [1, 2, 3.5, 4] },
        embed_version: null,
        annex_title: "別表第1 第5条関係",
      },
    });
    expect(body.reference.next_chunk_id).toBeNull();
  });

  it("refuses malformed identifiers with 422, and answers well-formed unknown ones with 404", async () => {
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
      const response = await reference(t, t.admin, chunkId, docId);
      expect({ chunkId, docId, status: response.status, body: response.body }).toEqual({
        chunkId,
        docId,
        status: 422,
        body: errorBody("INVALID_IDENTIFIER"),
      });
    }
    for (const body of ["[]", "7", '"x"', "null"]) {
      const response = await call("post", "/api/reference", body, { "Content-Type": "application/json" });
      expect({ body, status: response.status }).toEqual({ body, status: 422 });
    }
    const broken = await call("post", "/api/reference", "{", { "Content-Type": "application/json" });
    expect(broken.body).toEqual(errorBody("INVALID_REQUEST"));
    for (const [chunkId, docId] of [
      ["travel::ch2::art5::paragraph-9", "travel"],
      [good, "elsewhere"],
      ["elsewhere::paragraph-1", "travel"],
    ]) {
      const response = await reference(t, t.admin, chunkId, docId);
      expect(response.status).toBe(404);
      expect(response.body).toEqual(errorBody("CHUNK_NOT_FOUND"));
    }
  });

  it("hides a draft until it is published", async () => {
    await upload(t, t.admin, "drafted", { title: "Old", chunks: CHUNKS.slice(0, 2) });
    const draft = await upload(t, t.admin, "drafted", { title: "New", publish: false, chunks: CHUNKS.slice(0, 4) });
    expect(draft.body.changes).toEqual({ unchanged: 2, changed: 0, added: 2, removed: 0 });
    expect((await call("get", "/api/manage/documents/drafted/chunks")).body.items).toHaveLength(2);
    expect((await call("get", "/api/manage/documents/drafted/chunks?draft=true")).body.items).toHaveLength(4);
    expect((await reference(t, t.admin, "drafted::ch2::art6::paragraph-1", "drafted")).status).toBe(404);
    const waiting = {
      ...{ document_id: "drafted", title: "New", version: expect.any(String), published: true },
      ...{ by_user: "000001", returned: false },
    };
    expect((await call("get", "/api/manage/drafts")).body).toEqual({ items: [waiting], next_cursor: null });
    expect((await call("post", "/api/manage/documents/drafted/publish")).status).toBe(200);
    expect((await call("get", "/api/manage/drafts")).body).toEqual({ items: [], next_cursor: null });
    expect((await reference(t, t.admin, "drafted::ch2::art6::paragraph-1", "drafted")).body.reference.doc.title).toBe(
      "New",
    );
    expect((await call("post", "/api/manage/documents/drafted/publish")).body).toEqual(errorBody("DOCUMENT_NOT_FOUND"));
  });

  it("pages chunks and documents by cursor without repeating or skipping any", async () => {
    const many = Array.from({ length: 25 }, (_, i) => ({ text_type: "paragraph", content: `Paragraph ${i}` }));
    await upload(t, t.admin, "paged", { title: "Paged", chunks: many });
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { body }: { body: { items: { content: string }[]; next_cursor: string | null } } = await call(
        "get",
        `/api/manage/documents/paged/chunks?limit=10${cursor ? `&cursor=${cursor}` : ""}`,
      );
      seen.push(...body.items.map(({ content }) => content));
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
      const response = await call("get", `/api/manage/documents/paged/chunks?${query}`);
      expect({ query, status: response.status }).toEqual({ query, status: 400 });
    }
    const listed = await call("get", "/api/manage/documents?limit=200&query=paged");
    expect(listed.body).toMatchObject({
      items: [{ document_id: "paged", title: "Paged", version: "2026-01-15", access_rules: EVERYONE }],
      next_cursor: null,
    });
  });

  it("removes a deleted document from every answer, and keeps its rule for its return", async () => {
    await upload(t, t.admin, "gone", { title: "G", access_rules: CLOSED, chunks: CHUNKS });
    expect((await call("delete", "/api/manage/documents/gone")).status).toBe(204);
    expect((await reference(t, t.admin, "gone::ch2::art5::paragraph-1", "gone")).status).toBe(404);
    expect((await call("get", "/api/manage/documents/gone/chunks")).status).toBe(404);
    expect((await call("get", "/api/manage/documents/gone/access-rules")).status).toBe(404);
    expect((await call("delete", "/api/manage/documents/gone")).body).toEqual(errorBody("DOCUMENT_NOT_FOUND"));
    await upload(t, t.admin, "gone", { title: "Back", chunks: CHUNKS });
    expect((await reference(t, await t.signedIn("any"), "gone::ch2::art5::paragraph-1", "gone")).status).toBe(404);
  });
});
