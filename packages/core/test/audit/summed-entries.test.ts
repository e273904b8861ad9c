import { describe, expect, it } from "@jest/globals";
import { SummedEntries } from "../../src/audit/summed-entries.js";
import type { ErrorCode } from "../../src/errors.js";

const MINUTE = 60_000;
const TEN = Date.UTC(2026, 0, 15, 10, 0);

const signIn = (reason: ErrorCode, address: string, user_id: string | null = null) =>
  ({ kind: "sign-in-refused", reason, address, by_user: null, user_id }) as const;
const management = (by_user: string | null, address: string, call = "GET /api/manage/users") =>
  ({
    kind: "management-refused",
    reason: by_user === null ? "UNAUTHORIZED" : "FORBIDDEN",
    address,
    by_user,
    user_id: null,
    call,
  }) as const;

describe("refused sign-ins", () => {
  it("are summed by minute, address, reason and the user they were signed for", () => {
    const refused = new SummedEntries();
    for (let i = 0; i < 3; i += 1) refused.add(signIn("INVALID_SIGNATURE", "192.0.2.1"), TEN + i * 20_000);
    refused.add(signIn("INVALID_REQUEST", "192.0.2.1"), TEN);
    refused.add(signIn("USER_NOT_FOUND", "192.0.2.1", "001234"), TEN);
    expect(refused.takeEnded(TEN + MINUTE - 1)).toEqual([]);
    refused.add(signIn("INVALID_SIGNATURE", "192.0.2.2"), TEN + MINUTE);
    const minute = "2026-01-15T10:00:00.000Z";
    const about = { kind: "sign-in-refused", by_user: null, document_id: null };
    expect(refused.takeEnded(TEN + MINUTE)).toEqual([
      { ...about, user_id: null, details: { count: 3, address: "192.0.2.1", reason: "INVALID_SIGNATURE", minute } },
      { ...about, user_id: null, details: { count: 1, address: "192.0.2.1", reason: "INVALID_REQUEST", minute } },
      { ...about, user_id: "001234", details: { count: 1, address: "192.0.2.1", reason: "USER_NOT_FOUND", minute } },
    ]);
    expect(refused.size).toBe(1);
    expect(refused.takeAll()).toMatchObject([{ details: { count: 1, address: "192.0.2.2" } }]);
    expect(refused.size).toBe(0);
  });

  it("of a thousand addresses in a minute become a hundred sums, and one more for each reason", () => {
    const refused = new SummedEntries();
    for (let i = 0; i < 1_000; i += 1) refused.add(signIn("INVALID_SIGNATURE", `192.0.${i >> 8}.${i & 255}`), TEN);
    refused.add(signIn("INVALID_SIGNATURE", "192.0.0.0"), TEN);
    refused.add(signIn("INVALID_REQUEST", "198.51.100.1"), TEN);
    const entries = refused.takeAll().map(({ details }) => details as { count: number; address: string | null });
    expect(entries).toHaveLength(102);
    expect(entries[0]).toMatchObject({ address: "192.0.0.0", count: 2 });
    expect(entries.slice(100)).toMatchObject([
      { address: null, reason: "INVALID_SIGNATURE", count: 900 },
      { address: null, reason: "INVALID_REQUEST", count: 1 },
    ]);
  });

  it("from before a clock was set back are not kept for ever", () => {
    const refused = new SummedEntries();
    refused.add(signIn("INVALID_SIGNATURE", "192.0.2.1"), TEN);
    expect(refused.takeEnded(TEN - 10 * MINUTE)).toHaveLength(1);
  });
});

describe("refused management calls", () => {
  const minute = "2026-01-15T10:00:00.000Z";

  it("are summed by minute, address, reason, caller and call, beside refused sign-ins", () => {
    const refused = new SummedEntries();
    for (let i = 0; i < 2; i += 1) refused.add(management("001234", "192.0.2.1"), TEN + i);
    refused.add(management("001234", "192.0.2.1", "PUT /api/manage/users/{user_id}"), TEN);
    refused.add(management(null, "192.0.2.1"), TEN);
    refused.add(signIn("INVALID_SIGNATURE", "192.0.2.1"), TEN);
    const about = { kind: "management-refused", user_id: null, document_id: null };
    const from = { address: "192.0.2.1", minute };
    expect(refused.takeEnded(TEN + MINUTE)).toEqual([
      {
        ...about,
        by_user: "001234",
        details: { ...from, count: 2, reason: "FORBIDDEN", call: "GET /api/manage/users" },
      },
      {
        ...about,
        by_user: "001234",
        details: { ...from, count: 1, reason: "FORBIDDEN", call: "PUT /api/manage/users/{user_id}" },
      },
      {
        ...about,
        by_user: null,
        details: { ...from, count: 1, reason: "UNAUTHORIZED", call: "GET /api/manage/users" },
      },
      expect.objectContaining({ kind: "sign-in-refused" }),
    ]);
  });

  it("of a thousand unknown callers do not hide what one known user tried", () => {
    const refused = new SummedEntries();
    for (let i = 0; i < 1_000; i += 1) refused.add(management(null, `192.0.${i >> 8}.${i & 255}`), TEN);
    for (let i = 0; i < 1_000; i += 1) refused.add(signIn("INVALID_SIGNATURE", `192.0.${i >> 8}.${i & 255}`), TEN);
    refused.add(management("001234", "198.51.100.1"), TEN);
    const entries = refused.takeAll();
    expect(entries).toHaveLength(101 + 101 + 1);
    expect(entries.filter(({ by_user }) => by_user === "001234")).toHaveLength(1);
    expect(entries).toContainEqual(
      expect.objectContaining({
        kind: "management-refused",
        by_user: null,
        details: { count: 900, reason: "UNAUTHORIZED", address: null, call: null, minute },
      }),
    );
    expect(refused.size).toBe(0);
  });
});
