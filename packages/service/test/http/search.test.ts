import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { errorBody, startTestService, type TestService } from "../harness.js";

const BOARD = { allow_all: false, allowed_groups: ["board"] };
const path = [{ level: 1, type: "article", label: "第5条", title: "宿泊料" }];

describe("searching and reading over HTTP", () => {
  let t: TestService;
  let admin: string;
  let reader: string;
  let director: string;
  beforeAll(async () => {
    t = await startTestService();
    admin = await t.signedIn("000001", { role: "admin" });
    reader = await t.signedIn("100001");
    director = await t.signedIn("100002", { permission_groups: ["board"] });
    const texts = ["東京の宿泊料は、12,000円とする。", "大阪の宿泊料は、10,000円とする。", "その他の宿泊料"];
    const chunks = [
      { text_type: "heading", content: "第5条（宿泊料）", metadata: { section_path: path } },
      ...texts.map((content) => ({ text_type: "paragraph", content, metadata: { section_path: path } })),
      {
        text_type: "table",
        content: "都市: 東京 / 宿泊料: 12,000円",
        content_md: "| 都市 | 宿泊料 |\n| --- | --- |\n| 東京 | 12,000円 |",
        metadata: { section_path: path },
      },
    ];
    await upload("travel", { title: "旅費規程", version: "2026-04-01", chunks });
    await upload("board", { title: "取締役会", access_rules: BOARD, chunks });
  });
  afterAll(() => t.close());

  const upload = async (document_id: string, body: object) => {
    const answer = await t
      .http()
      .put(`/api/manage/documents/${document_id}?wait=true`)
      .set("Authorization", `Bearer ${admin}`)
      .send(body);
    expect(answer.body).toMatchObject({ state: "done" });
  };
  const post = (token: string, body: object) =>
    t.http().post("/api/search").set("Authorization", `Bearer ${token}`).send(body);
  const get = (token: string, address: string) => t.http().get(address).set("Authorization", `Bearer ${token}`);

  it("returns sections with their best chunk ready to display, with document, score and highlights", async () => {
    const { status, body } = await post(reader, { query: '"東京の宿泊料"', limit: 2 });
    expect(status).toBe(200);
    const [first] = body.results;
    expect(first).toEqual({
      score: expect.any(Number),
      fit: expect.any(Number),
      section: { id: "travel::art5", type: "article", label: "第5条", title: "宿泊料", breadcrumb: [] },
      doc: { id: "travel", title: "旅費規程", version: "2026-04-01" },
      chunk: expect.objectContaining({ chunk_id: "travel::art5::paragraph-1", doc_id: "travel" }),
      highlights: [[0, 6]],
    });
    expect(body).toEqual({
      results: expect.any(Array),
      documents: expect.arrayContaining([
        { id: "travel", title: "旅費規程", sections: expect.any(Number), named: false },
      ]),
      ...{ widened: [], corrected: [], by: ["words"], total: expect.any(Number), total_is: "exact", fits: true },
      answer: expect.objectContaining({ outcome: "answer" }),
    });
    expect(body.answer.answer.units[0]).toMatchObject({ text: "東京の宿泊料は、12,000円とする。" });
  });

  it("marks matches in the Markdown of a chunk that is displayed as Markdown", async () => {
    const { body } = await post(reader, { query: "東京", filters: { text_types: ["table"] } });
    const [{ chunk, highlights }] = body.results;
    expect(highlights.map(([start, end]: [number, number]) => chunk.display.body_md.slice(start, end))).toEqual([
      "東京",
    ]);
  });

  it("is one page, and says so to a client that asks for another", async () => {
    const { status, body } = await post(director, { query: "宿泊料", cursor: "x" });
    expect([status, body.error.message]).toEqual([400, 'the body has an unknown field "cursor".']);
  });

  it("reveals nothing that the reader may not see, on any route", async () => {
    expect((await post(reader, { query: "取締役会" })).body).toMatchObject({ results: [], documents: [], total: 0 });
    expect((await post(reader, { query: "宿泊料", filters: { doc_ids: ["board"] } })).body.total).toBe(0);
    expect((await post(director, { query: "宿泊料", filters: { doc_ids: ["board"] } })).body.total).toBe(1);

    const ids = async (token: string) =>
      (await get(token, "/api/documents")).body.items.map(({ document_id }: { document_id: string }) => document_id);
    expect([await ids(reader), await ids(director)]).toEqual([["travel"], ["board", "travel"]]);

    const hidden = await get(reader, "/api/documents/board/outline");
    const unknown = await get(reader, "/api/documents/nothing/outline");
    expect(hidden.status).toBe(404);
    expect(hidden.text).toBe(unknown.text);
    expect((await get(director, "/api/documents/board/outline")).body).toEqual({
      truncated: false,
      document_id: "board",
      title: "取締役会",
      version: expect.any(String),
      published_at: expect.any(String),
      outline: [{ chunk_id: "board::art5::heading-1", level: 1, type: "article", label: "第5条", title: "宿泊料" }],
      original: false,
    });
  });

  it("lists documents in pages, and finds them by title", async () => {
    const first = (await get(director, "/api/documents?limit=1")).body;
    expect(first.items).toMatchObject([
      { document_id: "board", title: "取締役会", version: expect.any(String), published_at: expect.any(String) },
    ]);
    const second = (await get(director, `/api/documents?limit=1&cursor=${first.next_cursor}`)).body;
    expect(second).toMatchObject({ items: [{ document_id: "travel" }], next_cursor: null });
    expect((await get(director, `/api/documents?query=${encodeURIComponent("旅費")}`)).body.items).toHaveLength(1);
    const newest = (await get(director, "/api/documents?order=published&limit=1")).body.items;
    expect(newest).toMatchObject([{ document_id: "board" }]);
  });

  it("suggests titles that the reader may see", async () => {
    const suggested = async (token: string, query: string) =>
      (await get(token, `/api/suggest?query=${encodeURIComponent(query)}`)).body.suggestions;
    expect(await suggested(reader, "旅費")).toContainEqual({
      text: "旅費規程",
      document_id: "travel",
      document_title: null,
      chunk_id: null,
    });
    expect(await suggested(reader, "宿泊料")).toContainEqual(
      expect.objectContaining({ document_id: "travel", document_title: "旅費規程" }),
    );
    expect(await suggested(reader, "取締役会")).toEqual([]);
    expect(await suggested(director, "取締役会")).toContainEqual({
      text: "取締役会",
      document_id: "board",
      document_title: null,
      chunk_id: null,
    });
    expect((await get(reader, "/api/suggest?query=")).status).toBe(400);
    expect((await t.http().get("/api/suggest?query=x")).status).toBe(401);
  });

  it("refuses invalid requests, and accepts values just within each limit", async () => {
    const good = [
      { query: "東" },
      { query: "あ".repeat(1_000) },
      { query: "𠮷".repeat(1_000) },
      { query: "東京", limit: 1 },
      { query: "東京", limit: 100 },
    ];
    for (const body of good) expect({ body, status: (await post(reader, body)).status }).toEqual({ body, status: 200 });
    const bad = [
      {},
      [],
      { query: "" },
      { query: 1 },
      { query: "あ".repeat(1_001) },
      { query: "東京", limit: 0 },
      { query: "東京", limit: 101 },
      { query: "東京", limit: "10" },
      { query: "東京", cursor: null },
      { query: "東京", filters: { doc_ids: [] } },
      { query: "東京", filters: { doc_ids: ["../etc"] } },
      { query: "東京", filters: { text_types: ["picture"] } },
      { query: "東京", filters: { department: "D1" } },
      { query: "東京", departments: [] },
    ];
    for (const body of bad) {
      const answer = await post(reader, body);
      expect({ body, status: answer.status }).toEqual({ body, status: 400 });
      expect(answer.body).toEqual(errorBody("INVALID_REQUEST"));
    }
    expect((await t.http().post("/api/search").send({ query: "東京" })).status).toBe(401);
  });
});
