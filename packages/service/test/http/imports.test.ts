import { monitorEventLoopDelay } from "node:perf_hooks";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { aUser } from "@retrieval/contract";
import type { Problem } from "@retrieval/core/problems";
import { headOfficeCsv, sampleDepartments, sampleUsers } from "@retrieval/demo";
import iconv from "iconv-lite";
import { errorBody, startTestService, type TestService } from "../harness.js";

const HEADER = "社員番号,氏名,部署,メールアドレス";
const HEAD_OFFICE = sampleUsers().filter(({ head_office }) => head_office);

type Named = readonly [user_id: string | null, display_name: string | null];
const refusedLine = (line: number, [user_id, display_name]: Named, reason: string, problem: Problem) => ({
  line,
  user_id,
  display_name,
  reason,
  problems: [problem],
});

describe("imports of the portal's CSV", () => {
  let t: TestService;
  let admin: string;
  beforeAll(async () => {
    t = await startTestService();
  });
  beforeEach(async () => {
    await t.database.pool.query("TRUNCATE users, departments CASCADE");
    admin = await t.signedIn("000001", { role: "admin" });
  });
  afterAll(() => t.close());

  const send = (query: string, csv: string | Buffer, headers: Record<string, string> = {}) =>
    t
      .http()
      .post(`/api/manage/imports?${query}`)
      .set({ Authorization: `Bearer ${admin}`, "Content-Type": "text/csv", ...headers })
      .send(csv);
  const check = (query: string, csv: string | Buffer) => send(`${query}&dry_run=true`, csv);
  const apply = (query: string, csv: string | Buffer, { headers }: { headers: Record<string, string> }) =>
    send(query, csv, { "If-Match": headers.etag as string });
  const lines = (...rows: string[]) => [HEADER, ...rows].join("\r\n");
  const user = (user_id: string) => t.service.deps.users.find(user_id);

  async function applied(query: string, csv: string | Buffer) {
    const response = await apply(query, csv, await check(query, csv));
    expect(response.status).toBe(200);
    return response.body;
  }

  it("take the head office of the sample company from CP932, code by department name, name byte for byte", async () => {
    await t
      .http()
      .put("/api/manage/departments")
      .set("Authorization", `Bearer ${admin}`)
      .send({ departments: sampleDepartments.map(({ code, name }) => ({ code, name })) });
    const checked = await check("mode=import", headOfficeCsv());
    expect(checked.status).toBe(200);
    expect(checked.body).toMatchObject({
      encoding: "CP932",
      // 000001 is the caller, so it exists.
      counts: { new: 279, changed: 0, unchanged: 0, reactivated: 0, deactivated: 0, skipped: 1, refused: 0 },
      refused: [],
    });
    expect(await user(HEAD_OFFICE[5]?.user_id as string)).toBeNull();

    const done = await apply("mode=import", headOfficeCsv(), checked);
    // The same changes from the same state.
    expect(done.body).toEqual(checked.body);
    for (const { user_id, display_name, department_code, email } of HEAD_OFFICE.filter(
      (user) => user.user_id !== "000001",
    )) {
      expect(await user(user_id)).toMatchObject({
        display_name,
        department_code,
        email,
        role: "user",
        permission_groups: [],
      });
    }
    const again = await check("mode=import&update=true", headOfficeCsv());
    expect(again.body.counts).toMatchObject({ new: 0, changed: 1, unchanged: 279, refused: 0 });
  });

  it("find the code of a department that CP932 and Unicode write with different characters, and keep the name as given", async () => {
    const departments = [
      { code: "D1", name: "東京〜大阪" },
      { code: "D2", name: "第1−2課" },
    ];
    await t.http().put("/api/manage/departments").set("Authorization", `Bearer ${admin}`).send({ departments });
    // 0x8160 and 0x817C.
    const bytes = iconv.encode(lines("100001,一,東京～大阪,", "100002,二,第１－２課,"), "cp932");
    expect(bytes.includes(Buffer.from([0x81, 0x60])) && bytes.includes(Buffer.from([0x81, 0x7c]))).toBe(true);
    const { body } = await check("mode=import", bytes);
    expect(body).toMatchObject({ encoding: "CP932", counts: { new: 2 }, warnings: [] });
    await applied("mode=import", bytes);
    expect(await user("100001")).toMatchObject({ department: "東京～大阪", department_code: "D1" });
    expect(await user("100002")).toMatchObject({ department: "第１－２課", department_code: "D2" });
  });

  it("refuse each bad line with its number and reason, and continue with the others", async () => {
    const csv = lines(
      "100001,山田,総務部,a@b.example",
      "100002,,総務部,",
      ",名無し,,",
      "100003,佐藤,総務部,not-an-address",
      "100001,二人目,,",
      "100004,鈴木,,",
    );
    await t.signedIn("100002");
    const { body } = await check("mode=import", csv);
    expect(body.counts).toMatchObject({ new: 2, refused: 4 });
    expect(body.refused).toEqual([
      // The line has no name, and the service has one.
      refusedLine(3, ["100002", "Name of 100002"], "the name is empty", {
        code: "line.empty_cell",
        field: "display_name",
      }),
      refusedLine(4, [null, "名無し"], "the employee number is empty", { code: "line.empty_cell", field: "user_id" }),
      refusedLine(5, ["100003", "佐藤"], "email must be an e-mail address", { code: "email.ill_formed" }),
      refusedLine(6, ["100001", "二人目"], "duplicate of line 2", {
        code: "user_id.duplicate_line",
        first_line: 2,
      }),
    ]);
    expect((await applied("mode=import", csv)).counts).toMatchObject({ new: 2, refused: 4 });
    expect(await user("100004")).toMatchObject({ display_name: "鈴木" });
  });

  it("name the users who are added, changed, reactivated and deactivated", async () => {
    const names = { "1": "残る", "2": "変わる", "3": "去る", "4": "戻る" };
    for (const [user_id, display_name] of Object.entries(names))
      await t.service.deps.users.change([user_id], () => ({
        kept: null,
        records: [aUser({ user_id, display_name, is_active: user_id !== "4" })],
      }));
    const { body } = await check("mode=sync", lines("1,残る,,", "2,変わった,,", "4,戻る,,", "5,新人,,", "6,新人二,,"));
    expect(body.users).toEqual([
      { change: "new", line: 5, user_id: "5", display_name: "新人" },
      { change: "new", line: 6, user_id: "6", display_name: "新人二" },
      { change: "changed", line: 3, user_id: "2", display_name: "変わった" },
      { change: "reactivated", line: 4, user_id: "4", display_name: "戻る" },
      { change: "deactivated", line: null, user_id: "3", display_name: "去る" },
    ]);
  });

  it("warn of employee numbers that lost their leading zeros", async () => {
    await applied("mode=import", lines("001234,髙橋,,"));
    const { body } = await check("mode=import", lines("1234,髙橋,,", "5678,別人,,"));
    expect(body.warnings).toEqual([
      {
        line: 2,
        user_id: "1234",
        display_name: "髙橋",
        warning: expect.stringContaining("001234"),
        problem: { code: "user_id.leading_zeros", user_id: "1234", known: "001234" },
      },
    ]);
  });

  it("change existing users only with update, and only the fields in the file", async () => {
    await applied("mode=import", lines("100010,前,総務部,old@b.example"));
    expect((await check("mode=import", lines("100010,後,,"))).body.counts).toMatchObject({ skipped: 1, changed: 0 });
    const body = await applied("mode=import&update=true", lines("100010,後,,"));
    expect(body.counts).toMatchObject({ changed: 1 });
    expect(await user("100010")).toMatchObject({ display_name: "後", department: "総務部", email: "old@b.example" });
  });

  it("are applied with the ETag of their check only, and once", async () => {
    const csv = lines("100020,一度,,");
    const checked = await check("mode=import", csv);
    const missing = await send("mode=import", csv);
    expect({ status: missing.status, body: missing.body }).toEqual({
      status: 428,
      body: errorBody("PRECONDITION_REQUIRED"),
    });
    for (const tag of ['"x"', "x", `W/${checked.headers.etag}`])
      expect((await send("mode=import", csv, { "If-Match": tag })).status).toBe(412);
    expect((await apply("mode=import", lines("100020,二度,,"), checked)).status).toBe(412);
    expect(await user("100020")).toBeNull();
    expect((await apply("mode=import", csv, checked)).status).toBe(200);
    const again = await apply("mode=import", csv, checked);
    expect({ status: again.status, body: again.body }).toEqual({ status: 412, body: errorBody("PRECONDITION_FAILED") });
    expect((await send("mode=import", csv, { "If-Match": "*" })).body.counts).toMatchObject({ skipped: 1 });
  });

  it("refuse an unreadable file and invalid parameters with a sentence", async () => {
    for (const [query, csv] of [
      ["mode=import", Buffer.from([0xff, 0xfe, 0x00, 0x41, 0x81, 0x20])],
      ["mode=import", ""],
      ["mode=import", "色,形\r\n赤,丸\r\n"],
      ["mode=replace", lines("1,a,,")],
      ["update=maybe", lines("1,a,,")],
      ["columns=nonsense", lines("1,a,,")],
    ] as const) {
      const response = await check(query, csv);
      expect({ query, csv, status: response.status, body: response.body }).toEqual({
        query,
        csv,
        status: 400,
        body: errorBody("INVALID_REQUEST"),
      });
    }
    const named = await check(`columns=${encodeURIComponent("user_id:番号,display_name:2")}`, "番号,だれ\r\n7,七\r\n");
    expect(named.body.counts).toMatchObject({ new: 1 });
  });

  it("refuse a file beyond the limits with the line, while other requests are answered", async () => {
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    const began = performance.now();
    for (const [csv, sentence] of [
      [",".repeat(16 * 1024 * 1024), "Line 1 has more than 100 columns"],
      [`${HEADER}\r\n${"1,A,,\r\n".repeat(500_000)}`, "At line 20002 the file has more than 20000 users"],
      [`${HEADER}\r\n${"1,A,,\r\n".repeat(3)}${",,,\r\n".repeat(1_000_000)}`, null],
    ] as const) {
      const response = await check("mode=import", Buffer.from(csv));
      if (sentence === null) expect(response.body.counts).toMatchObject({ new: 1, refused: 2 });
      else expect(response.body).toEqual(errorBody("INVALID_REQUEST", expect.stringContaining(sentence)));
    }
    delay.disable();
    // On a busy machine all requests are slow, and reading takes longer: there are three readings.
    expect(delay.max / 1e6).toBeLessThan(Math.max(1_000, (performance.now() - began) / 6));
  });

  describe("as a synchronisation", () => {
    const rows = Array.from({ length: 10 }, (_, i) => `20000${i},人 ${i},,`);
    beforeEach(async () => {
      await applied("mode=import", lines(...rows));
    });

    it("create, update and reactivate the users in the file and deactivate the others, of role user only", async () => {
      await t.signedIn("dev", { role: "developer" });
      await applied("mode=sync", lines(...rows.slice(0, 9)));
      expect((await user("200009"))?.is_active).toBe(false);
      await t.signedIn("dev2", { role: "developer" });
      const csv = lines(...rows.slice(1), "200010,新人,,", "dev,別名,,");
      const { body } = await check("mode=sync", csv);
      // Not of 000001, who sends the file.
      expect(body.warnings.filter(({ line }: { line: number }) => line === 0)).toMatchObject([
        { user_id: "dev2", display_name: "Name of dev2", problem: { code: "role.not_in_file", role: "developer" } },
      ]);
      expect(body.counts).toEqual({
        new: 1,
        changed: 0,
        unchanged: 8,
        reactivated: 1,
        deactivated: 1,
        skipped: 1,
        refused: 0,
      });
      await applied("mode=sync", csv);
      expect((await user("200009"))?.is_active).toBe(true);
      expect((await user("200000"))?.is_active).toBe(false);
      expect(await user("dev")).toMatchObject({ role: "developer", is_active: true, display_name: "Name of dev" });
      expect(await user("000001")).toMatchObject({ role: "admin", is_active: true });
    });

    it("keep the users of refused lines, and stop if a line's number cannot be read", async () => {
      const { body } = await check("mode=sync", lines(...rows.slice(0, 9), "200009,人 9,,not-an-address"));
      expect(body.counts).toMatchObject({ refused: 1, deactivated: 0 });
      const illegible = await check("mode=sync", lines(...rows.slice(0, 9), ",人 9,,"));
      expect(illegible.status).toBe(400);
      expect(illegible.body).toEqual(errorBody("INVALID_REQUEST", expect.stringContaining("line 11")));
    });

    it("do not deactivate users who were created after the check", async () => {
      const checked = await check("mode=sync", lines(...rows.slice(1)));
      await t.signedIn("latecomer");
      expect((await apply("mode=sync", lines(...rows.slice(1)), checked)).status).toBe(412);
      for (const user_id of ["latecomer", "200000"]) expect((await user(user_id))?.is_active).toBe(true);
    });
  });
});
