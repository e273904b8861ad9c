import { posix } from "node:path";
import { type Guide, isThere, type Language, languageOf, pathOf, readRepositoryFile } from "./guides.js";
import type { ParsedGuide } from "./parse-guide.js";

export interface LinkContext {
  readonly guides: readonly Guide[];
  /** The page of a reader of this language. */
  parsed(guide: Guide, language: Language): ParsedGuide;
}

/** Where a link leads that is written in a file of the repository: to another page of the guides, else to the repository. */
export function linkFrom(file: string, language: Language, target: string, context: LinkContext): string {
  if (/^[a-z]+:/i.test(target)) return target;
  const [written = "", fragment] = decodeURI(target).split("#");
  const path = written === "" ? file : posix.join(posix.dirname(file), written);
  const guide = context.guides.find((candidate) => isAt(candidate, language, path, fragment, context));
  if (guide === undefined && written !== "") return inRepository(path, fragment);
  if (guide === undefined) throw new Error(`${file}: there is no heading #${fragment}`);
  const address = written === "" && guide[language]?.file === file ? "" : `../${pathOf(guide, language)}`;
  return fragment === undefined ? address : `${address}#${encodeURIComponent(fragment)}`;
}

/** Whether the page shows this file and, if it shows only some sections, this heading. */
function isAt(guide: Guide, language: Language, path: string, fragment: string | undefined, context: LinkContext) {
  const source = guide[languageOf(guide, language)];
  if (source?.file !== path) return false;
  const has = context.parsed(guide, language).headings.some(({ slug }) => slug === fragment);
  if (source.sections !== undefined) return has;
  if (fragment !== undefined && !has) throw new Error(`${path} has no heading #${fragment}`);
  return true;
}

function inRepository(path: string, fragment: string | undefined): string {
  if (!isThere(path)) throw new Error(`there is no ${path}`);
  const { repository } = JSON.parse(readRepositoryFile("package.json").toString("utf8")) as {
    repository: { url: string };
  };
  const address = `${repository.url.replace(/^git\+|\.git$/g, "")}/blob/main/${encodeURI(path)}`;
  return fragment === undefined ? address : `${address}#${encodeURIComponent(fragment)}`;
}
