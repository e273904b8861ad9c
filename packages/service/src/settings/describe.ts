import { createRequire } from "node:module";
import { say, spokenLanguage } from "../texts/say.js";

/** What each setting is for, in Markdown: scripts/write-settings-tables.mjs makes the tables of the documents of it. */
const texts = createRequire(import.meta.url)("./texts.json") as typeof import("./texts.json");

/** What a setting is for: the first sentence, as plain text. */
export function describeSetting(name: string): string {
  const text = texts[name as keyof typeof texts]?.[spokenLanguage()] ?? "";
  return text
    .replace(/(\. |。).*/s, "")
    .replace(/\[([^\]]+)\]\([^)]+\)/g, "$1")
    .replaceAll("`", "");
}

/** The end of `serve --help`. */
export function settingsHelp(): string {
  const { SERVICE_DATABASE_URL: _, ...ofService } = texts;
  const lines = Object.keys(ofService).map((name) => `  ${name}\n    ${describeSetting(name)}\n`);
  return `\n${say("Settings are environment variables; retrieval doctor checks them.")}\n${lines.join("")}`;
}
