import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { UnavailableError } from "@retrieval/core/errors";
import type { ExportedLine } from "@retrieval/core/use-cases";
import { errorBody, startTestService, type TestService } from "../harness.js";

const MODEL = "bge-m3@2026-01-31";

describe("the export of chunks for other engines", () => {
  let t: TestService;
  let admin: string;
  beforeAll(async () => {
    t = await startTestService();
    admin = await t.signedIn("000001", { role: "admin" });
  });
  // A table that is truncated costs the index a rebuild.
  beforeEach(() =>
    t.database.pool.query(`UPDATE documents SET revision_id = NULL, draft_id = NULL;
      DELETE FROM revisions; DELETE FROM documents; DELETE FROM rule_versions`),
  );
  afterAll(() => t.close());

  const as = (token: string) => ({ Authorization: `Bearer ${token}` });
  const put = (path: string, body: object) => t.http().put(path).set(as(admin)).send(body);
  const publish = (document_id: string, chunks: readonly object[], fields: object = {}) =>
    put(`/api/manage/documents/${document_id}?wait=true`, { chunks, ...fields }).expect(200);
  const paragraphs = (...texts: string[]) => texts.map((content) => ({ text_type: "paragraph", content }));
  const exported = async (query = "") => {
    const response = await t.http().get(`/api/manage/chunks/export${query}`).set(as(admin)).buffer(true);
    expect(response.status).toBe(200);
    expect(response.headers["content-type"]).toBe("application/x-ndjson");
    return response.text
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as ExportedLine);
  };
  const writeBack = (document_id: string, chunks: unknown, embed_version: unknown = MODEL) =>
    put(`/api/manage/documents/${document_id}/embed-versions`, { embed_version, chunks });
  const entries = (lines: readonly ExportedLine[]) => lines.map(({ chunk_id, text_hash }) => ({ chunk_id, text_hash }));

  it("has one line for each chunk: the text to embed, its hash and version, and its audience", async () => {
    const path = [{ level: 1, type: "article", label: "第1条", title: "手当" }];
    const chunks = [
      { text_type: "paragraph", content: "前項による。", metadata: { section_path: path } },
      {
        text_type: "table",
        content_md: "| 職位 | 額 |\n| --- | --- |\n| 課長 | 1円 |",
        metadata: { section_path: path },
      },
    ];
    const access_rules = {
      allow_all: false,
      allowed_department_codes: ["D1"],
      allowed_groups: ["board"],
      allowed_users: ["001234"],
    };
    await publish("wages", chunks, { title: "賃金規程", version: "2026-01-01", access_rules });
    await publish("open", paragraphs("誰でも"));
    const [open, first, second] = await exported();
    expect(open).toMatchObject({ doc_id: "open", audience: ["*"] });
    expect(first).toEqual({
      chunk_id: "wages::art1::paragraph-1",
      doc_id: "wages",
      doc_title: "賃金規程",
      version: "2026-01-01",
      text_type: "paragraph",
      text: "第1条 手当\n前項による。",
      text_hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      embed_version: null,
      audience: ["d:D1", "g:board", "u:001234"],
    });
    expect(second?.text).toBe("第1条 手当\n職位: 課長 / 額: 1円");
  });

  it("filters for a reader by principals exactly as the service itself does", async () => {
    const rules = [
      { allow_all: true },
      { allow_all: false },
      { allow_all: false, allowed_department_codes: ["D1"] },
      { allow_all: false, allowed_groups: ["g", "D1"] },
      { allow_all: false, allowed_users: ["100001"], allowed_department_codes: ["D2"] },
    ];
    for (const [i, access_rules] of rules.entries()) await publish(`d${i}`, paragraphs("text"), { access_rules });
    const lines = await exported();
    for (const [user_id, facts] of [
      ["100001", { department_code: "D1" }],
      ["100002", { department_code: "D2", permission_groups: ["g"] }],
      ["D1", {}],
    ] as const) {
      const token = await t.signedIn(user_id, facts as object);
      const session = await t.http().get("/api/session?principals=true").set(as(token));
      const mine = lines.filter(({ audience }) => audience.some((one) => session.body.principals.includes(one)));
      const { body } = await t.http().get("/api/documents").set(as(token));
      expect(mine.map(({ doc_id }) => doc_id)).toEqual(
        body.documents.map(({ document_id }: { document_id: string }) => document_id),
      );
    }
  });

  it("has only the requested document, and is only for admins", async () => {
    await publish("a", paragraphs("1"));
    await publish("b", paragraphs("1"));
    expect((await exported("?document_id=b")).map(({ doc_id }) => doc_id)).toEqual(["b"]);
    for (const id of ["unknown", "A", "%20", "a%00"]) {
      const response = await t.http().get(`/api/manage/chunks/export?document_id=${id}`).set(as(admin));
      expect(response.status).toBe(404);
      expect(response.body).toEqual(errorBody("DOCUMENT_NOT_FOUND"));
    }
    for (const role of ["user", "developer"] as const) {
      const token = await t.signedIn(`a-${role}`, { role });
      expect((await t.http().get("/api/manage/chunks/export").set(as(token))).status).toBe(403);
    }
    const refused = await t.http().get("/api/manage/chunks/export?stale=bge-m3").set(as(admin));
    expect(refused.body).toEqual(errorBody("INVALID_REQUEST", expect.stringContaining("stale must be NAME@DATE")));
  });

  it("is empty if nothing is published", async () => expect(await exported()).toEqual([]));

  describe("with embeddings written back", () => {
    it("lists exactly the new and changed chunks as stale; reference and search show the version", async () => {
      await publish("a", paragraphs("一番", "二番", "三番"));
      const lines = await exported(`?stale=${MODEL}`);
      const written = await writeBack("a", entries(lines));
      expect(written.body).toEqual({ written: 3, outdated: [], unknown: [] });
      expect(await exported(`?stale=${MODEL}`)).toEqual([]);
      expect(await exported("?stale=bge-m3@2026-02-01")).toHaveLength(3);
      const reference = await t
        .http()
        .post("/api/reference")
        .set(as(admin))
        .send({ docId: "a", chunkId: "a::paragraph-2" });
      expect(reference.body.reference.chunk.metadata.embed_version).toBe(MODEL);
      const found = await t.http().post("/api/search").set(as(admin)).send({ query: "二番" });
      expect(found.body.results[0].chunk.metadata.embed_version).toBe(MODEL);

      await publish("a", paragraphs("一番", "二番目", "三番", "四番"), { version: "2026-02-01" });
      const stale = await exported(`?stale=${MODEL}`);
      expect(stale.map(({ text }) => text)).toEqual(["二番目", "四番"]);
      expect((await writeBack("a", [...entries(lines), { ...entries(lines)[0], chunk_id: "a::list-1" }])).body).toEqual(
        {
          written: 2,
          outdated: ["a::paragraph-2"],
          unknown: ["a::list-1"],
        },
      );
    });

    it("refuses a malformed call with a sentence, and writes nothing", async () => {
      await publish("a", paragraphs("1"));
      const [entry] = entries(await exported()) as [{ chunk_id: string; text_hash: string }];
      for (const [chunks, version, sentence] of [
        [[entry], "bge-m3", "embed_version must be NAME@DATE"],
        [[entry], undefined, "embed_version must be NAME@DATE"],
        [[entry], "m@2026-02-30", "not a calendar date"],
        [undefined, MODEL, "chunks must be an array"],
        [{ 0: entry }, MODEL, "chunks must be an array"],
        [[null], MODEL, "chunks[0] must be {chunk_id, text_hash}"],
        [[entry, { ...entry, text: "" }], MODEL, 'chunks[1] has an unknown field "text"'],
        [[{ ...entry, chunk_id: "a" }], MODEL, "chunks[0].chunk_id is not a chunk_id"],
        [[{ ...entry, text_hash: "sha256:0" }], MODEL, "chunks[0].text_hash must be"],
        [[entry, entry], MODEL, "chunks[1].chunk_id is a duplicate of chunks[0]"],
        [Array.from({ length: 1_001 }, () => entry), MODEL, "at most 1000"],
      ] as const) {
        const response = await put("/api/manage/documents/a/embed-versions", { embed_version: version, chunks });
        expect(response.status).toBe(400);
        expect(response.body).toEqual(errorBody("INVALID_REQUEST", expect.stringContaining(sentence)));
      }
      expect((await exported())[0]?.embed_version).toBeNull();
      expect((await writeBack("unknown", [entry])).body).toEqual(errorBody("DOCUMENT_NOT_FOUND"));
      expect((await writeBack("a", [])).body).toEqual({ written: 0, outdated: [], unknown: [] });
    });
  });
});

