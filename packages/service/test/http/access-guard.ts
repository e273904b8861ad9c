import { beforeAll, describe, expect, it } from "@jest/globals";
import { OPERATION_LIST, type Operation } from "@retrieval/api";
import { callAs, type TestService } from "../harness.js";
import { addressOf, exampleCalls } from "./example-calls.js";

const MARK = "極秘事項";
/** The document of the examples. */
const DOCUMENT = "work-rules";
const HIDDEN = "hidden-document";
const CHUNK = `${HIDDEN}::art1::paragraph-1`;
/** Hidden too: its first version is to come. */
const COMING = "hidden-until-its-day";
const ABOLISHED = "hidden-and-abolished";
const proof = (chunk_id: string, quote: string) => ({ citations: [{ chunk_id, quote }] });
/** What a reader may get of a document. */
const OWN_DOORS = [
  ...["", "/history", "/outline", "/original", "/chunks"],
  ...["as_of=2025-05-01", "as_of=2026-01-15", "as_of=2099-01-15", "as_of=1999-01-01"].map((day) => `/chunks?${day}`),
  ...[1, 2, 3, 9].map((number) => `/chunks?version=${number}`),
  ...["", "?from=1&to=2", "?to=3", "?to=9", "?to=draft"].map((pair) => `/comparison${pair}`),
  ...["docx", "csv"].map((format) => `/comparison?from=1&to=2&format=${format}`),
];

/** Further requests for a document that the reader must not see, beside those of {@link exampleDoors}. */
const MORE: Readonly<Record<string, readonly Door[]>> = {
  readSession: [{ path: "/api/session" }],
  listReadableDocuments: [
    { path: "/api/documents" },
    { path: `/api/documents?query=${HIDDEN}` },
    { path: "/api/documents?limit=1" },
  ],
  readDocument: [
    { path: `/api/documents/${HIDDEN}/chunks` },
    { path: `/api/documents/${HIDDEN}/chunks?around=${HIDDEN}::art1` },
    { path: `/api/documents/${HIDDEN}/chunks?as_of=2026-01-15` },
    { path: `/api/documents/${HIDDEN}/chunks?version=1` },
    { path: `/api/documents/open-document/chunks?around=${CHUNK}` },
  ],
  suggest: [MARK, "秘密", HIDDEN].map((typed) => ({ path: `/api/suggest?query=${encodeURIComponent(typed)}` })),
  searchChunks: [
    { body: { query: MARK } },
    { body: { query: `"${MARK}"`, limit: 50 } },
    { body: { query: "極" } },
    { body: { query: "第1条" } },
    { body: { query: "秘密の議事録", filters: { doc_ids: [HIDDEN] } } },
  ],
  answerQuestion: [
    { body: { question: MARK } },
    { body: { question: "秘密の議事録は何を定めるか" } },
    { body: { question: "第1条", filters: { doc_ids: [HIDDEN] } } },
  ],
  proveCitations: [{ body: proof(CHUNK, MARK) }, { body: proof(`${HIDDEN}::art9::table-4`, "a") }],
  readReference: [
    { body: { docId: HIDDEN, chunkId: `${HIDDEN}::art1::heading-1` } },
    { body: { docId: "open-document", chunkId: CHUNK } },
    { body: { docId: "open-document", chunkId: "open-document::art1::paragraph-1" } },
  ],
};

interface Door {
  readonly path?: string;
  readonly body?: object;
}

const hidden = (text: string) => text.replaceAll(DOCUMENT, HIDDEN);

/** The examples of the operations that a reader may call, with the hidden document in them. */
function exampleDoors(): [operation: Operation, tries: Door[]][] {
  // It takes no document and would end the reader's session.
  const open = exampleCalls().filter(
    ({ operation: { access, operationId } }) => access === "reader" && operationId !== "endSession",
  );
  return open.map((call) => {
    const { operation, body } = call;
    const path = hidden(addressOf(call));
    const door = { path, ...(body === undefined ? {} : { body: JSON.parse(hidden(JSON.stringify(body))) }) };
    return [operation, [door, ...(MORE[operation.operationId] ?? []).map((more) => ({ path, ...more }))]];
  });
}

/** Their answers name no document. */
const NAMES_NOTHING: ReadonlySet<string> = new Set([
  "readSession",
  "judgeAnswer",
  "listOwnTokens",
  "createToken",
  "revokeOwnToken",
  "readAuthorization",
  "decideAuthorization",
  "confirmVersion",
  "markNoticeRead",
  "readFrontPage",
  "proveCitations",
]);

