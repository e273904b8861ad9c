import { posix } from "node:path";
import { type Guide, isThere, type Language, languageOf, pathOf } from "./guides.js";
import type { ParsedGuide } from "./parse-guide.js";

export interface LinkContext {
  readonly guides: readonly Guide[];
  /** The page of a reader of this language. */
  parsed(guide: Guide, language: Language): ParsedGuide;
  /** A page for a document of the repository that is no guide. */
  documentAt(path: string): Guide;
  /** The address of any other file of the repository, served as it is. */
  fileAt(path: string): string;
}

/**
 * Where a link leads that is written in a file of the repository. What it leads to is served too, because an
 * installation may have no Internet.
 */
export function linkFrom(file: string, language: Language, target: string, context: LinkContext): string {
  if (/^[a-z]+:/i.test(target)) return target;
  const [written = "", fragment] = decodeURI(target).split("#");
  const path = written === "" ? file : posix.join(posix.dirname(file), written);
  if (!isThere(path)) throw new Error(`${file}: there is no ${path}`);
  if (!path.endsWith(".md")) return context.fileAt(path);
  const isShown = (guide: Guide) => isAt(guide, language, path, fragment, context);
  const guide = context.guides.find(isShown) ?? [context.documentAt(path)].find(isShown);
  if (guide === undefined) throw new Error(`${file}: there is no heading #${fragment}`);
  const address = written === "" && guide[language]?.file === file ? "" : `/guide/${pathOf(guide, language)}`;
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
