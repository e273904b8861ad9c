import { describe, expect, it } from "@jest/globals";
import { readDatabaseSettings, type SettingsError } from "../src/settings/settings.js";

const PRIMARY = "postgres://u:hunter2@db1/x";
const STANDBY = "postgres://u:hunter2@db2:5433/x";

function faultsOf(DATABASE_URL: string): readonly string[] {
  try {
    readDatabaseSettings({ DATABASE_URL });
    return [];
  } catch (error) {
    return (error as SettingsError).faults.map(({ text }) => text);
  }
}

describe("several URLs in DATABASE_URL", () => {
  it("are taken where each is one", () => {
    for (const text of [`${PRIMARY},${STANDBY}`, `${PRIMARY}, ${STANDBY}`, "postgres://u:a,b@db1/x"])
      expect({ text, faults: faultsOf(text) }).toEqual({ text, faults: [] });
  });

  it.each([
    [`${PRIMARY},`, "DATABASE_URL: URL 2 of 2 is not like postgres://user:password@host:5432/name"],
    [`${PRIMARY},postgres://u:hunter2@db:x/x`, "DATABASE_URL: URL 2 of 2 is not like"],
    [`${PRIMARY},${PRIMARY}`, "DATABASE_URL names the server db1:5432 more than once"],
    [`${PRIMARY},postgres://u:hunter2@db2/y`, "DATABASE_URL names different databases"],
    // The way in which libpq writes several.
    ["postgres://u:hunter2@db1,db2/x", "several of them separated by commas"],
    ["postgres://u:hunter2@db1:5432,db2:5432/x", "several of them separated by commas"],
  ])("are refused with what is wrong, and without a password (%#)", (text, said) => {
    expect(faultsOf(text)).toEqual([expect.stringContaining(said)]);
    expect(faultsOf(text).join()).not.toMatch(/hunter2|u:/);
  });
});
