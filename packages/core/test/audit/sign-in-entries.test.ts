import { describe, expect, it } from "@jest/globals";
import { RefusedSignIns, signInEntry } from "../../src/index.js";

const MINUTE = 60_000;
const TEN = Date.UTC(2026, 0, 15, 10, 0);

describe("a sign-in's entry", () => {
  it("is by the person and about them", () => {
    expect(signInEntry("001234", "192.0.2.1")).toEqual({
      kind: "sign-in",
      by_user: "001234",
      user_id: "001234",
      document_id: null,
      details: { address: "192.0.2.1" },
    });
  });
});

describe("refused sign-ins", () => {
  it("are summed by minute, address, reason and the person they were signed for", () => {
    const refused = new RefusedSignIns();
    for (let i = 0; i < 3; i += 1) refused.add("INVALID_SIGNATURE", "192.0.2.1", null, TEN + i * 20_000);
    refused.add("INVALID_REQUEST", "192.0.2.1", null, TEN);
    refused.add("USER_NOT_FOUND", "192.0.2.1", "001234", TEN);
    expect(refused.takeEnded(TEN + MINUTE - 1)).toEqual([]);
    refused.add("INVALID_SIGNATURE", "192.0.2.2", null, TEN + MINUTE);
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

  it("of a thousand addresses a minute come to a hundred sums, and the rest in one a reason", () => {
    const refused = new RefusedSignIns();
    for (let i = 0; i < 1_000; i += 1) refused.add("INVALID_SIGNATURE", `192.0.${i >> 8}.${i & 255}`, null, TEN);
    refused.add("INVALID_SIGNATURE", "192.0.0.0", null, TEN);
    refused.add("INVALID_REQUEST", "198.51.100.1", null, TEN);
    const entries = refused.takeAll().map(({ details }) => details as { count: number; address: string | null });
    expect(entries).toHaveLength(102);
    expect(entries[0]).toMatchObject({ address: "192.0.0.0", count: 2 });
    expect(entries.slice(100)).toMatchObject([
      { address: null, reason: "INVALID_SIGNATURE", count: 900 },
      { address: null, reason: "INVALID_REQUEST", count: 1 },
    ]);
  });

  it("of a clock that was set back are not kept for ever", () => {
    const refused = new RefusedSignIns();
    refused.add("INVALID_SIGNATURE", "192.0.2.1", null, TEN);
    expect(refused.takeEnded(TEN - 10 * MINUTE)).toHaveLength(1);
  });
});
