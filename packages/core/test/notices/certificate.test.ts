import { describe, expect, it } from "@jest/globals";
import { EVERYONE } from "../../src/access/rules.js";
import { readableUntil } from "../../src/notices/certificate.js";
import type { StandingVersion } from "../../src/notices/confirmations.js";

type ToldVersion = StandingVersion["version"];
type OtherVersion = ToldVersion["life"]["versions"][number];

/** A version in force from a day, stated on another one. */
const dated = (number: number, effective_from: string, stated_on: string, withdrawn_on: string | null = null) => ({
  ...{ number, effective_from, stated_on, withdrawn_on, withdrawn: withdrawn_on !== null, notice: "tell" as const },
});

/** Until when readers saw version 1, published on 2026-05-01, of a document with these other versions and ends. */
function until(
  own: OtherVersion,
  others: readonly OtherVersion[],
  abolitions: ToldVersion["life"]["abolitions"] = [],
  history: ToldVersion["history"] = "admins",
): string | null {
  const { number, notice, effective_from, withdrawn_on } = own;
  const version: ToldVersion = {
    ...{ document_id: "d", title: "d", version: "1", number, notice, effective_from, note: null, confirm_by: null },
    ...{ document_number: null, owner: null, history, access_rules: EVERYONE, deadline: null, rule_changes: 0 },
    ...{ reminded_at: [], erased_readers: 0, destroyed_sha256: null, published_at: Date.parse("2026-05-01") },
    withdrawn_at: withdrawn_on === null ? null : Date.parse(withdrawn_on),
    life: { versions: [own, ...others], abolitions, day: "2026-12-31" },
  };
  return readableUntil({ version, standing: own.withdrawn ? "withdrawn" : "past", is_asked: false }, "UTC");
}

describe("the last day on which readers saw a version", () => {
  const own = dated(1, "2026-05-01", "2026-05-01");
  const withdrawn = dated(1, "2026-05-01", "2026-05-01", "2026-09-01");

  it("is that of its successor, or the later one on which that was published or its day corrected", () => {
    expect(until(own, [dated(2, "2026-06-10", "2026-05-20")])).toBe("2026-06-10");
    expect(until(own, [dated(2, "2026-06-10", "2026-06-18")])).toBe("2026-06-18");
    expect(until(own, [dated(2, "2026-06-10", "2026-05-20"), dated(3, "2026-06-10", "2026-07-01")])).toBe("2026-06-10");
    // A successor that was withdrawn before its day ended nothing; one that was withdrawn later did.
    expect(until(own, [dated(2, "2026-06-10", "2026-05-20", "2026-05-30"), dated(3, "2026-07-01", "2026-07-05")])).toBe(
      "2026-07-05",
    );
    expect(until(own, [dated(2, "2026-06-10", "2026-05-20", "2026-08-01"), dated(3, "2026-07-01", "2026-07-05")])).toBe(
      "2026-06-10",
    );
  });

  it("is that of an abolition, or the later one on which that was stated", () => {
    const end = (effective_on: string, stated_on: string) => [{ effective_on, stated_on, versions: 1 }];
    expect(until(own, [], end("2026-06-10", "2026-05-20"))).toBe("2026-06-10");
    expect(until(own, [], end("2026-06-10", "2026-06-18"))).toBe("2026-06-18");
    expect(until(dated(1, "2026-08-01", "2026-05-01"), [], end("2026-06-10", "2026-05-20"))).toBe("2026-05-20");
  });

  it("is the one on which it was withdrawn, unless it had ended before", () => {
    expect(until(withdrawn, [dated(2, "2026-10-01", "2026-08-20")])).toBe("2026-09-01");
    expect(until(withdrawn, [dated(2, "2026-06-10", "2026-05-20")])).toBe("2026-06-10");
    expect(until(withdrawn, [dated(2, "2026-06-10", "2026-05-20")], [], "readers")).toBe("2026-09-01");
    expect(until(own, [dated(2, "2026-06-10", "2026-05-20")], [], "readers")).toBeNull();
    expect(until(dated(1, "2026-12-01", "2026-05-01", "2026-09-01"), [])).toBe("2026-09-01");
  });

  it("is the one on which another version of its day was published, if it was still to come", () => {
    const coming = dated(1, "2026-12-01", "2026-05-01");
    expect(until(coming, [dated(2, "2026-12-01", "2026-08-01")])).toBe("2026-08-01");
    expect(until(coming, [dated(2, "2026-12-01", "2026-12-05")])).toBe("2026-12-05");
  });

  it("is none before its publication", () => {
    const past = dated(1, "2026-01-01", "2026-05-01");
    expect(until(past, [dated(2, "2026-02-01", "2026-01-20")])).toBe("2026-05-01");
  });
});
