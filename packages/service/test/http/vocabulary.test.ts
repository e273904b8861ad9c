import { beforeAll, describe, expect, it } from "@jest/globals";
import { readStarterVocabulary } from "../../src/vocabulary/vocabulary-files.js";
import { errorBody, useTestService } from "../harness.js";

const ENTRY = { said: "ボーナス", meant: ["賞与"], both_ways: true, weight: 0.5, on: false };
const FULL = { ...ENTRY, starter: false };
const LISTS = ["added", "changed", "removed"] as const;
const unversioned = ({ version: _, ...entry }: { version: string; said: string }) => entry;

describe("the vocabulary over HTTP", () => {
  const t = useTestService();
  let reader: string;
  beforeAll(async () => {
    // As each start of the service does.
    await t.service.deps.vocabularyStore.addStarters(readStarterVocabulary());
    reader = await t.signedIn("100001");
  });

  const read = (accept = "application/json", address = "/api/manage/vocabulary", token = t.admin) =>
    t
      .http()
      .get(address)
      .set({ Authorization: `Bearer ${token}`, Accept: accept });
  const replace = (body: string | object, headers: Record<string, string> = {}, token = t.admin) =>
    t
      .http()
      .put("/api/manage/vocabulary")
      .set({ Authorization: `Bearer ${token}`, "If-Match": "*", "Content-Type": "application/json", ...headers })
      .send(typeof body === "string" ? body : JSON.stringify(body));
  const csv = (text: string, headers: Record<string, string> = {}) =>
    replace(text, { "Content-Type": "text/csv", ...headers });

  const entries = async () => (await read()).body.items.map(unversioned) as { said: string }[];

  it("begins with the entries that come with the service, and is replaced as a whole", async () => {
    const { status, body, headers } = await read("application/json", "/api/manage/vocabulary?query=ボーナス");
    expect(status).toBe(200);
    expect(body.items).toContainEqual({
      ...{ said: "ボーナス", meant: ["賞与"], both_ways: true, weight: 0.8, on: true, starter: true },
      version: expect.any(String),
    });
    expect(headers.etag).toMatch(/^"[^"]+"$/);
    const home = { said: "家", meant: ["住宅", "住居"], both_ways: false, weight: 0.8, on: true, starter: false };
    const answer = await replace({ entries: [ENTRY, { said: "家", meant: ["住宅", "住居"] }] });
    expect(answer.status).toBe(200);
    expect(answer.body.added.map(unversioned)).toEqual([home]);
    expect(answer.body.changed.map(unversioned)).toEqual([FULL]);
    expect(await entries()).toEqual([FULL, home]);
  });

  it("is listed in pages, filtered by any word and by state", async () => {
    const held = Array.from({ length: 5 }, (_, i) => ({ said: `語${i}`, meant: [`Word ${i}`], on: i !== 3 }));
    await replace({ entries: held });
    const page = async (query: string) => (await read("application/json", `/api/manage/vocabulary?${query}`)).body;
    const saidOf = ({ items }: { items: { said: string }[] }) => items.map(({ said }) => said);
    const first = await page("limit=2&query=ＷＯＲＤ");
    expect([saidOf(first), first.matches]).toEqual([["語0", "語1"], 5]);
    // Also where the last entry of the page is gone meanwhile.
    await replace({ entries: held.filter(({ said }) => said !== "語1") });
    const second = await page(`limit=2&query=ＷＯＲＤ&cursor=${first.next_cursor}`);
    expect([saidOf(second), second.matches]).toEqual([["語2", "語3"], 4]);
    expect(saidOf(await page(`limit=2&query=ＷＯＲＤ&cursor=${second.next_cursor}`))).toEqual(["語4"]);
    expect((await page(`limit=2&cursor=${first.next_cursor}`)).error.code).toBe("INVALID_REQUEST");
    expect(saidOf(await page("on=false"))).toEqual(["語3"]);
    expect(saidOf(await page("on=true&query=3"))).toEqual([]);
    expect(saidOf(await page("starter=true"))).toEqual([]);
    const filtered = await read("text/csv", "/api/manage/vocabulary?on=false");
    expect(filtered.text.split("\r\n").slice(1)).toEqual(["語3,Word 3,false,0.8,false,false", ""]);
  });

  describe("one entry", () => {
    const one = (
      method: "get" | "put" | "delete",
      said: string,
      headers: Record<string, string> = {},
      token = t.admin,
    ) =>
      t
        .http()
        [method](`/api/manage/vocabulary/${encodeURIComponent(said)}`)
        .set({ Authorization: `Bearer ${token}`, ...headers });
    const ANY = { "If-Match": "*" };

    it("is added, read, changed, renamed and deleted by its version", async () => {
      await replace({ entries: [] });
      const added = await one("put", "A/B ?", { "If-None-Match": "*" }).send({ meant: ["賞与"] });
      const given = { said: "A/B ?", meant: ["賞与"], both_ways: false, weight: 0.8, on: true, starter: false };
      expect([added.status, unversioned(added.body)]).toEqual([200, given]);
      const again = await one("put", "A/B ?", { "If-None-Match": "*" }).send({ meant: ["賞与"] });
      expect([again.status, again.body]).toEqual([200, added.body]);
      const read = await one("get", "A/B ?");
      expect([read.body, read.headers.etag]).toEqual([added.body, `"${added.body.version}"`]);
      // As it was read.
      const version = { "If-Match": added.headers.etag as string };
      const off = await one("put", "A/B ?", version).send({ ...added.body, on: false });
      expect(unversioned(off.body)).toEqual({ ...given, on: false });
      const renamed = await one("put", "A/B ?", { "If-Match": off.headers.etag as string }).send({
        ...{ said: "AB", meant: ["賞与", "手当"] },
      });
      expect(renamed.status).toBe(200);
      expect(await entries()).toEqual([{ ...given, said: "AB", meant: ["賞与", "手当"] }]);
      expect((await one("delete", "AB", { "If-Match": renamed.headers.etag as string })).status).toBe(204);
      expect(await entries()).toEqual([]);
      const audit = await t
        .http()
        .get("/api/manage/audit?kind=vocabulary-changed")
        .set("Authorization", `Bearer ${t.admin}`);
      expect(audit.text).toContain('{"entries":{"added":0,"changed":0,"removed":1},"said":{"count":1,"first":["AB"]}}');
    });

    it("is refused where another change would be lost, and where it is not there", async () => {
      await replace({ entries: [ENTRY, { said: "家", meant: ["住宅"] }] });
      const { version } = (await one("get", "家")).body;
      const answer = (outcome: { status: number; body: { error?: { message: string } } }) => [
        outcome.status,
        outcome.body.error?.message,
      ];
      const old = { "If-Match": `"${version}"` };
      await one("put", "家", old).send({ meant: ["住居"] });
      const lost = [412, 'The entry "家" has changed since you read it. Reread it and try again.'];
      expect(answer(await one("put", "家", old).send({ meant: ["自宅"] }))).toEqual(lost);
      expect(answer(await one("delete", "家", old))).toEqual(lost);
      const taken = 'There already is an entry "家". Change that one instead.';
      expect(answer(await one("put", "家", { "If-None-Match": "*" }).send({ meant: ["自宅"] }))).toEqual([412, taken]);
      expect(answer(await one("put", "ボーナス", ANY).send({ said: "家", meant: ["自宅"] }))).toEqual([409, taken]);
      const unknown = [404, 'There is no entry "車".'];
      expect(answer(await one("get", "車"))).toEqual(unknown);
      expect(answer(await one("delete", "車", ANY))).toEqual(unknown);
      expect(answer(await one("put", "車", old).send({ meant: ["自動車"] }))).toEqual(unknown);
      const dots = (fields: object) => one("put", "ボーナス", ANY).send({ meant: ["賞与"], ...fields });
      expect(answer(await dots({ said: ".." }))[0]).toBe(400);
      expect(answer(await dots({ meant: ["."] }))[0]).toBe(200);
      expect((await one("put", "車").send({ meant: ["自動車"] })).status).toBe(428);
      const unread = await one("put", "車", { "If-None-Match": '"1"', ...ANY }).send({ meant: ["自動車"] });
      expect(answer(unread)).toEqual([
        400,
        "If-None-Match must be *, which only adds the entry. To change the entry, send If-Match.",
      ]);
      expect((await one("put", "車", { "If-Match": '"absent"' }).send({ meant: ["自動車"] })).status).toBe(412);
      const japanese = await one("delete", "車", { ...ANY, "Accept-Language": "ja" });
      expect(answer(japanese)).toEqual([404, "「車」は、語彙に登録されていません。"]);
      expect(await entries()).toMatchObject([{ said: "ボーナス" }, { said: "家", meant: ["住居"] }]);
    });

    it("is judged like one of a list, and for administrators only", async () => {
      for (const [said, body, what] of [
        ["a", [], "entry must be an object"],
        ["a", {}, "meant must be an array"],
        ["a|b", { meant: ["x"] }, "said must not contain |"],
        ["a", { said: "..", meant: ["x"] }, "said"],
        ["a", { meant: ["x"], weight: 9 }, "weight must be a number from 0.1 to 1"],
        ["a", { meant: ["x"], colour: "red" }, "colour"],
      ] as const) {
        const { status, body: answer } = await one("put", said, ANY).send(body);
        expect([status, answer]).toEqual([400, errorBody("INVALID_REQUEST", expect.stringContaining(what))]);
      }
      expect((await one("put", "a", ANY, reader).send({ meant: ["x"] })).status).toBe(403);
      expect((await one("delete", "a", ANY, reader)).status).toBe(403);
    });
  });

  it("needs the ETag that was read, or *", async () => {
    const { headers } = await read();
    const body = { entries: (await read()).body.items };
    const tag = { "If-Match": headers.etag as string };
    const missing = await t
      .http()
      .put("/api/manage/vocabulary")
      .set({ Authorization: `Bearer ${t.admin}`, "Content-Type": "application/json" })
      .send(body);
    expect([missing.status, missing.body]).toEqual([428, errorBody("PRECONDITION_REQUIRED")]);
    const same = await replace(body, tag);
    expect([same.status, same.headers.etag]).toEqual([200, headers.etag]);
    const changed = await replace({ entries: [ENTRY] }, tag);
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(headers.etag);
    for (const foreign of [tag["If-Match"], 'W/"1"', '"', '""', "1", '"a", "b"']) {
      const lost = await replace({ entries: [] }, { "If-Match": foreign });
      expect([foreign, lost.status, lost.body]).toEqual([foreign, 412, errorBody("PRECONDITION_FAILED")]);
    }
    expect(await entries()).toEqual([FULL]);
    const unchanged = await read().set("If-None-Match", changed.headers.etag as string);
    expect(unchanged.status).toBe(304);
  });

  it("leaves and comes back as a CSV without a change", async () => {
    const given = [
      { said: "=1+1", meant: ['a "b", c', " x".trim()], both_ways: true, weight: 0.25, on: true },
      { said: "annual leave", meant: ["paid leave"], both_ways: false, weight: 1, on: false },
      ENTRY,
    ];
    await replace({ entries: given });
    for (const answer of [
      await read("text/csv"),
      await read("application/json", "/api/manage/vocabulary?format=csv"),
    ]) {
      expect(answer.headers["content-type"]).toMatch(/^text\/csv/);
      expect(answer.headers["content-disposition"]).toBe('attachment; filename="vocabulary.csv"');
      await replace({ entries: [] });
      const back = await csv(answer.text);
      expect(back.status).toBe(200);
      expect(await entries()).toEqual(given.map((entry) => ({ ...entry, starter: false })));
    }
  });

  it("takes the CSV of a spreadsheet: two columns in any order, booleans in capitals, semicolons, CP932", async () => {
    const two = await csv("meant;said\n休暇|休日;休み\n\n");
    expect(two.body.added).toMatchObject([{ said: "休み", meant: ["休暇", "休日"], both_ways: false, on: true }]);
    const capitals = await csv("said,meant,both_ways,weight,on,note\r\nx,y,TRUE,1,FALSE,why\r\n");
    expect(capitals.body.added).toMatchObject([{ said: "x", both_ways: true, weight: 1, on: false }]);
  });

  it("refuses what is not a vocabulary, and names the problem", async () => {
    const entry = (fields: object) => ({ entries: [{ ...ENTRY, ...fields }] });
    for (const [body, what] of [
      [[], "the body must be an object"],
      [{ entries: 1 }, "entries must be an array"],
      [{ entries: [], lines: [1] }, "lines"],
      [{ entries: [1] }, "entries[0] must be an object"],
      [{ entries: [{ meant: ["x"] }] }, "entries[0].said must be a string"],
      [entry({ said: "" }), "entries[0].said must not be empty"],
      [entry({ said: " x" }), "entries[0].said"],
      [entry({ said: "x".repeat(65) }), "at most 64"],
      [entry({ meant: [] }), "entries[0].meant"],
      [entry({ meant: ["a|b"] }), "entries[0].meant[0] must not contain |"],
      [entry({ meant: ["a", "a"] }), '"a" twice'],
      [entry({ meant: Array.from({ length: 17 }, (_, i) => `w${i}`) }), "at most 16"],
      [entry({ weight: 0 }), "entries[0].weight must be a number from 0.1 to 1"],
      [entry({ weight: "1" }), "entries[0].weight"],
      [entry({ on: "yes" }), "entries[0].on must be true or false"],
      [entry({ colour: "red" }), "colour"],
      [{ entries: [ENTRY, ENTRY] }, 'entries[1].said "ボーナス" is a duplicate of entries[0]'],
      [{ entries: Array.from({ length: 5_001 }, (_, i) => ({ said: `w${i}`, meant: ["x"] })) }, "at most 5000"],
    ] as const) {
      const answer = await replace(body);
      expect({ what, status: answer.status, body: answer.body }).toEqual({
        ...{ what, status: 400, body: errorBody("INVALID_REQUEST", expect.stringContaining(what)) },
      });
    }
    for (const [text, what] of [
      ["", "empty"],
      ["a,b\n1,2\n", "headers said and meant"],
      ["said,meant\nx\n", "line 2"],
      ["said,meant\nx,y\nx,z\n", 'line 3: said "x" is a duplicate of line 2'],
      ["said,meant,weight\nx,y,heavy\n", "line 2: weight must be a number"],
      ["said,meant\nx,\n", "line 2: meant"],
    ] as const) {
      const answer = await csv(text);
      expect({ text, status: answer.status, message: answer.body.error?.message }).toEqual({
        ...{ text, status: 400, message: expect.stringContaining(what) },
      });
    }
    expect((await replace("{}", { "Content-Type": "text/plain" })).status).toBe(415);
  });

  it("shows what a list would change, or the problem of each line, and writes nothing", async () => {
    const preview = (body: string, type = "text/csv") =>
      t
        .http()
        .put("/api/manage/vocabulary?dry_run=true")
        .set({ Authorization: `Bearer ${t.admin}`, "Content-Type": type })
        .send(body);
    await replace({ entries: [ENTRY, { said: "車", meant: ["自動車"] }] });
    const file = "said,meant,weight,on\n家,住宅,,\nボーナス,賞与,0.5,true\n";
    const { status, body, headers } = await preview(file);
    expect(status).toBe(200);
    expect({ ...body, ...Object.fromEntries(LISTS.map((list) => [list, body[list].map(unversioned)])) }).toEqual({
      added: [{ said: "家", meant: ["住宅"], both_ways: false, weight: 0.8, on: true, starter: false }],
      changed: [{ ...FULL, both_ways: false, on: true }],
      removed: [expect.objectContaining({ said: "車" })],
      unchanged: 0,
    });
    expect((await entries()).map(({ said }) => said)).toEqual(["ボーナス", "車"]);
    expect((await preview(JSON.stringify({ entries: [] }), "application/json")).body.removed).toHaveLength(2);
    const refused = await preview("said,meant,weight\nx,,\ny,z,9\n");
    expect([refused.status, refused.body.error.problems]).toEqual([
      400,
      [
        expect.objectContaining({ code: "field.too_few_entries", at: "line 2" }),
        expect.objectContaining({ code: "vocabulary.weight_ill_formed", at: "line 3" }),
      ],
    ]);
    const applied = await csv(file, { "If-Match": headers.etag as string });
    expect([applied.status, applied.body]).toEqual([200, body]);
    expect((await csv(file, { "If-Match": headers.etag as string })).status).toBe(412);
  });

  it("gets back the starter entries whose word is not there, and keeps the others", async () => {
    const add = () =>
      t
        .http()
        .post("/api/manage/vocabulary/starters")
        .set({ Authorization: `Bearer ${t.admin}` });
    await replace({
      entries: [
        { said: "ボーナス", meant: ["期末手当"] },
        { said: "クビ", meant: ["解雇"], on: false },
      ],
    });
    const added = await add();
    expect([added.status, added.body.added.length, added.body.unchanged]).toEqual([
      200,
      readStarterVocabulary().length - 2,
      2,
    ]);
    expect(added.body.added).toContainEqual(
      expect.objectContaining({ said: "annual leave", weight: 0.5, both_ways: true, on: true, starter: true }),
    );
    expect((await add()).body).toMatchObject({ added: [], changed: [], removed: [] });
  });

  it("is for administrators only", async () => {
    expect((await read("application/json", "/api/manage/vocabulary", reader)).status).toBe(403);
    expect((await replace({ entries: [] }, {}, reader)).status).toBe(403);
  });
});
