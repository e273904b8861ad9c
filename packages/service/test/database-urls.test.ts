import { describe, expect, it } from "@jest/globals";
import { readDatabaseSettings, type SettingsError } from "../src/settings/settings.js";

const PRIMARY = "postgres://u:hunter2@db1/x";
const STANDBY = "postgres://u:hunter2@db2:5433/x";

function problemsOf(DATABASE_URL: string): readonly string[] {
  try {
    readDatabaseSettings({ DATABASE_URL });
    return [];
  } catch (error) {
    return (error as SettingsError).problems.map(({ text }) => text);
  }
}

describe("several URLs in DATABASE_URL", () => {
  it("are accepted if each is valid", () => {
    for (const text of [`${PRIMARY},${STANDBY}`, `${PRIMARY}, ${STANDBY}`, "postgres://u:a,b@db1/x"])
      expect({ text, problems: problemsOf(text) }).toEqual({ text, problems: [] });
  });

  it.each([
    [`${PRIMARY},`, "DATABASE_URL: URL 2 of 2 is not like postgres://user:password@host:5432/name"],
    [`${PRIMARY},postgres://u:hunter2@db:x/x`, "DATABASE_URL: URL 2 of 2 is not like"],
    [`${PRIMARY},${PRIMARY}`, "DATABASE_URL names the server db1:5432 more than once"],
    [`${PRIMARY},postgres://u:hunter2@db2/y`, "DATABASE_URL names different databases"],
    // libpq's way to list several.
    ["postgres://u:hunter2@db1,db2/x", "several of them separated by commas"],
    ["postgres://u:hunter2@db1:5432,db2:5432/x", "several of them separated by commas"],
  ])("are refused with the problem, and without a password (%#)", (text, said) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining(said)]);
    expect(problemsOf(text).join()).not.toMatch(/hunter2|u:/);
  });
});
