import { beforeAll, describe, expect, it } from "@jest/globals";
import { type Call, callAs, errorBody, NOW, useTestService } from "../harness.js";

const DAY = 86_400;
/** 2026-01-15 and later, as the tests move the clock. */
const day = (after: number) => new Date((NOW + after * DAY) * 1000).toISOString().slice(0, 10);
const chunk = (article: number, content: string) => ({
  ...{ text_type: "paragraph", content },
  metadata: { section_path: [{ level: 1, type: "article", label: `第${article}条`, title: "題" }] },
});

describe("the life of a document, for its readers", () => {
  const t = useTestService();
  let reader: string;
  let stranger: string;
  const path = (document_id: string) => `/api/documents/${document_id}`;
  const manage = (document_id: string) => `/api/manage/documents/${document_id}`;
  const as = (token: string, ...asked: Call) => callAs(t, token, ...asked);
  const put = async (document_id: string, version: string, texts: readonly string[], fields: object = {}) => {
    const chunks = texts.map((content, i) => chunk(i + 1, content));
    const body = { title: "旅費規程", version, access_rules: RULE, chunks, ...fields };
    expect((await as(t.admin, "put", `${manage(document_id)}?wait=true`, body)).body).toMatchObject({ state: "done" });
  };
  const RULE = { allow_all: false, allowed_groups: ["staff"] };
  const moveTo = async (after: number) => {
    t.clock.seconds = NOW + after * DAY;
    await t.service.days.keepToday();
    reader = await t.signedIn("100001", { permission_groups: ["staff"] });
    stranger = await t.signedIn("100002", { permission_groups: ["other"] });
    Object.assign(t, { admin: await t.signedIn("000001", { role: "admin" }) });
  };
  const textOn = async (token: string, asked: string) =>
    (await as(token, "get", `${path("travel")}/chunks?${asked}`)).body.items?.map(
      ({ content }: { content: string }) => content,
    ) ?? null;
  const numbers = async (token: string) =>
    (await as(token, "get", `${path("travel")}/history`)).body.items.map(
      ({ number, standing }: { number: number; standing: string }) => `${number} ${standing}`,
    );

  beforeAll(async () => {
    await moveTo(0);
    await put("travel", "1", ["日当は千円とする。", "宿泊料は実費とする。"], {
      ...{ effective_from: day(-10), number: "第2号", category: "総務", owner: "総務部", contact: "内線 12" },
    });
    await put("travel", "2", ["日当は二千円とする。", "宿泊料は実費とする。"], {
      effective_from: day(10),
      note: "物価",
    });
  });

  it("has its facts, with the next version", async () => {
    const coming = { effective_from: day(10), version: "2", version_number: 2, note: "物価" };
    const listed = {
      ...{ document_id: "travel", title: "旅費規程", version: "1", published_at: expect.any(String) },
      ...{ number: "第2号", category: "総務", owner: "総務部", contact: "内線 12" },
      ...{ effective_from: day(-10), version_number: 1, coming },
    };
    const facts = await as(reader, "get", path("travel"));
    expect(facts.body).toEqual({ ...listed, history: "admins", original: false, abolished: null, notice: null });
    expect((await as(reader, "get", "/api/documents")).body.items).toEqual([listed]);
    expect((await as(stranger, "get", "/api/documents")).body.items).toEqual([]);
    expect((await as(t.admin, "get", manage("travel"))).body).toMatchObject({
      ...{ effective_from: day(-10), version_number: 1, coming, abolished: null, next_on: day(10) },
    });
  });

  it("shows readers the version in force and the next one, and past ones where the document says so", async () => {
    expect(await numbers(reader)).toEqual(["2 coming", "1 in_force"]);
    expect(await textOn(reader, `as_of=${day(10)}`)).toEqual(["日当は二千円とする。", "宿泊料は実費とする。"]);
    expect(await textOn(reader, "version=2")).toEqual(["日当は二千円とする。", "宿泊料は実費とする。"]);
    expect(await textOn(reader, "")).toEqual(["日当は千円とする。", "宿泊料は実費とする。"]);
    expect(await textOn(reader, `as_of=${day(9)}`)).toEqual(await textOn(reader, ""));
    const none = errorBody("DOCUMENT_NOT_FOUND", "This document has no such version.");
    for (const asked of [`as_of=${day(-11)}`, "version=3"])
      expect((await as(reader, "get", `${path("travel")}/chunks?${asked}`)).body).toEqual(none);
    for (const asked of ["as_of=2026-02-30", "as_of=x", "version=0"])
      expect((await as(reader, "get", `${path("travel")}/chunks?${asked}`)).body).toEqual(errorBody("INVALID_REQUEST"));
  });

  it("is said of an answer whose article changes, and of no other", async () => {
    const answered = async (question: string) => {
      const { body } = await as(reader, "post", "/api/answer", { question });
      const { body: found } = await as(reader, "post", "/api/search", { query: question });
      expect(found.answer.answer).toEqual(body.answer);
      return body.answer;
    };
    expect((await answered("日当はいくらか")).coming).toEqual({ effective_from: day(10), version_number: 2 });
    expect((await answered("第2条")).coming).toBeNull();
  });

  it("switches on its day: the past version stays for administrators, and for readers where history says so", async () => {
    await moveTo(10);
    expect(await textOn(reader, "")).toEqual(["日当は二千円とする。", "宿泊料は実費とする。"]);
    expect((await as(reader, "get", path("travel"))).body).toMatchObject({ version_number: 2, coming: null });
    expect(await numbers(reader)).toEqual(["2 in_force"]);
    expect(await numbers(t.admin)).toEqual(["2 in_force", "1 past"]);
    expect(await textOn(reader, "version=1")).toBeNull();
    expect(await textOn(reader, `as_of=${day(9)}`)).toBeNull();
    expect(await textOn(t.admin, `as_of=${day(9)}`)).toEqual(["日当は千円とする。", "宿泊料は実費とする。"]);
    await as(t.admin, "patch", manage("travel"), { history: "readers" });
    expect(await numbers(reader)).toEqual(["2 in_force", "1 past"]);
    expect(await textOn(reader, `as_of=${day(9)}`)).toEqual(["日当は千円とする。", "宿泊料は実費とする。"]);
  });

  it("of which the first version is to come is in no list and no search, but has facts, a history and its text", async () => {
    await put("parking", "1", ["駐車場は社員が使う。"], { effective_from: day(20) });
    expect((await as(reader, "get", "/api/documents")).body.items).toHaveLength(1);
    expect((await as(reader, "post", "/api/search", { query: "駐車場" })).body.total).toBe(0);
    expect((await as(reader, "get", `${path("parking")}/chunks`)).status).toBe(404);
    expect((await as(reader, "get", path("parking"))).body).toMatchObject({
      effective_from: day(20),
      version_number: 1,
    });
    expect((await as(reader, "get", `${path("parking")}/chunks?version=1`)).body.total).toBe(1);
    const plan = await as(t.admin, "post", "/api/manage/documents/plan", { documents: [{ document_id: "parking" }] });
    expect(plan.body.items).toMatchObject([{ published: { version: "1" } }]);
    for (const door of ["", "/history", "/chunks?version=1", `/chunks?as_of=${day(20)}`])
      expect((await as(stranger, "get", `${path("parking")}${door}`)).body).toEqual(
        (await as(stranger, "get", `${path("absent")}${door}`)).body,
      );
    expect((await as(t.admin, "get", "/api/manage/documents")).body.items).toMatchObject([
      { document_id: "parking", effective_from: null, version_number: null, coming: { version_number: 1 } },
      { document_id: "travel" },
    ]);
  });

  it("is listed by category, then number, then title, page by page", async () => {
    for (const [document_id, fields] of Object.entries({
      a: { category: "総務", number: "第12号" },
      b: { category: "人事/就業" },
      c: { category: "人事" },
      d: {},
    }))
      await put(document_id, "1", ["本文。"], { ...fields, effective_from: day(0) });
    const listed: string[] = [];
    for (let cursor = ""; ; ) {
      const { body } = await as(reader, "get", `/api/documents?order=category&limit=2${cursor}`);
      listed.push(...body.items.map(({ document_id }: { document_id: string }) => document_id));
      if (body.next_cursor === null) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    expect(listed).toEqual(["c", "b", "travel", "a", "d"]);
  });

  it("has a planned end, without a successor that is not for the reader", async () => {
    await put("ending", "1", ["旧制度。"]);
    await put("after", "1", ["新制度。"], { access_rules: { allow_all: false, allowed_users: ["900009"] } });
    const end = { effective_on: day(30), reason: "統合のため", replaced_by: "after" };
    expect((await as(t.admin, "post", `${manage("ending")}/abolish`, end)).status).toBe(204);
    expect((await as(reader, "get", path("ending"))).body.abolished).toEqual({ ...end, replaced_by: null });
    expect((await as(t.admin, "get", path("ending"))).body.abolished).toEqual(end);
    expect((await as(stranger, "get", path("ending"))).status).toBe(404);
    await as(t.admin, "delete", `${manage("ending")}/abolish`);
    expect((await as(reader, "get", path("ending"))).body.abolished).toBeNull();
  });

  it("has the headings of each version that the reader may know", async () => {
    const article = (title: string) => ({
      ...{ text_type: "heading", content: `第1条（${title}）` },
      metadata: { section_path: [{ level: 1, type: "article", label: "第1条", title }] },
    });
    const own = (title: string) => ({ chunks: [article(title)] });
    await put("headed", "1", [], { ...own("目的"), effective_from: day(-5) });
    await put("headed", "2", [], { ...own("目的及び範囲"), effective_from: day(25) });
    const titles = async (token: string, query: string) =>
      (await as(token, "get", `${path("headed")}/outline${query}`)).body.outline?.map(
        ({ title }: { title: string }) => title,
      ) ?? null;
    expect(await titles(reader, "")).toEqual(["目的"]);
    expect(await titles(reader, "?version=2")).toEqual(["目的及び範囲"]);
    expect(await titles(t.admin, `?as_of=${day(25)}`)).toEqual(["目的及び範囲"]);
    expect(await titles(reader, `?as_of=${day(-6)}`)).toBeNull();
    expect(await titles(stranger, "?version=2")).toBeNull();
    expect((await as(reader, "get", `${path("headed")}/outline?as_of=2027-02-30`)).status).toBe(400);
  });

  it("has a note of 2,000 Japanese characters, sent beside a file or with the publication of its draft", async () => {
    const note = "改".repeat(2_000);
    const noted = { effective_from: day(-1), note, publish: "false", access_rules: JSON.stringify(RULE) };
    const query = new URLSearchParams(noted);
    const uploaded = await fetch(`${t.url}${manage("noted")}?wait=true&${query}`, {
      ...{ method: "PUT", body: "# 規程\n\n本文。" },
      headers: { Authorization: `Bearer ${t.admin}`, "Content-Type": "text/markdown" },
    });
    expect([uploaded.status, await uploaded.json()]).toMatchObject([200, { state: "done", draft: true }]);
    expect((await as(t.admin, "post", `${manage("noted")}/publish`, { note })).status).toBe(200);
    expect((await as(reader, "get", `${path("noted")}/history`)).body.items).toMatchObject([{ note }]);
  });

  it("is destroyed by a legal order, and the answer has the hash that the record of notice has", async () => {
    await put("destroyed", "1", ["秘密。"]);
    const record = (await as(t.admin, "get", `${manage("destroyed")}/versions/1/certificate`)).body;
    const destroy = (legal_order: string | null) =>
      as(t.admin, "post", `${manage("destroyed")}/destroy`, { legal_order });
    expect((await destroy(null)).status).toBe(409);
    const { body } = await destroy("令和9年（ヨ）第123号");
    expect(body).toEqual({ items: [{ number: 1, text_sha256: record.text_sha256 }], next_cursor: null });
    expect((await as(t.admin, "get", manage("destroyed"))).status).toBe(404);
  });

  it("ends with an abolition: 410 to those who may read it by its rule, 404 to others, no trace elsewhere", async () => {
    await put("secret", "1", ["秘密。"], { access_rules: { allow_all: false, allowed_users: ["900009"] } });
    const abolish = (document_id: string, replaced_by: string | null) =>
      t.database.pool.query(
        `UPDATE documents SET revision_id = NULL, abolitions = json_build_array(json_build_object('effective_on',
           $2::text, 'versions', versions, 'reason', '統合のため', 'replaced_by', $3::text)) WHERE document_id = $1`,
        [document_id, day(10), replaced_by],
      );
    await abolish("travel", "a");
    await abolish("b", "secret");
    const doors = [
      "",
      "/history",
      "/outline",
      "/outline?version=1",
      "/original",
      "/chunks",
      `/chunks?as_of=${day(9)}`,
      "/chunks?version=1",
    ];
    for (const door of doors) {
      const answer = await as(reader, "get", `${path("travel")}${door}`);
      expect([door, answer.status]).toEqual([door, 410]);
      expect(answer.body.error.code).toBe("DOCUMENT_ABOLISHED");
      expect(answer.body.error.problems).toEqual([
        {
          ...{ code: "document.abolished", title: "旅費規程", effective_on: day(10), reason: "統合のため" },
          ...{ replaced_by: "a", number: "第2号", owner: "総務部", contact: "内線 12" },
        },
      ]);
      const [hidden, absent] = await Promise.all(
        ["travel", "absent"].map((id) => as(stranger, "get", `${path(id)}${door}`)),
      );
      expect([hidden?.status, hidden?.text]).toEqual([absent?.status, absent?.text]);
    }
    // The successor is as absent as any hidden document.
    const ofHidden = await as(reader, "get", `${path("b")}/chunks`);
    expect(ofHidden.body.error.problems[0].replaced_by).toBeNull();
    expect(ofHidden.text).not.toContain("secret");
    expect((await as(reader, "get", "/api/documents?query=travel")).body.items).toEqual([]);
    const end = { effective_on: day(10), reason: "統合のため", replaced_by: "a" };
    expect((await as(t.admin, "get", path("travel"))).body.abolished).toEqual(end);
    for (const door of ["/outline", "/chunks", "/chunks?version=1"])
      expect((await as(t.admin, "get", `${path("travel")}${door}`)).status).toBe(200);
    expect((await as(t.admin, "get", "/api/manage/documents?abolished=true")).body.items).toMatchObject([
      { document_id: "b", abolished: { effective_on: day(10) } },
      { document_id: "travel", abolished: { reason: "統合のため", replaced_by: "a" } },
    ]);
  });

  it("was on a day what was in force then, also if it was withdrawn since", async () => {
    const readable = { history: "readers", access_rules: RULE };
    await put("leave", "1", ["一日とする。"], { ...readable, effective_from: day(-60) });
    await put("leave", "2", ["秘密を含む。"], { ...readable, effective_from: day(-40) });
    await put("leave", "3", ["二日とする。"], { ...readable, effective_from: day(-20) });
    await as(t.admin, "post", `${manage("leave")}/versions/2/withdraw`, { reason: "別の文書" }).expect(204);
    const on = async (token: string, after: number) =>
      (await as(token, "get", `${path("leave")}/chunks?as_of=${day(after)}`)).body.items?.[0].content ?? null;
    expect([await on(reader, -41), await on(reader, -30), await on(reader, -20)]).toEqual([
      ...["一日とする。", null, "二日とする。"],
    ]);
    expect(await on(t.admin, -30)).toBe("秘密を含む。");
    const history = (await as(reader, "get", `${path("leave")}/history`)).body.items;
    expect(history.map(({ number, until }: { number: number; until: string }) => [number, until])).toEqual([
      [3, null],
      [1, day(-41)],
    ]);
  });

  it("is abolished with a reason and, if one is named, another published document as its successor", async () => {
    await put("old", "1", ["旧。"]);
    const abolish = (body: object) => as(t.admin, "post", `${manage("old")}/abolish`, body);
    const given = { effective_on: day(10), reason: "統合のため" };
    for (const [fields, problem] of [
      [{ replaced_by: "old" }, { code: "abolition.successor_unknown" }],
      [{ replaced_by: "absent" }, { code: "abolition.successor_unknown" }],
      [{ reason: " \u3000 " }, { code: "field.empty", field: "reason" }],
      [{ effective_on: "0000-01-01" }, { code: "field.not_day", field: "effective_on" }],
      [{ effective_on: "2026-02-31" }, { code: "field.not_day", field: "effective_on" }],
    ] as const)
      expect((await abolish({ ...given, ...fields }).expect(400)).body.error.problems).toEqual([problem]);
    const destroyed = await as(t.admin, "post", `${manage("old")}/destroy`, { legal_order: "  " }).expect(400);
    expect(destroyed.body.error.problems).toEqual([{ code: "field.empty", field: "legal_order" }]);
    const early = (await abolish({ ...given, effective_on: day(9) }).expect(409)).body.error.problems;
    expect(early).toEqual([{ code: "change.none" }, { code: "abolition.too_early", first: day(10) }]);
    await abolish({ ...given, replaced_by: "leave" }).expect(204);
    // A version that is to come revives it: until then it is as a document of which the first one is to come.
    await put("old", "2", ["新。"], { effective_from: day(400) });
    const facts = await as(reader, "get", path("old")).expect(200);
    expect(facts.body).toMatchObject({ coming: { effective_from: day(400), version_number: 2 } });
  });
});
