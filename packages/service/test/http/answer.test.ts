import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { errorBody, startTestService, type TestService } from "../harness.js";

const BOARD = { allow_all: false, allowed_groups: ["board"] };
const path = [{ level: 1, type: "article", label: "第5条", title: "日当" }];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const QUESTION = "出張の日当はいくら";

describe("answers over HTTP", () => {
  let t: TestService;
  let reader: string;
  let director: string;
  beforeAll(async () => {
    t = await startTestService();
    const admin = await t.signedIn("000001", { role: "admin" });
    reader = await t.signedIn("100001");
    director = await t.signedIn("100002", { permission_groups: ["board"] });
    const upload = async (document_id: string, title: string, amount: string, access_rules: object) => {
      const chunks = [
        { text_type: "heading", content: "第5条（日当）", metadata: { section_path: path } },
        {
          text_type: "paragraph",
          content: `出張の日当は、1日につき${amount}円とする。請求は月末までに行う。`,
          metadata: { section_path: path },
        },
      ];
      const answer = await t
        .http()
        .put(`/api/manage/documents/${document_id}?wait=true`)
        .set("Authorization", `Bearer ${admin}`)
        .send({ title, access_rules, chunks });
      expect(answer.body).toMatchObject({ state: "done" });
    };
    await upload("travel", "旅費規程", "3,000", { allow_all: true });
    await upload("board", "出張の日当に関する役員規程", "9,000", BOARD);
  });
  afterAll(() => t.close());

  const post = (token: string, body: object, accept?: string) => {
    const request = t.http().post("/api/answer").set("Authorization", `Bearer ${token}`);
    return (accept === undefined ? request : request.set("Accept", accept)).send(body);
  };
  const unit = (text: string, start: number) => ({
    ...{ text, cells: null, level: 0 },
    ...{ chunk_id: "travel::art5::paragraph-1", start, end: start + text.length, quote: text },
    ...{ omitted_before: false, table_rows: null },
  });
  const doc = { id: "travel", title: "旅費規程", version: expect.any(String) };
  const section = { id: "travel::art5", type: "article", label: "第5条", title: "日当", breadcrumb: [] };
  const sources = [{ number: 1, doc, section, chunk_id: "travel::art5::paragraph-1" }];
  const units = [unit("出張の日当は、1日につき3,000円とする。", 0)];
  const answer = { doc, section, units, omitted_after: true, coming: null };
  const end = { outcome: "answer", model: "none", answer_id: expect.stringMatching(UUID) };

  it("are JSON: the sentence that answers, with its place, and whether text is left out", async () => {
    for (const accept of [undefined, "*/*", "application/json"]) {
      const { status, type, body } = await post(reader, { question: QUESTION }, accept);
      expect({ status, type }).toEqual({ status: 200, type: "application/json" });
      expect(body).toEqual({ ...end, sources, also_searched: [], answer });
    }
  });

  it("are events for a client that asks for them, which no proxy may hold back", async () => {
    const { status, headers, text } = await post(reader, { question: QUESTION }, "text/event-stream");
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    });
    const events = text
      .trim()
      .split("\n\n")
      .map((block) => /^event: (\w+)\ndata: (.*)$/.exec(block))
      .map((match) => [match?.[1], JSON.parse(match?.[2] ?? "null")]);
    expect(events).toEqual([
      ["sources", { sources, also_searched: [] }],
      ["answer", answer],
      ["done", end],
    ]);
  });

  it("come from what this reader may see", async () => {
    const { body } = await post(director, { question: QUESTION, filters: { doc_ids: ["board"] } });
    expect(body.answer.units[0].text).toContain("9,000");
    const hidden = await post(reader, { question: QUESTION, filters: { doc_ids: ["board"] } });
    expect(hidden.body).toEqual({ ...end, outcome: "nothing_found", sources: [], also_searched: [], answer: null });
  });

  it("understand a question that only makes sense after another", async () => {
    const { body } = await post(reader, { question: "それはいくらですか", previous: ["精算は？", "出張の日当は？"] });
    expect(body).toMatchObject({ outcome: "answer", answer, also_searched: [] });
  });

  it("refuse in the reader's language what comes before a question, and say what is wrong", async () => {
    const refusedIn = async (language: string, previous: unknown) => {
      const request = post(reader, { question: QUESTION, previous }).set("Accept-Language", language);
      return (await request).body.error.message as string;
    };
    expect(await refusedIn("en", Array(5).fill("日当は？"))).toMatchInlineSnapshot(
      `"previous may have at most 4 entries."`,
    );
    expect(await refusedIn("ja", Array(5).fill("日当は？"))).toMatchInlineSnapshot(
      `"previous は 4 件以内にしてください。"`,
    );
    expect(await refusedIn("ja", [""])).toMatchInlineSnapshot(`"previous.0 が空です。"`);
  });

  it.each([
    ["no question", {}],
    ["an empty one", { question: "" }],
    ["a long one", { question: "あ".repeat(1_001) }],
    ["five questions before it", { question: QUESTION, previous: Array(5).fill("日当は？") }],
    ["an empty question before it", { question: QUESTION, previous: [""] }],
    ["a long question before it", { question: QUESTION, previous: ["あ".repeat(1_001)] }],
    ["a text before it", { question: QUESTION, previous: "日当は？" }],
    ["an unknown field", { question: QUESTION, limit: 3 }],
    ["a document_id that is none", { question: QUESTION, filters: { doc_ids: ["a b"] } }],
  ])("refuse %s", async (_, body) => {
    const refused = await post(reader, body);
    expect([refused.status, refused.body]).toEqual([400, errorBody("INVALID_REQUEST")]);
  });

  it("need a session", async () => {
    expect((await t.http().post("/api/answer").send({ question: QUESTION })).status).toBe(401);
  });

  it("are logged and counted without their texts", async () => {
    await post(reader, { question: `${QUESTION}ですか` });
    const logged =
      t
        .log()
        .trim()
        .split("\n")
        .findLast((line) => line.includes("a question was answered")) ?? "";
    expect(JSON.parse(logged)).toMatchObject({
      user_id: "100001",
      outcome: "answer",
      chunk_ids: ["travel::art5::paragraph-1"],
    });
    expect(logged).not.toMatch(/日当|3,000/);
    const { text } = await t.http().get("/metrics");
    expect(text).toMatch(/^retrieval_answers_total\{outcome="answer",model="none"\} [1-9]/m);
  });
});
