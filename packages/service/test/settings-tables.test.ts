import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { SettingsReader } from "../src/settings/reader.js";
import { readSettings, type SettingsError } from "../src/settings/settings.js";

const REQUIRED = {
  SSO_SHARED_SECRET: "s".repeat(64),
  PORTAL_DOMAIN: "portal.example.com",
  DATABASE_URL: "embedded",
};

interface Row {
  readonly name: string;
  /** Whether NAME_FILE can be set instead. */
  readonly file: boolean;
  readonly default: string;
}

/** The rows of the first table of a page, one for each setting. */
function tableOf(page: string, required: string): Row[] {
  const text = readFileSync(new URL(`../../../${page}`, import.meta.url), "utf8");
  const rows = text.match(/^\| (?:setting|設定) \|.*\n\|[-|]*\n((?:\|.*\n)+)/m)?.[1] ?? "";
  return rows
    .trimEnd()
    .split("\n")
    .flatMap((row) => {
      const [, names = "", values = ""] = row.split("|").map((cell) => cell.trim());
      const defaults = values.split(", ");
      return names.split(", ").map((written, i) => ({
        name: written.replace(" (file)", ""),
        file: written.endsWith(" (file)"),
        default: (defaults[i] ?? "").replace(required, "required"),
      }));
    });
}

/** What the service itself reads. */
function readByTheService(): Row[] {
  const asked = new Set<string>();
  const env = new Proxy<Record<string, string | undefined>>(REQUIRED, {
    get(target, name) {
      asked.add(String(name));
      return target[String(name)];
    },
  });
  const defaults = new Map<string, string>();
  const number = jest.spyOn(SettingsReader.prototype, "number");
  const choice = jest.spyOn(SettingsReader.prototype, "choice");
  const { tokenIssuer, dataDir, host } = readSettings(env);
  for (const [name, { default: fallback }] of number.mock.calls) defaults.set(name, String(fallback));
  for (const [name, , fallback] of choice.mock.calls) defaults.set(name, fallback);
  number.mockRestore();
  choice.mockRestore();
  for (const [name, text] of Object.entries({ JWT_ISSUER: tokenIssuer, DATA_DIR: dataDir, HOST: host }))
    defaults.set(name, text);
  for (const name of Object.keys(REQUIRED)) defaults.set(name, "required");
  return [...asked]
    .filter((name) => !asked.has(name.replace(/_FILE$/, "")) || !name.endsWith("_FILE"))
    .map((name) => ({ name, file: asked.has(`${name}_FILE`), default: defaults.get(name) ?? "" }));
}

const sorted = (rows: Row[]) => rows.toSorted((one, other) => (one.name < other.name ? -1 : 1));

describe("the tables of settings", () => {
  let settings: Row[];
  beforeAll(() => {
    settings = sorted(readByTheService());
  });
  afterAll(() => {
    jest.restoreAllMocks();
  });

  it.each([
    ["packages/service/README.md", "required"],
    ["docs/guide/ja/settings.md", "必須"],
  ])("%s has every setting that the service reads, with its default, and no other", (page, required) => {
    const table = tableOf(page, required);
    expect(table.length).toBeGreaterThan(30);
    expect(sorted(table)).toEqual(settings);
  });

  it("call required what the service does not start without", () => {
    expect.assertions(1);
    try {
      readSettings({});
    } catch (error) {
      const missing = (error as SettingsError).problems.map(({ text }) => text.match(/^\w+(?= is required)/)?.[0]);
      expect(missing.sort()).toEqual(Object.keys(REQUIRED).sort());
    }
  });
});
