import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { embeddedModelFindings } from "../../src/doctor/embedded-model-findings.js";
import { type FoundModel, findEmbeddedModel } from "../../src/wiring/meaning-model.js";
import { startTestService, type TestService } from "../harness.js";

const ON = { MEANING: "on", embeddingModel: null } as const;
const SERVER = {
  ...{ url: "http://models/v1", model: "e5", key: null },
  ...{ queryPrefix: "", passagePrefix: "" },
};
const refuse = (error: Error) => () => Promise.reject(error);
const find = (settings: Parameters<typeof findEmbeddedModel>[0], load?: Parameters<typeof findEmbeddedModel>[2]) =>
  findEmbeddedModel(settings, () => undefined, load);

describe("the embedded model", () => {
  it("is not even looked for where it is off or a server takes its place", async () => {
    const load = refuse(new Error("looked for"));
    const none = { embedded: null, missing: null };
    expect(await find({ MEANING: "off", embeddingModel: null }, load)).toEqual(none);
    expect(await find({ MEANING: "on", embeddingModel: SERVER }, load)).toEqual(none);
  });

  it("is missing where its package or a build of its runtime is, and the doctor says so", async () => {
    const missing = "Cannot find package '@retrieval/e5' imported from meaning-model.js";
    const found = await find(ON, refuse(new Error(`${missing}\nRequire stack:\n- /app`)));
    expect(found).toEqual({ embedded: null, missing });
    const [finding] = await embeddedModelFindings(ON, found);
    expect(finding?.state).toBe("note");
    expect(finding?.what).toBe(`the embedded model cannot be loaded, so searches go by words: ${missing}`);
    expect(finding?.mend).toMatch(/^Install @retrieval\/e5/);
  });

  it("answers the doctor, and ends", async () => {
    const found = await find(ON);
    expect(await embeddedModelFindings(ON, found)).toEqual([
      {
        state: "ok",
        what: "the embedded model multilingual-e5-small-q4 answers, and sends nothing: search by meaning is on",
      },
    ]);
    expect(await found.embedded?.embed("query", ["休暇"], AbortSignal.timeout(60_000))).toEqual({
      failed: "unreachable",
    });
  });
});

describe("a service with the embedded model", () => {
  let found: FoundModel;
  let t: TestService;
  let admin: string;
  beforeAll(async () => {
    found = await find(ON);
    t = await startTestService({ embedded: found.embedded });
    admin = await t.signedIn("000001", { role: "admin" });
    for (const [i, content] of [
      "職員が結婚したときは、引き続く五日の休みを与える。",
      "通勤に要する費用は、月額五万円を限度として支給する。",
      "制服は、毎年四月に貸与する。",
    ].entries()) {
      const access_rules = i === 1 ? { allow_all: false, allowed_groups: ["board"] } : { allow_all: true };
      const section_path = [{ level: 1, type: "article", label: "第1条", title: "" }];
      const chunks = [{ text_type: "paragraph", content, metadata: { section_path } }];
      const { body } = await t
        .http()
        .put(`/api/manage/documents/d${i}?wait=true`)
        .set("Authorization", `Bearer ${admin}`)
        .send({ title: `規程${i}`, access_rules, chunks });
      expect(body).toMatchObject({ state: "done" });
    }
  });
  afterAll(() => t.close());

  const get = async (path: string) =>
    (await t.http().get(path).set("Authorization", `Bearer ${admin}`).expect(200)).body;

  it("embeds every document, restricted ones too, and names no host that texts are sent to", async () => {
    while ((await get("/api/manage/embeddings")).embedded < 3) await sleep(50);
    expect(await get("/api/manage/embeddings")).toEqual({
      ...{ model: "multilingual-e5-small-q4", documents: 3, embedded: 3, kept_back: 0, waiting: [] },
    });
    expect(await get("/api/manage/models")).toEqual({ items: [], next_cursor: null });
  });

  it.each([
    ["How many days off do I get when I get married?", "d0"],
    ["Tiền đi lại được trả bao nhiêu?", "d1"],
  ])("finds %s by meaning", async (query, id) => {
    while ((await get("/api/manage/embeddings")).embedded < 3) await sleep(50);
    const { body } = await t.http().post("/api/search").set("Authorization", `Bearer ${admin}`).send({ query });
    expect(body.results[0]?.doc.id).toBe(id);
  });

  it("says on /readyz that search by meaning is on", async () => {
    while ((await t.http().get("/readyz").expect(200)).body.meaning !== "on") await sleep(20);
    expect((await t.http().get("/readyz")).body).toEqual({ status: "ready", meaning: "on" });
  });
});