export function accessGuardTests(t: TestService & { readonly admin: string }): void {
  describe("a document that a reader may not see", () => {
    let reader: string;
    let openBefore: unknown;
    beforeAll(async () => {
      reader = await t.signedIn("100001", { department_code: "D1", permission_groups: ["g"] });
      await upload("open-document", "公開", "誰でも読める。別表第1による。", { allow_all: true });
      openBefore = await openAnswers();
      const title = `秘密の議事録（${MARK}）`;
      const rule = { allow_all: false, allowed_users: ["100002"] };
      // A past version that readers may know, the one in force, and one to come.
      for (const effective_from of ["2025-04-01", "2026-01-15", "2099-01-01"])
        await upload(HIDDEN, title, `${HIDDEN}は、${effective_from}から${MARK}を定める。`, rule, { effective_from });
      await upload(COMING, title, `${MARK}を定める。`, rule, { effective_from: "2099-01-01" });
      await upload(ABOLISHED, title, `${MARK}を定める。`, rule);
      const end = { effective_on: "2026-01-15", reason: MARK, replaced_by: HIDDEN };
      await callAs(t, t.admin, "post", `/api/manage/documents/${ABOLISHED}/abolish`, end).expect(204);
    });

    const upload = async (document_id: string, title: string, content: string, access_rules: object, dated = {}) => {
      const told = { notice: "confirm", note: title, history: "readers", category: title, owner: title, ...dated };
      const rules = JSON.stringify(access_rules);
      const choices = { wait: "true", title, original: "readers", access_rules: rules, ...told };
      const answer = await t
        .http()
        .put(`/api/manage/documents/${document_id}?${new URLSearchParams(choices)}`)
        .set("Authorization", `Bearer ${t.admin}`)
        .set("Content-Type", "text/markdown")
        .send(`## 第1条（${title}）\n\n${content}\n`);
      expect(answer.body).toMatchObject({ state: "done" });
    };
    const openAnswers = () =>
      Promise.all(
        [
          ...["/api/notices", "/api/documents?order=category", "/api/documents/open-document"],
          ...["history", "chunks", "comparison", "outline"].map((door) => `/api/documents/open-document/${door}`),
        ].map(async (path) => (await ask(reader, "get", { path })).text),
      );
    const ask = (token: string, method: Operation["method"], { path = "", body }: Door) =>
      callAs(t, token, method, path, body);

    it("is in no answer of these routes, nor is its name", async () => {
      for (const [{ method }, tries] of exampleDoors()) {
        for (const given of tries) {
          const { status, text } = await ask(reader, method, given);
          expect({ given, fine: status < 500 }).toEqual({ given, fine: true });
          for (const trace of [MARK, HIDDEN, "議事録"])
            expect({ given, text }).not.toEqual({ given, text: expect.stringContaining(trace) });
        }
      }
    });

    it("is shown to the user that the rule names, so the requests are valid", async () => {
      const allowed = await t.signedIn("100002");
      for (const [{ operationId, method }, tries] of exampleDoors()) {
        if (NAMES_NOTHING.has(operationId)) continue;
        const answers = await Promise.all(tries.map((given) => ask(allowed, method, given)));
        const found = answers.some(({ text }) => text.includes(HIDDEN) || text.includes(MARK));
        expect({ operationId, found }).toEqual({ operationId, found: true });
      }
    });

    it("proves its words to the user that the rule names alone", async () => {
      const outcomes = async (token: string) =>
        (await ask(token, "post", { path: "/api/prove", body: proof(CHUNK, MARK) })).body.proofs.map(
          ({ outcome }: { outcome: string }) => outcome,
        );
      expect(await outcomes(await t.signedIn("100002"))).toEqual(["proved"]);
      expect(await outcomes(reader)).toEqual(["not_found"]);
    });

    it("changes nothing of what the reader sees of another document", async () => {
      expect(await openAnswers()).toEqual(openBefore);
    });

    it("is answered byte for byte like a document that does not exist", async () => {
      const other = (value: unknown) =>
        JSON.parse(
          JSON.stringify(value).replaceAll(new RegExp([HIDDEN, COMING, ABOLISHED].join("|"), "g"), "unknown-document"),
        );
      const ofDocument = (id: string): [Operation["method"], Door][] => [
        ...OWN_DOORS.map((door): [Operation["method"], Door] => ["get", { path: `/api/documents/${id}${door}` }]),
        ...["confirmation", "notice-read"].flatMap((act) =>
          [1, 2, 3, 9].map((version): [Operation["method"], Door] => [
            "post",
            { path: `/api/documents/${id}/${act}`, body: { version } },
          ]),
        ),
      ];
      const pairs: [Operation["method"], Door][] = [
        ...[HIDDEN, COMING, ABOLISHED].flatMap(ofDocument),
        ["get", { path: `/api/documents/${HIDDEN}/chunks?around=${CHUNK}` }],
        ["post", { path: "/api/reference", body: { docId: HIDDEN, chunkId: CHUNK } }],
        ["post", { path: "/api/reference", body: { docId: HIDDEN, chunkId: `${HIDDEN}::art9::table-4` } }],
        ...["paragraph-1", "paragraph-9"].flatMap((last) =>
          [MARK, "a"].map((quote): [Operation["method"], Door] => [
            "post",
            { path: "/api/prove", body: proof(`${HIDDEN}::art1::${last}`, quote) },
          ]),
        ),
        ["post", { path: "/api/search", body: { query: "第1条", filters: { doc_ids: [HIDDEN] } } }],
        ["get", { path: `/api/documents?query=${HIDDEN}` }],
      ];
      for (const [method, given] of pairs) {
        const [hidden, unknown] = await Promise.all([ask(reader, method, given), ask(reader, method, other(given))]);
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
}

/** Each answer has a random id. */
const withoutAnswerId = (text: string) => text.replace(/"answer_id":"[^"]*"/, "");
