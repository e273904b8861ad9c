import { request as httpRequest, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { callAs, startTestService, type TestService } from "../harness.js";
import { storedEntries } from "./record.js";

const QUESTION = "出張の日当はいくら";

describe("a question is one search", () => {
  let t: TestService;
  let admin: string;
  let reader: string;
  const timers: (() => void)[] = [];
  beforeAll(async () => {
    const timer = (work: () => void) => {
      timers.push(work);
      return () => void timers.splice(timers.indexOf(work), 1);
    };
    t = await startTestService({ timer });
    admin = await t.signedIn("000001", { role: "admin" });
    reader = await t.signedIn("100001");
    const path = (label: string, title: string) => [{ level: 1, type: "article", label, title }];
    const paragraph = (content: string, label: string, title: string) => ({
      ...{ text_type: "paragraph", content },
      metadata: { section_path: path(label, title) },
    });
    const chunks = [
      paragraph("出張の日当は、1日につき3,000円とする。", "第5条", "日当"),
      paragraph("日当の精算は、別表第1により月末までに行う。", "第5条", "日当"),
      paragraph("出張の旅費の請求は、所属長を経て行う。", "第6条", "請求"),
    ];
    await call(admin, "put", "/api/manage/documents/travel?wait=true", { title: "旅費規程", chunks });
  });
  afterAll(() => t.close());

  const call = (token: string, method: "post" | "put", path: string, body: object) =>
    callAs(t, token, method, path, body, { Accept: "application/json" });
  const search = async (token: string, query: string, more: object = {}) =>
    (await call(token, "post", "/api/search", { query, ...more })).body;
  /** Entries are written in the order in which their questions end: the first ones, up to an answer's. */
  const entriesUpTo = async (answer_id: string) => {
    for (;;) {
      const entries = (await storedEntries(t, { kind: "question-answered" })).toReversed();
      const at = entries.findIndex(({ details }) => (details as { answer_id: string }).answer_id === answer_id);
      if (at >= 0) return entries.slice(0, at + 1);
      await sleep(50);
    }
  };

  /** What is sent, as it is. */
  const get = async (headers: Record<string, string>, method = "GET") => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      httpRequest(`${t.url}/api/openapi.json`, { headers, method }, resolve).on("error", reject).end();
    });
    return { status: response.statusCode, headers: response.headers, bytes: await buffer(response) };
  };

  it("which has the answer of POST /api/answer, and all results", async () => {
    const { answer, results } = await search(reader, QUESTION);
    const { answer_id: _, ...alone } = (await call(reader, "post", "/api/answer", { question: QUESTION })).body;
    expect(answer).toEqual({ ...alone, answer_id: expect.any(String) });
    const quoted = answer.answer.units.map(({ chunk_id }: { chunk_id: string }) => chunk_id);
    expect(quoted).toContain("travel::art5::paragraph-1");
    expect(results[0].section.id).toBe("travel::art5");
    expect(results[0].chunk.chunk_id).toBe("travel::art5::paragraph-1");
  });

  it("whose answer does not depend on how many results are shown", async () => {
    const { answer, results } = await search(reader, QUESTION, { limit: 1 });
    const { answer: beside } = await search(reader, QUESTION);
    expect(results).toHaveLength(1);
    expect(answer).toEqual({ ...beside, answer_id: expect.any(String) });
    expect(answer.sources.length).toBeGreaterThan(1);
  });

  it("and one entry of the audit log, however often it was searched while it was typed", async () => {
    const other = await t.signedIn("100002");
    t.service.deps.questions.end();
    const typed = ["出張", "出張の日当", QUESTION, `${QUESTION} `];
    const answers = [];
    for (const query of typed) answers.push((await search(other, query)).answer.answer_id);
    for (const work of [...timers]) work();
    const narrowed = await search(other, QUESTION, { filters: { doc_ids: ["travel"] } });
    const next = await search(other, "旅費の請求");
    t.service.deps.questions.end();
    const own = (await entriesUpTo(next.answer.answer_id)).filter(({ by_user }) => by_user === "100002");
    expect(own.map(({ details }) => (details as { answer_id: string }).answer_id)).toEqual([
      answers.at(-1),
      narrowed.answer.answer_id,
      next.answer.answer_id,
    ]);
    expect(own[0]).toMatchObject({ document_id: "travel", details: { outcome: "answer", model: "none" } });
  });

  it("but two entries of the same words after two other questions", async () => {
    const other = await t.signedIn("100005");
    const answers: string[] = [];
    for (const about of ["出張の日当は？", "旅費の請求は？"])
      answers.push(
        (await call(other, "post", "/api/answer", { question: "いつ？", previous: [about] })).body.answer_id,
      );
    t.service.deps.questions.end();
    const own = (await entriesUpTo(answers[1] as string)).filter(({ by_user }) => by_user === "100005");
    expect(own.map(({ details }) => (details as { answer_id: string }).answer_id)).toEqual(answers);
  });

  it("whose entry has what each answer showed, and counts a judgement of any of them", async () => {
    const other = await t.signedIn("100003");
    const log = t.service.deps.usage.log as unknown as { stop(): Promise<void> };
    const shown = (await search(other, "旅費の請求")).answer;
    const last = (await search(other, '旅費の請求 "zzzzqqqq"')).answer;
    expect([shown.outcome, last.outcome]).toEqual(["answer", "nothing_found"]);
    const { answer_id } = shown;
    await call(other, "post", "/api/answer/feedback", { answer_id, good: false });
    await log.stop();
    const marks = await t.database.pool.query("SELECT FROM usage_marks WHERE subject = 'travel'");
    expect(marks.rowCount).toBe(1);
    expect((await entriesUpTo(last.answer_id)).at(-1)).toMatchObject({
      document_id: "travel",
      details: {
        outcome: "answer",
        chunk_ids: expect.arrayContaining(["travel::art6::paragraph-1"]),
        earlier_answer_ids: [answer_id],
      },
    });
  });

  it("without an answer, if the client wants none: its results are the same, and no entry is made", async () => {
    const other = await t.signedIn("100004");
    const { answer, results } = await search(other, QUESTION, { answer: false });
    expect(answer).toBeNull();
    expect(results[0].chunk.chunk_id).toBe("travel::art5::paragraph-1");
    const next = await search(other, "旅費の請求");
    t.service.deps.questions.end();
    const own = (await entriesUpTo(next.answer.answer_id)).filter(({ by_user }) => by_user === "100004");
    expect(own).toHaveLength(1);
  });

  it("whose entry comes before a judgement of its answer", async () => {
    const { answer } = await search(reader, "旅費の請求");
    await call(reader, "post", "/api/answer/feedback", { answer_id: answer.answer_id, good: true });
    expect((await entriesUpTo(answer.answer_id)).at(-1)).toMatchObject({ by_user: "100001" });
  });

  it.each([
    ["br", "br, gzip", "br"],
    ["gzip", "gzip;q=1, br;q=0", "gzip"],
    ["as they are", "identity", undefined],
  ])("JSON of more than 1 kB is sent %s, where the client takes it", async (_, accepted, encoding) => {
    const { status, headers, bytes } = await get({ "Accept-Encoding": accepted });
    expect([status, headers["content-encoding"], headers.vary]).toEqual([200, encoding, "Origin, Accept-Encoding"]);
    expect(headers["content-length"]).toBe(String(bytes.length));
    expect(bytes.length > 200_000).toBe(encoding === undefined);
    // The same state has the same tag in each encoding.
    const same = await get({ "Accept-Encoding": accepted, "If-None-Match": String(headers.etag) });
    expect([same.status, same.bytes.length, same.headers.vary]).toEqual([304, 0, headers.vary]);
    const head = await get({ "Accept-Encoding": accepted }, "HEAD");
    expect(head).toMatchObject({ status: 200, bytes: Buffer.alloc(0) });
    expect(head.headers).toMatchObject({ vary: headers.vary, "content-length": headers["content-length"] });
  });

  it("events and CSV are sent as they are", async () => {
    const accepted = { "Accept-Encoding": "br, gzip" };
    const events = { ...accepted, Accept: "text/event-stream" };
    const answers = [
      await callAs(t, reader, "post", "/api/answer", { question: QUESTION }, events),
      await callAs(t, admin, "get", "/api/manage/audit?format=csv", undefined, accepted),
    ];
    for (const { status, headers } of answers) expect([status, headers["content-encoding"]]).toEqual([200, undefined]);
  });
});
