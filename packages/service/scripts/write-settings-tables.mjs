// Writes the tables of settings in the documents, in both languages, from src/settings/table.ts and texts.json. Build
// first. With --check it changes nothing, and ends with 1 if a document has another table.
import { readFileSync, writeFileSync } from "node:fs";
import { SETTINGS } from "../dist/settings/table.js";

const texts = JSON.parse(readFileSync(new URL("../src/settings/texts.json", import.meta.url), "utf8"));
const DOCUMENTS = [
  { path: "../README.md", language: "en", required: "required", bounds: (min, max) => `; ${min} to ${max}` },
  {
    path: "../../../docs/guide/ja/settings.md",
    language: "ja",
    required: "必須",
    bounds: (min, max) => `。${min} から ${max}`,
  },
];
const isCheck = process.argv.includes("--check");

for (const { path, language, required, bounds } of DOCUMENTS) {
  const file = new URL(path, import.meta.url);
  const rows = Object.entries(SETTINGS).map(([name, setting]) => {
    const shown = setting.required ? required : setting.shown;
    const limits = setting.bounds === undefined ? "" : bounds(...setting.bounds);
    const names = setting.from === "secret" ? `${name} (file)` : name;
    return `| ${names} | ${shown}${shown && " "}| ${texts[name][language]}${limits} |\n`;
  });
  const before = readFileSync(file, "utf8");
  const after = before.replace(/^(\| (?:setting|設定) \|.*\n\|[-|]*\n)(?:\|.*\n)+/m, (_, head) => head + rows.join(""));
  if (after === before) continue;
  if (!isCheck) writeFileSync(file, after);
  else {
    console.error(`${file.pathname} has another table: run node packages/service/scripts/write-settings-tables.mjs`);
    process.exitCode = 1;
  }
}
