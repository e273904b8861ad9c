import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { startTestService, type TestService } from "../harness.js";
import { recordedEntries } from "./record.js";
import { seenEffects, seenReaders } from "./seen-readers.js";

const DEPARTMENTS = ["総務部", "経理部", "営業部"] as const;
const PEOPLE = ["100001", "100002", "100003", "100004", "100005"] as const;

interface Effect {
  readonly document_id: string;
  readonly gained: number;
  readonly lost: number;
}

type Users = readonly (readonly [string, string])[];

interface Checked {
  readonly effects: readonly Effect[];
  readonly counts: { readonly deactivated: number };
  readonly mode: string;
  readonly sent: Users;
  readonly etag: string;
}

describe("an import says which documents gain and lose readers", () => {
  let t: TestService;
  let admin: string;
  beforeAll(async () => {
    t = await startTestService();
  });
  beforeEach(async () => {
    await t.empty();
    admin = await t.signedIn("000001", { role: "admin" });
    const departments = DEPARTMENTS.map((name, i) => ({ code: `D${i}`, name }));
    await t.http().put("/api/manage/departments").set("Authorization", `Bearer ${admin}`).send({ departments });
  });
  afterAll(() => t.close());

  const publish = (document_id: string, access_rules: object) =>
    t
      .http()
      .put(`/api/manage/documents/${document_id}?wait=true`)
      .set("Authorization", `Bearer ${admin}`)
      .send({ chunks: [{ text_type: "paragraph", content: "text" }], access_rules })
      .expect(200);
  const send = async (mode: string, users: Users, query: string, headers = {}) => {
    const rows = users.map(([user_id, department]) => `${user_id},人 ${user_id},${department}`);
    const response = await t
      .http()
      .post(`/api/manage/imports?update=true&mode=${mode}&${query}`)
      .set({ Authorization: `Bearer ${admin}`, "Content-Type": "text/csv", ...headers })
      .send(["社員番号,氏名,部署", ...rows].join("\r\n"));
    expect(response.status).toBe(200);
    return response;
  };
  const check = async (mode: string, users: Users): Promise<Checked> => {
    const { body, headers } = await send(mode, users, "dry_run=true");
    return { ...body, mode, sent: users, etag: headers.etag };
  };
  const apply = async ({ mode, sent, etag, counts }: Checked): Promise<{ effects: readonly Effect[] }> =>
    (await send(mode, sent, `yes_deactivate=${counts.deactivated}`, { "If-Match": etag })).body;
  const closedTo = (...codes: string[]) => ({ allow_all: false, allowed_department_codes: codes });

  it("by changed departments, deactivated and new users, before it is applied and in its report", async () => {
    await publish("open", { allow_all: true });
    await publish("d0", closedTo("D0"));
    await publish("d1", closedTo("D1"));
    await publish("nobody", closedTo());
    const first = await check("import", [
      ["100001", "総務部"],
      ["100002", "総務部"],
    ]);
    expect(first.effects).toEqual([
      { document_id: "d0", title: "d0", gained: 2, lost: 0 },
      { document_id: "open", title: "open", gained: 2, lost: 0 },
    ]);
    expect((await apply(first)).effects).toEqual(first.effects);

    const moved = await check("import", [["100001", "経理部"]]);
    expect(moved.effects).toEqual([
      { document_id: "d0", title: "d0", gained: 0, lost: 1 },
      { document_id: "d1", title: "d1", gained: 1, lost: 0 },
    ]);
    await apply(moved);

    const left = await check("sync", [["100002", "総務部"]]);
    expect(left.effects).toEqual([
      { document_id: "d1", title: "d1", gained: 0, lost: 1 },
      { document_id: "open", title: "open", gained: 0, lost: 1 },
    ]);
    await apply(left);
    expect((await check("sync", [["100002", "総務部"]])).effects).toEqual([]);
    const explained = await recordedEntries(t, admin, { kind: "access-explained" });
    // Of the four checks: what is applied is in the entries of its changes.
    expect(explained.map(({ details }) => details)).toMatchObject(
      [0, 2, 2, 2].map((documents_affected) => ({ documents_affected })),
    );
    const forLeft = explained[1];
    expect(forLeft).toMatchObject({ by_user: "000001", user_id: null });
    const user_ids = { count: 2, first: ["100002", "100001"] };
    expect(forLeft?.details).toEqual({ documents_affected: 2, user_ids });
    await check("import", [["100002", "総務部"]]);
    const [forOne] = await recordedEntries(t, admin, { kind: "access-explained", user_id: "100002" });
    expect(forOne?.details).toMatchObject({ user_ids: { count: 1, first: ["100002"] } });
  });

  it("with exactly the numbers after it has been applied", async () => {
    await publish("all", { allow_all: true });
    await publish("d0", closedTo("D0"));
    await publish("d1-d2", closedTo("D1", "D2"));
    await publish("one", { allow_all: false, allowed_users: ["100003"], allowed_department_codes: ["D1"] });
    const readers = () => seenReaders(t, ["all", "d0", "d1-d2", "one"], PEOPLE);
    const file = fc.uniqueArray(fc.tuple(fc.constantFrom(...PEOPLE), fc.constantFrom("", "無い部", ...DEPARTMENTS)), {
      minLength: 1,
      selector: ([user_id]) => user_id,
    });
    await fc.assert(
      fc.asyncProperty(file, fc.constantFrom("import", "sync"), async (users, mode) => {
        const before = await readers();
        const checked = await check(mode, users);
        await apply(checked);
        const after = await readers();
        const seen = seenEffects(before, after);
        expect(checked.effects).toEqual(seen);
      }),
      { seed: 20_260_401, numRuns: 12 },
    );
  });
});
