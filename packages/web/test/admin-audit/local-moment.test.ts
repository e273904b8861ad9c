import { describe, expect, it } from "@jest/globals";
import { readMoment } from "@retrieval/core/use-cases";
import { localOf, momentOf } from "../../src/admin/audit/local-moment.js";

const LOCALS = ["2026-01-31T09:00", "2026-07-31T23:59", "2024-02-29T00:00", "2026-11-21T18:00:28"];

describe("A time of the wall clock", () => {
  it.each(LOCALS)("is a moment that the audit log accepts, with its offset: %s", (local) => {
    const begins = momentOf(local, "seconds", "begins") ?? "";
    expect(begins).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000[+-]\d\d:\d\d$/);
    expect(readMoment(begins, "begins")).toBe(new Date(local).getTime());
  });

  it("can mean the end of its minute or second", () => {
    expect(momentOf("2026-01-31T09:00", "minutes", "ends")).toMatch(/^2026-01-31T09:00:59\.999/);
    expect(momentOf("2026-01-31T09:00:07", "seconds", "ends")).toMatch(/^2026-01-31T09:00:07\.999/);
  });

  it("may come without seconds, or with fractions", () => {
    expect(momentOf("2026-01-31T09:00", "seconds", "ends")).toMatch(/^2026-01-31T09:00:00\.999/);
    expect(momentOf("2026-01-31T09:00:30.000", "seconds", "begins")).toMatch(/^2026-01-31T09:00:30\.000/);
    expect(momentOf("2026-01-31T09:00:30", "minutes", "begins")).toMatch(/^2026-01-31T09:00:00\.000/);
  });

  it.each(LOCALS)("is read back from the address unchanged: %s", (local) => {
    const precision = local.length > 16 ? "seconds" : "minutes";
    for (const edge of ["begins", "ends"] as const)
      expect(localOf(momentOf(local, precision, edge) ?? "", precision)).toBe(local);
  });

  it.each(["", "2026-01-31", "2026-13-01T00:00", "275760-09-13T00:00", "garbage"])("is not a moment: %j", (local) => {
    expect(momentOf(local, "minutes", "begins")).toBeNull();
  });

  it("is empty where the address has no moment", () => {
    for (const moment of ["", "garbage"]) expect(localOf(moment, "minutes")).toBe("");
  });
});
