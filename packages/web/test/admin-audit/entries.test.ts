import { describe, expect, it } from "@jest/globals";
import { namesIn } from "@retrieval/api/pages";
import { AUDIT_KINDS } from "@retrieval/core/limits";
import type { AuditDetails, AuditKind } from "@retrieval/core/ports";
import { auditAddress, questionIn } from "../../src/admin/audit/addresses.js";
import { detailLines } from "../../src/admin/audit/detail-lines.js";
import { detailMessages } from "../../src/admin/audit/detail-messages.js";
import { filterIn, isEmpty } from "../../src/admin/audit/entry-filter.js";
import { messages } from "../../src/admin/audit/messages.js";
import { FORMATS } from "../../src/i18n/format.js";

const OPEN = { allow_all: true, allowed_department_codes: [], allowed_groups: [], allowed_users: [] };
const BOARD = {
  allow_all: false,
  allowed_department_codes: ["D1030", "D1040"],
  allowed_groups: ["executives"],
  allowed_users: ["001234", "000009"],
};
const RULED = { rules_version: 2, cause: "restore", gained: 3, lost: 1_000 } as const;
const CONTENT = { title: "import", version: "default", original_for: "readers" } as const;

const known = { users: [{ user_id: "001234", display_name: "髙橋 一郎" }], documents: [] };

function linesOf(kind: string, details: object, language: "en" | "ja" = "en") {
  const text = detailMessages[language];
  const context = { text, format: FORMATS[language], names: namesIn(known, { titled: text.titled, erased: "–" }) };
  return detailLines({ kind, details }, context).map(({ name, value }) => `${name}: ${value}`);
}
/** Details of this version of the service. */
const current = <Kind extends AuditKind>(kind: Kind, details: AuditDetails<Kind>, language: "en" | "ja" = "en") =>
  linesOf(kind, details, language);

describe("The details of an entry", () => {
  it("put rules into words, with the names of users", () => {
    expect(current("rule-changed", { ...RULED, before: OPEN, after: BOARD })).toEqual([
      "Version of the rule: 2",
      "How: an older rule was restored",
      "Gained: 3",
      "Lost: 1,000",
      "Rule before: Everyone",
      "Rule after: departments D1030, D1040; groups executives; users 001234 髙橋 一郎, 000009",
    ]);
    expect(current("rule-changed", { ...RULED, before: null, after: { ...OPEN, allow_all: false } }).slice(4)).toEqual([
      "Rule before: None yet",
      "Rule after: Only administrators and developers",
    ]);
  });

  it("show a user's role and state, and only that department and groups changed", () => {
    const details = {
      via: "record",
      result: "updated",
      fields: ["email", "department_code", "role", "permission_groups", "is_active"],
      before: { role: "user", is_active: true, department_code: "D1020" },
      after: { role: "admin", is_active: false, department_code: "D1030" },
      groups_added: { count: 1, first: ["secret-project"] },
      groups_removed: { count: 102, first: ["a-group"] },
      asked: ["role", "is_active"],
    } as const;
    expect(current("user-changed", details)).toEqual([
      "How: one user",
      "Result: changed",
      "Role: User → Administrator",
      "State: Active → Inactive",
      "Department: changed",
      "Groups: 1 added, 102 removed",
      "What changed: e-mail",
      "Asked to change: role, state",
    ]);
    expect(current("user-changed", details, "ja").slice(2, 6)).toEqual([
      "権限: 一般ユーザー → 管理者",
      "状態: 有効 → 無効",
      "部署: 変更",
      "グループ: 追加 1、削除 102",
    ]);
    const { fields: _fields, groups_removed: _removed, ...rest } = details;
    const created = current("user-changed", { ...rest, result: "created", before: null }).join("\n");
    expect(created).toContain("Role: Administrator\nState: Inactive");
    for (const kept of ["D1020", "D1030", "secret-project", "a-group"]) expect(created).not.toContain(kept);
  });

  it("list the codes of a new department master, up to the number stored", () => {
    const listed = { added: { count: 2, first: ["D1", "D2"] }, removed: { count: 120, first: ["D3"] } };
    expect(current("departments-replaced", { departments: 3, users_resolved_again: 4, ...listed })).toEqual([
      "Departments: 3",
      "Users whose department code changed: 4",
      "Departments added: D1, D2",
      "Departments removed: D3, and 119 more",
    ]);
  });

  it("leave out empty sums, and keep a title that is also one of our words", () => {
    const changes = { unchanged: 0, changed: 2, added: 54, removed: 0 };
    expect(current("draft-saved", { ...CONTENT, changes })).toEqual([
      "Title: import",
      "Version: default",
      "The original file: for readers",
      "Passages: 2 changed, 54 added",
    ]);
    expect(current("draft-saved", { ...CONTENT, changes: { unchanged: 0 } })).toContain("Passages: –");
  });

  it("of a refused call say that there were several addresses", () => {
    const refused = { count: 3, reason: "FORBIDDEN", address: null, call: null, minute: "2026-11-21T17:00:00.000Z" };
    expect(current("management-refused", refused)).toEqual(
      expect.arrayContaining(["Why: the user is not an administrator", "Address: several", "Request: –"]),
    );
  });

  it("of an older entry are those that it has, in words", () => {
    const older = { answer_id: "1", outcome: "extract", model: "none", chunk_ids: [] };
    expect(linesOf("question-answered", older).slice(1)).toEqual([
      "Outcome: answered by quotations",
      "Model: was not asked",
      "Cited passages: –",
    ]);
    expect(linesOf("user-changed", { via: "record", result: "updated", fields: ["email"] })).toEqual([
      "How: one user",
      "Result: changed",
      "What changed: e-mail",
    ]);
    expect(linesOf("users-imported", { via: "bulk", users: 1, results: { constructor: 1 } })[2]).toBe(
      "Results: 1 constructor",
    );
  });

  it("that another version of the service wrote stay as they are", () => {
    expect(linesOf("user-changed", { via: "import", fields: ["department"], colour: { red: "yes" } })).toEqual([
      "How: import",
      'What changed: ["department"]',
      'colour: {"red":"yes"}',
    ]);
  });
});

describe("A question to the audit log", () => {
  it("has a filter for every kind", () => {
    expect(new Set(Object.keys(messages.en.kinds))).toEqual(new Set(AUDIT_KINDS));
  });

  it("is written to the address and read from it", () => {
    const address = auditAddress("entries", { user_id: "00 1&2", document_id: "", kind: "rule-changed" });
    expect(address).toBe("/admin/audit?user_id=00+1%262&kind=rule-changed");
    const query = new URL(address, "https://s.example").searchParams;
    const filter = { user_id: "00 1&2", document_id: "", kind: "rule-changed", without: "", from: "", to: "" };
    expect([questionIn(query), filterIn(query)]).toEqual(["entries", filter]);
  });

  it("is empty without filters", () => {
    expect(auditAddress("entries")).toBe("/admin/audit");
    expect(isEmpty(filterIn(new URLSearchParams()))).toBe(true);
    expect(isEmpty(filterIn(new URLSearchParams("to=2026-01-31")))).toBe(false);
  });

  it("defaults to the entries", () => {
    expect(questionIn(new URLSearchParams("question=who-could-read"))).toBe("who-could-read");
    expect(questionIn(new URLSearchParams("question=else"))).toBe("entries");
  });
});
