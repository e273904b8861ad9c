import { beforeAll, describe, expect, it } from "@jest/globals";
import { type Call, callAs, errorBody, NOW, useTestService } from "../harness.js";

const FEED = "/api/manage/changes";
const RULE = { allow_all: false, allowed_groups: ["staff"] };
const day = (after: number) => new Date((NOW + after * 86_400) * 1000).toISOString().slice(0, 10);

describe("the feed of changes", () => {
  const t = useTestService();
  const as = (...call: Call) => callAs(t, t.admin, ...call);
  const put = (document_id: string, fields: object = {}) =>
    as("put", `/api/manage/documents/${document_id}?wait=true`, {
      ...{ title: "旅費規程", version: "1", access_rules: RULE, chunks: [{ text_type: "paragraph", content: "日当" }] },
      ...fields,
    }).expect(200);
  let next: number;
  /** What was added since the last call. */
  const added = async () => {
    const { body } = await as("get", `${FEED}?after=${next}`).expect(200);
    next = body.next;
    return body.items.map(({ type, data }: { type: string; data: object }) => ({ type, ...data }));
  };

  beforeAll(async () => {
    for (const id of ["100001", "100002", "100003"])
      await t.signedIn(id, { permission_groups: [id === "100003" ? "other" : "staff"] });
    await t.signedIn("developer", { role: "developer" });
    const { body } = await as("get", FEED).expect(200);
    expect(body).toEqual({ items: [], next: expect.any(Number) });
    next = body.next;
  });

  it("tells a publication, its rule with counts, and that it is in force with a notice", async () => {
    await put("travel", { notice: "confirm" });
    const version = { document_id: "travel", number: 1, effective_from: day(0) };
    expect(await added()).toEqual([
      { type: "access.changed", document_id: "travel", rules_version: 1, cause: "upload", gained: 2, lost: 0 },
      { type: "document.published", ...version },
      { type: "document.in_force", ...version },
      { type: "notice.due", ...version, notice: "confirm" },
    ]);
    await as("post", "/api/manage/documents/travel/confirmations/remind", { version: 1 }).expect(200);
    expect(await added()).toEqual([{ type: "notice.due", document_id: "travel", number: 1, readers: 2 }]);
  });

  it("tells a coming version, its day, and that it was withdrawn", async () => {
    await put("travel", { version: "2", effective_from: day(10), chunks: [{ text_type: "paragraph", content: "二" }] });
    await put("travel", { version: "3", effective_from: day(20), chunks: [{ text_type: "paragraph", content: "三" }] });
    const published = { type: "document.published", document_id: "travel" };
    expect(await added()).toEqual([
      { ...published, number: 2, effective_from: day(10) },
      { ...published, number: 3, effective_from: day(20) },
    ]);
    await as("post", "/api/manage/documents/travel/versions/3/withdraw", { reason: "誤り" }).expect(204);
    expect(await added()).toEqual([{ type: "document.withdrawn", document_id: "travel", number: 3 }]);
    t.clock.seconds = NOW + 10 * 86_400;
    await t.service.days.keepToday();
    Object.assign(t, { admin: await t.signedIn("000001", { role: "admin" }) });
    const inForce = { type: "document.in_force", document_id: "travel", number: 2, effective_from: day(10) };
    expect(await added()).toContainEqual(inForce);
  });

  it("tells the end of a document", async () => {
    const plan = { effective_on: day(10), reason: "廃止" };
    await as("post", "/api/manage/documents/travel/abolish", plan).expect(204);
    expect(await added()).toContainEqual({
      ...{ type: "document.abolished", document_id: "travel", effective_on: day(10), replaced_by: null },
    });
    await put("by-mistake");
    await as("delete", "/api/manage/documents/by-mistake").expect(204);
    expect(await added()).toContainEqual({ type: "document.deleted", document_id: "by-mistake" });
  });

  it("tells a changed user without names and groups", async () => {
    const record = { display_name: "秘密", permission_groups: ["secret"] };
    await as("put", "/api/manage/users/100003", record).expect(200);
    const changes = await added();
    expect(changes).toEqual([
      { type: "user.changed", user_id: "100003", result: "updated", fields: ["display_name", "permission_groups"] },
    ]);
    expect(JSON.stringify(changes)).not.toMatch(/秘密|secret/);
  });

  it("names the users whom a rule let in or kept out, as they were then", async () => {
    await put("parking");
    await as("put", "/api/manage/documents/parking/access-rules", { allow_all: true }, { "If-Match": '"1"' });
    await as("put", "/api/manage/users/100001", { display_name: "L", is_active: false }).expect(200);
    const { body } = await as("get", `${FEED}?after=${next}`).expect(200);
    const [first, second] = body.items.filter(({ type }: { type: string }) => type === "access.changed");
    expect([first.data, second.data]).toMatchObject([{ gained: 2 }, { gained: 1, lost: 0 }]);
    const readers = async (position: number, more = "") =>
      (await as("get", `${FEED}/${position}/readers${more}`).expect(200)).body;
    const gained = (user_id: string) => ({ user_id, change: "gained" });
    expect(await readers(second.position)).toEqual({ items: [gained("100003")], next_cursor: null });
    const page = await readers(first.position, "?limit=1");
    expect(page).toEqual({ items: [gained("100001")], next_cursor: expect.any(String) });
    expect(await readers(first.position, `?limit=1&cursor=${page.next_cursor}`)).toEqual({
      ...{ items: [gained("100002")], next_cursor: null },
    });
    const audit = await as("get", "/api/manage/audit?kind=access-explained&document_id=parking");
    expect(audit.body.items).toHaveLength(3);
    for (const position of [first.position + 1, 999_999, "x", "99999999999999999999"])
      expect((await as("get", `${FEED}/${position}/readers`).expect(404)).body).toEqual(errorBody("NOT_FOUND"));
  });

  it("refuses a position that was never given", async () => {
    const gone = errorBody("CHANGES_GONE", expect.stringContaining("read everything again"));
    expect((await as("get", `${FEED}?after=${next + 1_000}`).expect(410)).body).toEqual(gone);
  });

  it("opens to a token with the role admin, and to no reader", async () => {
    const token = async (by: string, role: string) =>
      (await callAs(t, by, "post", "/api/tokens", { name: "x", audience: "api", days: 1, role }).expect(201)).body
        .token;
    await callAs(t, await token(t.admin, "admin"), "get", FEED).expect(200);
    await callAs(t, await token(t.admin, "user"), "get", FEED).expect(403);
    await callAs(t, await t.signedIn("100002"), "get", FEED).expect(403);
    await callAs(t, await token(t.admin, "admin"), "get", `${FEED}/1/readers`).expect(401);
  });
});
