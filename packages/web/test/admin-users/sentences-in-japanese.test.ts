import { describe, expect, it } from "@jest/globals";
import { type HashedChange, type PlanOptions, planChanges, readUserFields, type User } from "@retrieval/core";
import { readPeopleCsv } from "@retrieval/portal";
import { inJapanese } from "../../src/admin/users/sentences-in-japanese.js";

const HEADER = "社員番号,氏名,部署,メールアドレス";
/** Words of an English sentence; identifiers, codes and names of formats are none. */
const ENGLISH =
  /\b(the|is|are|has|have|must|with|not|and|or|of|in|to|so|be|user|line|file|column|cell|cells|quote|name)\b/i;

const MAY_BE_SPLIT =
  "An import may be split into several files; a synchronisation may not, because each part would deactivate everybody in the others.";

const bytes = (text: string) => new TextEncoder().encode(text);

function admin(user_id: string, more: Partial<User> = {}): User {
  const unknown = { department: null, department_code: null, department_code_given: false, email: null };
  const rest = { permission_groups: [], is_active: true, password_hash: null, sessions: 0 };
  return { user_id, display_name: "大友 誠", ...unknown, role: "admin", ...rest, ...more };
}

/** What a plan says of one change to somebody who is there. */
function planned(
  change: Partial<HashedChange>,
  person: User,
  options: Partial<PlanOptions> = {},
  deactivations = { active: 0, recent: 0, unagreed: 0 },
): string[] {
  const state = {
    existing: new Map([[person.user_id, person]]),
    active_admins: [person.user_id],
    deactivations,
    known_keys: new Set<string>(),
    departments: [
      { code: "D1", name: "人事部" },
      { code: "D2", name: "人事部" },
    ],
  };
  const [plan] = planChanges([{ user_id: person.user_id, ...change }], state, {
    update_existing: true,
    department_sets_code: true,
    ordinary_users_only: false,
    caller_id: null,
    via: "import",
    yes_deactivate: 0,
    ...options,
  });
  return plan?.result === "error" ? [plan.error] : [...(plan?.warnings ?? [])];
}

describe("What the service says about a file", () => {
  it.each([
    ["empty", ""],
    ["nothing but line breaks", "\n\n,,\n"],
    ["one column", "社員番号\n1"],
    ["no column that is known", "a,b\n1,2"],
    ["no name", "社員番号,x\n1,2"],
    ["two names", "社員番号,氏名,名前\n1,2,3"],
    ["a quote that is never closed", `${HEADER}\n"000108,x\n`],
    ["a quote too few", `${HEADER}\n"000108,x,,\n000109,"y,,\n`],
    ["too many columns", `${HEADER}${",".repeat(200)}\n`],
  ])("has Japanese words where the file is or has %s", (_what, text) => {
    const said = readPeopleCsv(bytes(text));
    if (typeof said !== "string") throw new Error("the file was read");
    expect(inJapanese(said)).not.toMatch(ENGLISH);
  });

  it("has Japanese words for files of other kinds", () => {
    for (const start of [
      [0xff, 0xfe, 0x41, 0],
      [0x50, 0x4b, 3, 4],
      [0x93, 0xff, 0x41],
      [0xef, 0xbb, 0xbf, 0x93, 0xff],
    ]) {
      const said = readPeopleCsv(new Uint8Array(start));
      expect(inJapanese(String(said))).not.toMatch(ENGLISH);
    }
  });

  it("has Japanese words for columns that were named wrongly", () => {
    for (const columns of [{ user_id: "番号" }, { user_id: "9" }, { user_id: "1", display_name: "1" }]) {
      const said = readPeopleCsv(bytes(`${HEADER}\n1,2,3,4`), columns);
      expect(inJapanese(String(said))).not.toMatch(ENGLISH);
    }
  });

  it("has Japanese words for more people than a file may have", () => {
    const said = readPeopleCsv(bytes(`${HEADER}\n${"1,2,3,4\n".repeat(20_001)}`));
    expect(inJapanese(String(said))).toBe(
      "人数が上限（20000 人）を超えています（20002 行目）。「追加・更新」のときはファイルを分割できますが、「同期」のときは分割しないでください。",
    );
  });

  it("has Japanese words for files that cannot be read within limits", () => {
    for (const said of [
      `The file takes longer than 60 seconds to read. Take out empty lines. ${MAY_BE_SPLIT}`,
      `The file needs too much memory to read. ${MAY_BE_SPLIT}`,
    ]) {
      expect(inJapanese(said)).toContain("「同期」のときは分割しないでください。");
      expect(inJapanese(said)).not.toMatch(ENGLISH);
    }
  });
});

describe("What the service says about a line", () => {
  it("has Japanese words for lines that cannot be read", () => {
    const file = readPeopleCsv(bytes(`${HEADER}\n123,,x,\n,y,z,\na,b,c,d,e\n"1"2,b,c,d\n`));
    if (typeof file === "string") throw new Error(file);
    expect(file.refused).toHaveLength(4);
    for (const { reason } of file.refused) expect(inJapanese(reason)).not.toMatch(ENGLISH);
  });

  it.each([
    { user_id: "", display_name: "x" },
    { user_id: " 1", display_name: "x" },
    { user_id: "1".repeat(200), display_name: "a\nb" },
    { user_id: "1", display_name: "\uD800", email: "nobody" },
    { user_id: "1" },
  ])("has Japanese words for fields that cannot stand: %j", (entry) => {
    const said = readUserFields(entry, ["user_id", "display_name", "email"]);
    expect(inJapanese(String(said))).not.toMatch(ENGLISH);
  });

  it("has Japanese words for changes that are refused or worth a look", () => {
    const ordinary = admin("000002", { role: "user" });
    const all = [
      ...planned({ is_active: false }, admin("000001")),
      ...planned({ is_active: false }, admin("000001"), { caller_id: "000001" }),
      ...planned({ role: "user" }, admin("000001"), { ordinary_users_only: true }),
      ...planned({ department: "無い部署" }, ordinary),
      ...planned({ department: "人事部" }, ordinary),
      ...planned({ department_code: "D9" }, ordinary),
      ...planned({ display_name: "x" }, { ...ordinary, is_active: false }),
      ...planned({ user_id: "a\u200B", display_name: "x" }, ordinary),
      ...planned({ department_code: "D\u202E" }, ordinary),
      ...planned({ permission_groups: ["g", "\u2066g"] }, ordinary),
      ...planned({ is_active: false }, ordinary, {}, { active: 20, recent: 10, unagreed: 10 }),
    ];
    expect(all).toHaveLength(11);
    for (const said of all) {
      expect(inJapanese(said)).not.toMatch(ENGLISH);
      // Whoever is in no line of a file is named before the reason.
      expect(inJapanese(`000108: ${said}`)).toBe(`000108：${inJapanese(said)}`);
    }
  });

  it("has Japanese words for an import that the service gave up", () => {
    const said =
      "The service ended 3 times while applying this import, so it is not tried again. The service's log has more under job 12.";
    expect(inJapanese(said)).toBe(
      "この取り込みの適用中にサービスが 3 回停止したため、再試行しません。詳細は、サービスのログ（ジョブ 12）を確認してください。",
    );
  });

  it("keeps the number of somebody who stands in no line", () => {
    expect(inJapanese("001234: the user does not exist any more")).toBe("001234：この利用者はすでに存在しません");
  });

  it("stays as it is where it is not known", () => {
    expect(inJapanese("something new happened; nobody knows what")).toBe("something new happened; nobody knows what");
  });
});
