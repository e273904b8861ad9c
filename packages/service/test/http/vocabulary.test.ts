import { beforeAll, describe, expect, it } from "@jest/globals";
import { readStarterVocabulary } from "../../src/vocabulary/vocabulary-files.js";
import { errorBody, useTestService } from "../harness.js";

const ENTRY = { said: "ボーナス", meant: ["賞与"], both_ways: true, weight: 0.5, on: false };
const FULL = { ...ENTRY, starter: false };

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

  it("begins with the entries that come with the service, and is replaced as a whole", async () => {
    const { status, body, headers } = await read();
    expect(status).toBe(200);
    expect(body.entries).toContainEqual({
      ...{ said: "ボーナス", meant: ["賞与"], both_ways: true, weight: 0.8, on: true, starter: true },
    });
    expect(headers.etag).toMatch(/^"[^"]+"$/);
    const answer = await replace({ entries: [ENTRY, { said: "家", meant: ["住宅", "住居"] }] });
    expect(answer.status).toBe(200);
    const entries = [
      { ...FULL },
      { said: "家", meant: ["住宅", "住居"], both_ways: false, weight: 0.8, on: true, starter: false },
    ];
    expect(answer.body).toEqual({ entries });
    expect((await read()).body).toEqual({ entries });
  });

  it("needs the ETag that was read, or *", async () => {
    const { headers, body } = await read();
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
    expect((await read()).body).toEqual({ entries: [FULL] });
    const unchanged = await read().set("If-None-Match", changed.headers.etag as string);
    expect(unchanged.status).toBe(304);
  });

  it("leaves and comes back as a CSV without a change", async () => {
    const entries = [
      { said: "=1+1", meant: ['a "b", c', " x".trim()], both_ways: true, weight: 0.25, on: true },
      { said: "annual leave", meant: ["paid leave"], both_ways: false, weight: 1, on: false },
      ENTRY,
    ];
    await replace({ entries });
    for (const answer of [
      await read("text/csv"),
      await read("application/json", "/api/manage/vocabulary?format=csv"),
    ]) {
      expect(answer.headers["content-type"]).toMatch(/^text\/csv/);
      expect(answer.headers["content-disposition"]).toBe('attachment; filename="vocabulary.csv"');
      await replace({ entries: [] });
      const back = await csv(answer.text);
      expect([back.status, back.body]).toEqual([
        200,
        { entries: entries.map((entry) => ({ ...entry, starter: false })) },
      ]);
    }
  });

  it("takes the CSV of a spreadsheet: two columns in any order, booleans in capitals, semicolons, CP932", async () => {
    const two = await csv("meant;said\n休暇|休日;休み\n\n");
    expect(two.body.entries).toMatchObject([{ said: "休み", meant: ["休暇", "休日"], both_ways: false, on: true }]);
    const capitals = await csv("said,meant,both_ways,weight,on,note\r\nx,y,TRUE,1,FALSE,why\r\n");
    expect(capitals.body.entries).toMatchObject([{ said: "x", both_ways: true, weight: 1, on: false }]);
  });

  it("refuses what is not a vocabulary, and names the problem", async () => {
    const entry = (fields: object) => ({ entries: [{ ...ENTRY, ...fields }] });
    for (const [body, what] of [
      [[], "the body must be an object"],
      [{ entries: 1 }, "entries must be an array"],
      [{ entries: [], lines: [1] }, "lines"],
      [{ entries: [1] }, "entries[0] must be {said, meant"],
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

  it("is checked without being saved: as it would be kept, or with the problem of each line", async () => {
    const preview = (body: string | object, type = "text/csv") =>
      t
        .http()
        .post("/api/manage/vocabulary/preview")
        .set({ Authorization: `Bearer ${t.admin}`, "Content-Type": type })
        .send(typeof body === "string" ? body : JSON.stringify(body));
    await replace({ entries: [ENTRY] });
    const answer = await preview("said,meant,weight,on\n家,住宅,,\nボーナス,賞与,0.5,true\n");
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        entries: [
          { said: "家", meant: ["住宅"], both_ways: false, weight: 0.8, on: true, starter: false },
          { ...FULL, both_ways: false, on: true },
        ],
      },
    ]);
    expect((await preview({ entries: [ENTRY] }, "application/json")).body).toEqual({ entries: [FULL] });
    const refused = await preview("said,meant,weight\nx,,\ny,z,9\n");
    expect([refused.status, refused.body.error.problems]).toEqual([
      400,
      [
        expect.objectContaining({ code: "field.too_few_entries", at: "line 2" }),
        expect.objectContaining({ code: "vocabulary.weight_ill_formed", at: "line 3" }),
      ],
    ]);
    expect((await read()).body).toEqual({ entries: [FULL] });
  });

  it("is for administrators only", async () => {
    expect((await read("application/json", "/api/manage/vocabulary", reader)).status).toBe(403);
    expect((await replace({ entries: [] }, {}, reader)).status).toBe(403);
  });
});
