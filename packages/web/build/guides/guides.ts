import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the repository: the guides are Markdown outside this package. */
const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

export const LANGUAGES = ["en", "ja"] as const;
export type Language = (typeof LANGUAGES)[number];

/** One page in one language: a file, or some of its sections of the second level. */
export interface Source {
  readonly file: string;
  readonly sections?: readonly string[];
}

export interface Guide {
  /** Its address is `/guide/LANGUAGE/NAME.html`. */
  readonly name: string;
  readonly title: Readonly<Record<Language, string>>;
  readonly en: Source;
  /** Absent: the page is in English only. */
  readonly ja?: Source;
}

export const readRepositoryFile = (path: string) => readFileSync(join(ROOT, path));

/** The pages in their order (docs/guide/pages.json). */
export function readGuides(): Guide[] {
  return JSON.parse(readRepositoryFile("docs/guide/pages.json").toString("utf8")) as Guide[];
}

/** The language in which a reader of `language` gets the page. */
export const languageOf = (guide: Guide, language: Language): Language => (guide[language] ? language : "en");

/** Its path below `/guide/`. */
export const pathOf = (guide: Guide, language: Language) => `${languageOf(guide, language)}/${guide.name}.html`;

/** Whether the repository has this path. */
export const isThere = (path: string) => existsSync(join(ROOT, path));
