import { describe, expect, it } from "@jest/globals";
import { readDatabaseSettings, type SettingsError } from "../src/settings/settings.js";

const PRIMARY = "postgres://u:hunter2@db1/x";

function problemsOf(DATABASE_URL: string): readonly string[] {
  try {
    readDatabaseSettings({ DATABASE_URL });
    return [];
  } catch (error) {
    return (error as SettingsError).problems.map(({ text }) => text);
  }
}

describe("DATABASE_URL", () => {
  it("is one URL, with a comma in its password at most", () => {
    expect(problemsOf("postgres://u:a,b@db1/x")).toEqual([]);
  });

  it.each([
    `${PRIMARY},postgres://u:hunter2@db2:5433/x`,
    `${PRIMARY},`,
    "postgres://u:hunter2@db1,db2/x",
    "postgres://u:hunter2@db1:5432,db2:5432/x",
    "postgres://u:hunter2@db:x/x",
  ])("of several servers is refused with what to do, and without a password (%#)", (text) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining("the address that always leads to the primary")]);
    expect(problemsOf(text).join()).not.toMatch(/hunter2|u:/);
  });
});
