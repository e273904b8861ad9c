import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { OPERATION_LIST } from "@retrieval/api";
import { startTestService, type TestService } from "../harness.js";

const MARK = "極秘事項";
const HIDDEN = "hidden-document";
const CHUNK = `${HIDDEN}::art1::paragraph-1`;

/** For every route that a reader may call: a request for a document that the reader must not see. */
const DOORS: Readonly<Record<string, readonly { path?: string; body?: object }[]>> = {
  "get /api/session": [{}, { path: "/api/session?principals=true" }],
  "get /api/documents": [{}, { path: `/api/documents?query=${HIDDEN}` }, { path: "/api/documents?limit=1" }],
  "get /api/documents/:document_id/outline": [{ path: `/api/documents/${HIDDEN}/outline` }],
  "get /api/documents/:document_id/chunks": [
    { path: `/api/documents/${HIDDEN}/chunks` },
    { path: `/api/documents/${HIDDEN}/chunks?around=${HIDDEN}::art1` },
    { path: `/api/documents/open-document/chunks?around=${CHUNK}` },
  ],
  "get /api/documents/:document_id/original": [{ path: `/api/documents/${HIDDEN}/original` }],
  "get /api/tokens": [{}],
  "post /api/tokens": [{ body: { name: "script", audience: "api", days: 1 } }],
  "delete /api/tokens/:token_id": [{ path: "/api/tokens/6f1c9a52-4d3b-4a0e-8f57-2b9d1c7e0a34" }],
  "get /api/suggest": [MARK, "秘密", HIDDEN].map((typed) => ({
    path: `/api/suggest?query=${encodeURIComponent(typed)}`,
  })),
  "post /api/search": [
    { body: { query: MARK } },
    { body: { query: `"${MARK}"`, limit: 50 } },
    { body: { query: "極" } },
    { body: { query: "第1条" } },
    { body: { query: "秘密の議事録", filters: { doc_ids: [HIDDEN] } } },
  ],
  "post /api/answer": [
    { body: { question: MARK } },
    { body: { question: "秘密の議事録は何を定めるか" } },
    { body: { question: "第1条", filters: { doc_ids: [HIDDEN] } } },
  ],
  "post /api/answer/feedback": [{ body: { answer_id: "6f1c9a52-4d3b-4a0e-8f57-2b9d1c7e0a34", good: true } }],
  "post /api/reference": [
    { body: { docId: HIDDEN, chunkId: CHUNK } },
    { body: { docId: HIDDEN, chunkId: `${HIDDEN}::art1::heading-1` } },
    { body: { docId: "open-document", chunkId: CHUNK } },
    { body: { docId: "open-document", chunkId: "open-document::art1::paragraph-1" } },
  ],
};

/** Their answers name no document. */
const NAMES_NOTHING: ReadonlySet<string> = new Set([
  "get /api/session",
  "post /api/answer/feedback",
  "get /api/tokens",
  "post /api/tokens",
  "delete /api/tokens/:token_id",
]);

