import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { aUser, describeWithRealData, realDataDir } from "@retrieval/contract";
import { EVERYONE } from "@retrieval/core";
import { isRefusal } from "@retrieval/core/errors";
import { acceptDocument } from "@retrieval/core/use-cases";
import { type Call, callAs, errorBody, signedRequest, startTestService, type TestService } from "../harness.js";

const ZERO_WIDTH = "\u200B";
const OVERRIDE = "\u202E";
const refusal = (field: string, char: string, place: number) =>
  `${field} must not contain the invisible character ${char} (character ${place})`;

describe("keys that look like other keys", () => {
  let t: TestService;
  let admin: string;
  /** Stored before the service refused such keys. */
  const old = aUser({
    user_id: `old${ZERO_WIDTH}1`,
    department_code: `D${ZERO_WIDTH}1`,
    department_code_given: true,
    permission_groups: [`g${OVERRIDE}1`],
  });
  beforeAll(async () => {
    t = await startTestService();
    admin = await t.signedIn("000001", { role: "admin" });
    await t.service.deps.users.change([old.user_id], () => ({ records: [old], kept: null }));
  });
  afterAll(() => t.close());

  const bulk = (...users: object[]) =>
    callAs(t, admin, "post", "/api/manage/users/bulk", { users, update_existing: true });
  const find = (user_id: string) => t.service.deps.users.find(user_id);

  it("are refused in a bulk import by entry, with code point and place; other entries are imported", async () => {
    const { status, body } = await bulk(
      { user_id: `A${ZERO_WIDTH}1`, display_name: "A" },
      { user_id: "B1", display_name: "B", department_code: `部${OVERRIDE}` },
      { user_id: "C1", display_name: "C", permission_groups: ["fine", "b\uFEFFom"] },
      { user_id: "D1", display_name: `名${ZERO_WIDTH}前葛\u{E0100}`, department: `部${ZERO_WIDTH}` },
    );
    expect(status).toBe(207);
    expect(body.errors.map(({ index, error }: { index: number; error: string }) => [index, error])).toEqual([
      [0, refusal("user_id", "U+200B", 2)],
      [1, refusal("department_code", "U+202E", 2)],
      [2, refusal("permission_groups[1]", "U+FEFF", 2)],
    ]);
    for (const user_id of [`A${ZERO_WIDTH}1`, "B1", "C1"]) expect(await find(user_id)).toBeNull();
    expect(await find("D1")).toMatchObject({ display_name: `名${ZERO_WIDTH}前葛\u{E0100}` });
  });

  it("are refused if no address can name them, or if only their code points tell them apart", async () => {
    const { body } = await bulk(
      { user_id: "..", display_name: "A", role: "admin" },
      { user_id: ".", display_name: "A" },
      { user_id: "か\u30991", display_name: "A" },
      { user_id: "\u212A1", display_name: "A" },
      { user_id: "が1", display_name: "か\u3099", permission_groups: ["か\u3099"] },
      { user_id: "が2", display_name: "か\u3099" },
    );
    const composed = (field: string) =>
      `${field} must be in Unicode Normalization Form C (NFC): it looks like another text, with other code points`;
    expect(body.errors.map(({ error }: { error: string }) => error)).toEqual([
      'user_id must not be "." or "..": no address can name it',
      'user_id must not be "." or "..": no address can name it',
      composed("user_id"),
      composed("user_id"),
      composed("permission_groups[0]"),
    ]);
    expect(await find("..")).toBeNull();
    expect(await find("が2")).toMatchObject({ display_name: "か\u3099" });
  });

  it("are refused by PUT of one user", async () => {
    const path = `/api/manage/users/${encodeURIComponent(`P${ZERO_WIDTH}1`)}`;
    const { status, body } = await callAs(t, admin, "put", path, { display_name: "P" });
    expect(status).toBe(400);
    expect(body).toEqual(errorBody("INVALID_REQUEST", `${refusal("user_id", "U+200B", 2)}.`));
    const group = await callAs(t, admin, "put", "/api/manage/users/D1", {
      display_name: "D",
      permission_groups: [`fine${OVERRIDE}`],
    });
    expect(group.body.error.message).toContain(refusal("permission_groups[0]", "U+202E", 5));
  });

  it.each([
    ["U+2800", "\u2800"],
    ["U+FFFC", "\uFFFC"],
    ["U+1D159", "\u{1D159}"],
    ["U+00A0", "\u00A0"],
    ["U+2009", "\u2009"],
  ])("are refused with %s too, wherever a key can be new", async (code, char) => {
    const { body } = await bulk(
      { user_id: `K${char}1`, display_name: "K" },
      { user_id: "K2", display_name: "K", department_code: `K${char}1` },
      { user_id: "K3", display_name: "K", permission_groups: [`K${char}1`] },
      { user_id: "K 4", display_name: "K", permission_groups: ["K\u30001"] },
    );
    expect(body.errors.map(({ error }: { error: string }) => error)).toEqual(
      ["user_id", "department_code", "permission_groups[0]"].map((field) => refusal(field, code, 2)),
    );
    expect(await find("K 4")).not.toBeNull();
    const path = `/api/manage/users/${encodeURIComponent(`K${char}1`)}`;
    const put = await callAs(t, admin, "put", path, { display_name: "K" });
    expect(put.body.error.message).toContain(refusal("user_id", code, 2));
    const master = { departments: [{ code: `K${char}1`, name: "総務部" }] };
    const answer = await callAs(t, admin, "put", "/api/manage/departments", master);
    expect(answer.body).toEqual(errorBody("INVALID_REQUEST", `${refusal("departments[0].code", code, 2)}.`));
  });

  it("are refused in a file by line", async () => {
    const csv = `社員番号,氏名\r\nF${ZERO_WIDTH}1,F\r\nF2,F\r\n`;
    const { body } = await t
      .http()
      .post("/api/manage/imports?mode=import")
      .set({ Authorization: `Bearer ${admin}`, "Content-Type": "text/csv", "If-Match": "*" })
      .send(csv);
    expect(body).toMatchObject({
      counts: { new: 1, refused: 1 },
      refused: [{ line: 2, reason: refusal("user_id", "U+200B", 2) }],
    });
    expect(await find("F2")).not.toBeNull();
    expect(await find(`F${ZERO_WIDTH}1`)).toBeNull();
  });

  it("are refused as codes of the department master, and accepted as names", async () => {
    const put = (departments: object[], query = "") =>
      callAs(t, admin, "put", `/api/manage/departments${query}`, { departments });
    const odd = [
      { code: "D1", name: "総務部" },
      { code: `D${OVERRIDE}2`, name: "経理部" },
    ];
    for (const query of ["", "?dry_run=true"]) {
      const { status, body } = await put(odd, query);
      expect(status).toBe(400);
      expect(body).toEqual(errorBody("INVALID_REQUEST", `${refusal("departments[1].code", "U+202E", 2)}.`));
    }
    expect((await put([{ code: "D1", name: `総務${ZERO_WIDTH}部` }])).status).toBe(200);
  });

  it("that exist continue to work", async () => {
    // The user can sign in and be changed; other users, the master and rules can use the code and the group.
    const signedIn = await t.http().post("/api/auth/sso-token").send(signedRequest(old.user_id, t.clock.seconds));
    expect(signedIn.status).toBe(200);
    const { department_code, permission_groups } = old;
    const { status } = await bulk(
      { user_id: old.user_id, display_name: "Changed", permission_groups },
      { user_id: "N1", display_name: "N", department_code, permission_groups },
    );
    expect(status).toBe(200);
    expect(await find(old.user_id)).toMatchObject({ display_name: "Changed", department_code, permission_groups });
    expect(await find("N1")).toMatchObject({ department_code, permission_groups });
    const master = { departments: [{ code: department_code, name: "総務部" }] };
    for (let again = 0; again < 2; again++) {
      expect((await callAs(t, admin, "put", "/api/manage/departments", master)).status).toBe(200);
    }
    expect((await bulk({ user_id: "N2", display_name: "N", department_code })).status).toBe(200);
  });

  it("can be named in a rule", async () => {
    const upload = { chunks: [{ text_type: "paragraph", content: "1" }] };
    const access_rules = {
      allow_all: false,
      allowed_users: [old.user_id],
      allowed_groups: [`g${OVERRIDE}1`, ZERO_WIDTH],
    };
    await callAs(t, admin, "put", "/api/manage/documents/odd-rule?wait=true", upload);
    const answer = await callAs(t, admin, "put", "/api/manage/documents/odd-rule/access-rules", access_rules, {
      "If-Match": "*",
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ access_rules });
  });

  it("in titles, names and labels are refused only if they turn the text around them", async () => {
    const odd = `規則${OVERRIDE}gnp.exe`;
    const file = { "Content-Type": "text/markdown" };
    const document = "/api/manage/documents/titled?wait=true";
    const section_path = [{ level: 1, type: "article", label: odd, title: "t" }];
    const at = (entry: string) => `${entry} must not contain the invisible character U+202E (character 3)`;
    const calls: readonly [string, ...Call][] = [
      ["title", "put", `${document}&title=${encodeURIComponent(odd)}`, "x", file],
      ["version", "put", `${document}&version=${encodeURIComponent(odd)}`, "x", file],
      ["label", "put", document, { chunks: [{ text_type: "paragraph", content: "x", metadata: { section_path } }] }],
      ["display_name", "put", "/api/manage/users/T1", { display_name: odd }],
      ["department_name", "put", "/api/manage/users/T1", { display_name: "T", department_name: odd }],
      ["departments[0].name", "put", "/api/manage/departments", { departments: [{ code: "D9", name: odd }] }],
      ["name", "post", "/api/tokens", { name: odd, audience: "api", days: 1 }],
      ["said", "put", "/api/manage/vocabulary", { entries: [{ said: odd, meant: ["x"] }] }, { "If-Match": "*" }],
    ];
    for (const [field, ...call] of calls) {
      const { status, body } = await callAs(t, admin, ...call);
      expect({ field, status, message: body.error?.message }).toEqual({
        ...{ field, status: 400 },
        message: expect.stringContaining(at(field)),
      });
    }
    const heading = await callAs(t, admin, "put", document, `# ${odd}\n\ntext\n`, file);
    expect(heading.body.state).toBe("done");
    const read = await callAs(t, admin, "get", "/api/documents/titled/chunks");
    expect(read.body.document.title).toBe("規則gnp.exe");
  });

  describe("ids of documents", () => {
    const CHUNKS = { chunks: [{ text_type: "paragraph", content: "1" }] };
    const pathOf = (id: string) => `/api/manage/documents/${encodeURIComponent(id)}`;
    const upload = (id: string, body: object = CHUNKS) => callAs(t, admin, "put", `${pathOf(id)}?wait=true`, body);
    const uploadFile = (id: string) =>
      t
        .http()
        .put(`${pathOf(id)}?wait=true`)
        .set("Authorization", `Bearer ${admin}`)
        .set("Content-Type", "text/markdown")
        .send("本文");
    /** Accepts an upload like older versions, which did not refuse such ids. */
    const uploadBefore = async (id: string, draft: boolean) => {
      const { jobs, onJob } = t.service.deps;
      const waiting = { title: id, version: "", access_rules: EVERYONE };
      const known = { standings: async () => [{ document_id: id, published: null, draft: waiting, next_rules: null }] };
      const bytes = new TextEncoder().encode("前の版");
      const file = { media_type: "text/markdown", bytes, publish: !draft };
      const job = await acceptDocument(id, file, null, { jobs, documents: known });
      if (isRefusal(job)) throw new Error(job.problems.map(({ code }) => code).join());
      onJob();
      while ((await jobs.find(job.job_id))?.state !== "done") await sleep(10);
    };

    it.each([
      ["U+3164", "\u3164"],
      ["U+FFA0", "\uFFA0"],
      ["U+115F", "\u115F"],
      ["U+1160", "\u1160"],
    ])("are refused with %s, as a file and as chunks; a Hangul letter is accepted", async (code, char) => {
      for (const answer of [await upload(`就業${char}`), await uploadFile(`就業${char}`)]) {
        expect(answer.status).toBe(422);
        expect(answer.body).toEqual(errorBody("INVALID_IDENTIFIER", `${refusal("document_id", code, 3)}.`));
      }
      expect(await t.service.deps.documents.find(`就業${char}`)).toBeNull();
      expect((await upload("규칙")).status).toBe(200);
    });

    it.each([
      ["document", false],
      ["draft", true],
    ])("of an existing %s continue to work", async (name, draft) => {
      const id = `${name}\u3164`;
      expect((await upload(id)).status).toBe(422);
      await uploadBefore(id, draft);
      expect((await upload(id, { ...CHUNKS, publish: !draft })).body).toMatchObject({ state: "done" });
      expect((await uploadFile(id)).body).toMatchObject({ state: "done" });
    });
  });

  describeWithRealData("with the big list of naughty strings", () => {
    it("are refused as ids and groups, and every other string is accepted or refused for another reason", async () => {
      const texts = [
        ...new Set(JSON.parse(readFileSync(join(realDataDir, "vectors/blns.json"), "utf8")) as string[]),
      ].filter((text) => text.length > 0 && text.length <= 128);
      const odd = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u;
      let refused = 0;
      for (const [i, text] of texts.entries()) {
        const { body } = await bulk(
          { user_id: text, display_name: "x" },
          { user_id: `blns-${i}`, display_name: "x", permission_groups: [text] },
        );
        if (!odd.test(text)) continue;
        refused += 1;
        expect({ text, errors: body.errors.length }).toEqual({ text, errors: 2 });
        expect(await find(text)).toBeNull();
      }
      expect(refused).toBeGreaterThan(5);
    });
  });
});
