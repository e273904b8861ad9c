import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "@jest/globals";
import { describeSetting } from "../src/settings/describe.js";
import { readSettings, SettingsError } from "../src/settings/settings.js";
import { SETTINGS, type SettingName } from "../src/settings/table.js";
import { speaking } from "../src/texts/say.js";

const REQUIRED = { SSO_SHARED_SECRET: "s".repeat(64), PORTAL_DOMAIN: "portal.example.com", DATABASE_URL: "embedded" };
const names = Object.keys(SETTINGS) as SettingName[];

describe("the table of settings", () => {
  it("makes the tables of the documents in both languages", () => {
    const script = fileURLToPath(new URL("../scripts/write-settings-tables.mjs", import.meta.url));
    expect(spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" })).toMatchObject({
      stderr: "",
      status: 0,
    });
    const texts = JSON.parse(readFileSync(new URL("../src/settings/texts.json", import.meta.url), "utf8"));
    expect(Object.keys(texts)).toEqual([...names, "SERVICE_DATABASE_URL"]);
  });

  it("says what each setting is for, without Markdown, in both languages", () => {
    for (const name of names) {
      const [english, japanese] = (["en", "ja"] as const).map((language) =>
        speaking({ language }, () => describeSetting(name)),
      );
      expect([name, english]).toEqual([name, expect.stringMatching(/^[^ぁ-ん`]{9,}$/)]);
      expect([name, japanese]).toEqual([name, expect.stringMatching(/^[^`]*[ぁ-んァ-ン][^`]*$/)]);
      expect(`${english}${japanese}`).not.toContain("](");
    }
  });

  it("reads the whole environment of the service", () => {
    const asked = new Set<string>();
    const env = new Proxy<Record<string, string | undefined>>(REQUIRED, {
      get(target, name) {
        asked.add(String(name));
        return target[String(name)];
      },
    });
    readSettings(env);
    const secrets = names.filter((name) => SETTINGS[name].from === "secret");
    expect([...asked].sort()).toEqual([...names, ...secrets.map((name) => `${name}_FILE`)].sort());
  });

  it("calls required what the service does not start without", () => {
    expect.assertions(2);
    try {
      readSettings({});
    } catch (error) {
      expect(error).toBeInstanceOf(SettingsError);
      const missing = (error as SettingsError).problems.map(({ text }) => text.match(/^\w+(?= is required)/)?.[0]);
      expect(missing.sort()).toEqual(Object.keys(REQUIRED).sort());
    }
  });
});