describe("a long export", () => {
  const COUNT = 3_000;
  let t: TestService;
  let admin: string;
  let pages = 0;
  beforeAll(async () => {
    t = await startTestService();
    admin = await t.signedIn("000001", { role: "admin" });
    const chunks = Array.from({ length: COUNT }, (_, i) => ({
      text_type: "paragraph",
      content: `${i} ${"x".repeat(5_900)}`,
    }));
    const path = "/api/manage/documents/long?wait=true";
    await t.http().put(path).set("Authorization", `Bearer ${admin}`).send({ chunks }).expect(200);
    const store = t.service.deps.chunks;
    const exportPage = store.exportPage.bind(store);
    store.exportPage = (query) => {
      pages += 1;
      return exportPage(query);
    };
  });
  afterAll(() => t.close());

  async function opened(): Promise<IncomingMessage> {
    const headers = { Authorization: `Bearer ${admin}` };
    const [response] = (await once(get(`${t.url}/api/manage/chunks/export`, { headers }), "response")) as [
      IncomingMessage,
    ];
    response.on("error", () => undefined);
    expect(response.statusCode).toBe(200);
    return response;
  }
  /** How many pages have been read once reading pauses. */
  async function settled(): Promise<number> {
    for (let before = -1; before !== pages; await sleep(300)) before = pages;
    return pages;
  }

  it("reads from the store only as fast as the client reads, and everything in the end", async () => {
    const response = await opened();
    const ahead = await settled();
    let lines = 0;
    for await (const part of response) lines += (part as Buffer).toString("latin1").split("\n").length - 1;
    expect(lines).toBe(COUNT);
    expect(response.complete).toBe(true);
    expect(ahead).toBeLessThan(pages / 2);
  });

  it("stops reading when the client goes away", async () => {
    const response = await opened();
    const before = await settled();
    response.destroy();
    await sleep(100);
    expect((await settled()) - before).toBeLessThanOrEqual(1);
    expect(t.log()).not.toContain('"level":50');
  });

  it("continues while the service drains, also if it begins then", async () => {
    const response = await opened();
    const ahead = await settled();
    t.service.drain();
    expect((await t.http().get("/readyz")).status).toBe(503);
    const later = await opened();
    for (const one of [response, later]) {
      let lines = 0;
      for await (const part of one) lines += (part as Buffer).toString("latin1").split("\n").length - 1;
      expect(lines).toBe(COUNT);
      expect(one.complete).toBe(true);
    }
    expect(pages).toBeGreaterThan(ahead);
  });

  it("breaks off visibly when the database goes away", async () => {
    const { chunks } = t.service.deps;
    const exportPage = chunks.exportPage.bind(chunks);
    chunks.exportPage = (query) =>
      query.after === null ? exportPage(query) : Promise.reject(new UnavailableError("the database is away"));
    const response = await opened();
    const closed = new Promise((resolve) => response.once("close", resolve));
    response.resume();
    await closed;
    expect(response.complete).toBe(false);
    expect(t.log()).toContain("its connection was broken off");
    expect(t.log()).not.toContain('"level":50');
  });
});

describe("GET /api/manage/groups", () => {
  it("lists the groups of users and of rules", async () => {
    const t = await startTestService();
    const token = await t.signedIn("000001", { role: "admin", permission_groups: ["managers"] });
    const chunks = [{ text_type: "paragraph", content: "text" }];
    await t
      .http()
      .put("/api/manage/documents/d?wait=true")
      .set("Authorization", `Bearer ${token}`)
      .send({ chunks, access_rules: { allow_all: false, allowed_groups: ["board", "managers"] } });
    const response = await t.http().get("/api/manage/groups").set("Authorization", `Bearer ${token}`);
    expect(response.body).toEqual({ groups: ["board", "managers"] });
    await t.close();
  });
});