describe("a document that a reader may not see", () => {
  let t: TestService;
  let admin: string;
  let reader: string;
  beforeAll(async () => {
    t = await startTestService();
    admin = await t.signedIn("000001", { role: "admin" });
    reader = await t.signedIn("100001", { department_code: "D1", permission_groups: ["g"] });
    await upload("open-document", "公開", "誰でも読める。別表第1による。", { allow_all: true });
    await upload(HIDDEN, `秘密の議事録（${MARK}）`, `${HIDDEN}は、${MARK}を定める。`, {
      allow_all: false,
      allowed_users: ["100002"],
    });
  });
  afterAll(() => t.close());

  const upload = async (document_id: string, title: string, content: string, access_rules: object) => {
    const choices = { wait: "true", title, original: "readers", access_rules: JSON.stringify(access_rules) };
    const answer = await t
      .http()
      .put(`/api/manage/documents/${document_id}?${new URLSearchParams(choices)}`)
      .set("Authorization", `Bearer ${admin}`)
      .set("Content-Type", "text/markdown")
      .send(`## 第1条（${title}）\n\n${content}\n`);
    expect(answer.body).toMatchObject({ state: "done" });
  };
  const ask = (token: string, route: string, { path, body }: { path?: string; body?: object }) => {
    const [method, address] = route.split(" ") as ["get" | "post" | "delete", string];
    const request = t
      .http()
      [method](path ?? address)
      .set("Authorization", `Bearer ${token}`);
    return body === undefined ? request : request.send(body);
  };

  it("is requested on every route that a reader may call", () => {
    const open = OPERATION_LIST.filter(({ access }) => access === "reader")
      .map(({ method, path }) => `${method} ${path}`)
      // It takes no document and would end the reader's session.
      .filter((route) => route !== "delete /api/session");
    expect(Object.keys(DOORS).sort()).toEqual(open.sort());
  });

  it("is in no answer of these routes, nor is its name", async () => {
    for (const [route, tries] of Object.entries(DOORS)) {
      for (const given of tries) {
        const { status, text } = await ask(reader, route, given);
        expect({ route, given, fine: status < 500 }).toEqual({ route, given, fine: true });
        for (const trace of [MARK, HIDDEN, "議事録"])
          expect({ route, given, text }).not.toEqual({ route, given, text: expect.stringContaining(trace) });
      }
    }
  });

  it("is shown to the user that the rule names, so the requests are valid", async () => {
    const allowed = await t.signedIn("100002");
    for (const [route, tries] of Object.entries(DOORS)) {
      if (NAMES_NOTHING.has(route)) continue;
      const answers = await Promise.all(tries.map((given) => ask(allowed, route, given)));
      expect({ route, found: answers.some(({ text }) => text.includes(HIDDEN)) }).toEqual({ route, found: true });
    }
  });

  it("is answered byte for byte like a document that does not exist", async () => {
    const other = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll(HIDDEN, "unknown-document"));
    const pairs: [string, { path?: string; body?: object }][] = [
      ["get /api/documents/:document_id/outline", { path: `/api/documents/${HIDDEN}/outline` }],
      ["get /api/documents/:document_id/original", { path: `/api/documents/${HIDDEN}/original` }],
      ["get /api/documents/:document_id/chunks", { path: `/api/documents/${HIDDEN}/chunks` }],
      ["get /api/documents/:document_id/chunks", { path: `/api/documents/${HIDDEN}/chunks?around=${CHUNK}` }],
      ["post /api/reference", { body: { docId: HIDDEN, chunkId: CHUNK } }],
      ["post /api/reference", { body: { docId: HIDDEN, chunkId: `${HIDDEN}::art9::table-4` } }],
      ["post /api/search", { body: { query: "第1条", filters: { doc_ids: [HIDDEN] } } }],
      ["get /api/documents", { path: `/api/documents?query=${HIDDEN}` }],
    ];
    for (const [route, given] of pairs) {
      const [hidden, unknown] = await Promise.all([ask(reader, route, given), ask(reader, route, other(given))]);
      expect([hidden.status, withoutAnswerId(hidden.text)]).toEqual([unknown.status, withoutAnswerId(unknown.text)]);
      const names = (headers: object) => Object.keys(headers).sort();
      expect(names(hidden.headers)).toEqual(names(unknown.headers));
    }
  });

  it("is behind no other route, because the others refuse a reader", async () => {
    for (const { method, path, access } of OPERATION_LIST) {
      if (access !== "admin") continue;
      const answer = await t
        .http()
        [method](path.replace(":document_id", HIDDEN).replace(/:\w+/, "x"))
        .set("Authorization", `Bearer ${reader}`);
      expect({ method, path, status: answer.status }).toEqual({ method, path, status: 403 });
    }
  });
});

/** Each answer has a random id. */
const withoutAnswerId = (text: string) => text.replace(/"answer_id":"[^"]*"/, "");
