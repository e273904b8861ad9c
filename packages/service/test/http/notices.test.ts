import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { callAs, useTestService } from "../harness.js";

const DOOR = "/api/documents/work-rules";
const MANAGE = "/api/manage/documents/work-rules";
const version = (number: number) => ({ version: number });

describe("a version that readers are asked to confirm", () => {
  const t = useTestService({ env: { TIME_ZONE: "Asia/Tokyo" } });
  let reader: string;
  let other: string;
  const call = (token: string, ...rest: [method: "get" | "post" | "put", path: string, body?: object]) =>
    callAs(t, token, ...rest);
  const notices = async (token: string) => (await call(token, "get", "/api/notices").expect(200)).body.items;

  const upload = async (texts: readonly string[], enactment: object) => {
    const chunks = texts.map((content, i) => ({
      ...{ text_type: "paragraph", content },
      metadata: { section_path: [{ level: 1, type: "article", label: `第${i + 1}条`, title: "題" }] },
    }));
    const access_rules = { allow_all: false, allowed_groups: ["staff"] };
    const body = { title: "就業規則", version: `${texts.length} 条の版`, access_rules, chunks, ...enactment };
    await call(t.admin, "put", `${MANAGE}?wait=true`, body).expect(200);
  };

  beforeAll(async () => {
    reader = await t.signedIn("100001", { permission_groups: ["staff"] });
    other = await t.signedIn("100002");
    await upload(["古い文"], {});
    await upload(["新しい文", "もう一つの文"], {
      ...{ effective_from: "2026-04-01", notice: "confirm", confirm_by: "2026-04-15", note: "改正のため" },
    });
  });

  it("is told to who may read it, with the articles that change, and to no other user", async () => {
    expect(await notices(reader)).toEqual([
      {
        ...{ document_id: "work-rules", title: "就業規則", number: 2, version: "2 条の版", notice: "confirm" },
        ...{ note: "改正のため", effective_from: "2026-04-01", confirm_by: "2026-04-15", standing: "coming" },
        ...{ changed_articles: ["第1条", "第2条"], read_at: null, confirmed_at: null, reminded_at: null },
      },
    ]);
    expect(await notices(other)).toEqual([]);
    const { body } = await call(t.admin, "get", "/api/manage/notices?user_id=100001").expect(200);
    expect(body.items).toEqual(await notices(reader));
    await call(t.admin, "get", "/api/manage/notices?user_id=unknown").expect(404);
  });

  it("is confirmed once, and read once, by who may read it", async () => {
    const { body: read } = await call(reader, "post", `${DOOR}/notice-read`, version(2)).expect(200);
    const { body } = await call(reader, "post", `${DOOR}/confirmation`, version(2)).expect(200);
    expect((await call(reader, "post", `${DOOR}/confirmation`, version(2)).expect(200)).body).toEqual(body);
    expect(await notices(reader)).toMatchObject([{ ...read, ...body }]);
    const absent = await call(reader, "post", "/api/documents/absent/confirmation", version(2)).expect(404);
    const hidden = await call(other, "post", `${DOOR}/confirmation`, version(2)).expect(404);
    expect(hidden.body).toEqual(absent.body);
    for (const [token, number] of [
      [reader, 1],
      [reader, 3],
      [reader, 2 ** 40],
      // Who sees every document is told, and not asked.
      [t.admin, 2],
    ] as const) {
      const refused = await call(token, "post", `${DOOR}/confirmation`, version(number)).expect(409);
      expect(refused.body.error.problems).toEqual([{ code: "version.not_to_confirm", number }]);
    }
    expect(await notices(t.admin)).toMatchObject([{ number: 2, notice: "tell" }]);
  });

  it("is listed for administrators with who has not confirmed it, also as CSV with the same filter", async () => {
    await t.signedIn("100003", { permission_groups: ["staff"] });
    const { body } = await call(t.admin, "get", `${MANAGE}/confirmations`).expect(200);
    expect(body).toMatchObject({ number: 2, of: 2, confirmed: 1, is_asked: true, standing: "coming" });
    const ids = (items: { user_id: string }[]) => items.map(({ user_id }) => user_id);
    expect(ids(body.items)).toEqual(["100001", "100003"]);
    const first = await call(t.admin, "get", `${MANAGE}/confirmations?limit=1`).expect(200);
    const next = `${MANAGE}/confirmations?limit=1&cursor=${first.body.next_cursor}`;
    expect(ids((await call(t.admin, "get", next).expect(200)).body.items)).toEqual(["100003"]);
    const csv = await call(t.admin, "get", `${MANAGE}/confirmations?version=2&state=open&format=csv`).expect(200);
    expect(csv.text).toBe(
      "\uFEFFdocument_id,number,version,user_id,display_name,confirmed_at\r\nwork-rules,2,2 条の版,100003,Name of 100003,\r\n",
    );
    await call(t.admin, "get", `${MANAGE}/confirmations?version=1`).expect(409);
    await call(t.admin, "get", `${MANAGE}/confirmations?version=9`).expect(404);
    await call(t.admin, "get", "/api/manage/documents/absent/confirmations").expect(404);
  });

  it("is first in the list of who is reminded; a version without confirmation reminds no user", async () => {
    const { body } = await call(t.admin, "post", `${MANAGE}/confirmations/remind`, version(2)).expect(200);
    expect(body).toEqual({ reminded_at: expect.any(String), readers: 1 });
    expect(await notices(reader)).toMatchObject([{ reminded_at: body.reminded_at }]);
    const { body: refused } = await call(t.admin, "post", `${MANAGE}/confirmations/remind`, version(1)).expect(409);
    expect(refused.error.problems).toEqual([{ code: "version.not_to_confirm", number: 1 }]);
  });

  it("has a certificate that anybody can check against the text and the CSV", async () => {
    const { body } = await call(t.admin, "get", `${MANAGE}/versions/2/certificate`).expect(200);
    const { body: page } = await call(t.admin, "get", `${MANAGE}/versions/2/chunks`).expect(200);
    const hashes = page.items.map((chunk: { metadata: { text_hash: string } }) => chunk.metadata.text_hash);
    const sha256 = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`;
    const csv = await call(t.admin, "get", `${MANAGE}/confirmations?version=2&format=csv`).expect(200);
    expect(body).toMatchObject({
      ...{ made_at: "2026-01-15T00:00:00.000Z", standing: "coming", readable_until: null, notice: "confirm" },
      text_sha256: sha256(hashes.join("\n")),
      reminded_at: [expect.any(String)],
      readers: { access_rules: { allowed_groups: ["staff"] }, rule_changes: 0 },
      confirmations: { of: 2, confirmed: 1, csv_sha256: sha256(csv.text) },
    });
    expect(body.confirmations.first_at).toBe((await notices(reader))[0].confirmed_at);
    const first = await call(t.admin, "get", `${MANAGE}/versions/1/certificate`).expect(200);
    expect(first.body).toMatchObject({
      notice: "none",
      confirmations: null,
      reminded_at: [],
      readers: { rule_changes: 0 },
    });
    for (const number of ["9", "9999999999", "0", "1x", "%2E%2E"])
      await call(t.admin, "get", `${MANAGE}/versions/${number}/certificate`).expect(404);
  });

  it("ends for a reader with the right to read it, and comes back with it", async () => {
    const rule = (groups: string[]) =>
      callAs(
        t,
        t.admin,
        "put",
        `${MANAGE}/access-rules`,
        { allow_all: false, allowed_groups: groups },
        { "If-Match": "*" },
      );
    await rule(["board"]).expect(200);
    expect(await notices(reader)).toEqual([]);
    await call(reader, "post", `${DOOR}/confirmation`, version(2)).expect(404);
    const { body } = await call(t.admin, "get", `${MANAGE}/confirmations`).expect(200);
    // Proof stays.
    expect(body).toMatchObject({ of: 1, confirmed: 1, items: [{ user_id: "100001" }] });
    await rule(["staff"]).expect(200);
    expect(await notices(reader)).toMatchObject([{ confirmed_at: expect.any(String) }]);
  });

  it("comes into force for its notice when its text does, whatever the clock says", async () => {
    t.clock.seconds = Date.UTC(2026, 2, 31, 15) / 1000;
    reader = await t.signedIn("100001", { permission_groups: ["staff"] });
    const standings = async () => {
      const { body } = await call(reader, "get", DOOR).expect(200);
      return [body.coming !== null, (await notices(reader))[0].standing];
    };
    expect(await standings()).toEqual([true, "coming"]);
    await t.service.days.keepToday();
    expect(await standings()).toEqual([false, "in_force"]);
  });
});
