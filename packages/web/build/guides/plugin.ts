import { basename } from "node:path";
import type { Plugin } from "vite";
import { guidePage } from "./guide-page.js";
import {
  type Guide,
  isThere,
  LANGUAGES,
  type Language,
  languageOf,
  readGuides,
  readRepositoryFile,
  type Source,
} from "./guides.js";
import { type ParsedGuide, parseGuide } from "./parse-guide.js";
import { renderGuide } from "./render-guide.js";

/** Writes the guides of docs/guide/pages.json as pages of their own, with their pictures. They run no script. */
export function guides(): Plugin {
  return {
    name: "guides",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      const styles = Object.values(bundle).find((file) => file.type === "asset" && file.names.includes("guide.css"));
      if (styles === undefined) this.error("The style sheet of the guides is not built.");
      const picture = (path: string) => {
        // `npm run screenshots` builds first, and makes it; a check of the documents finds what is missing.
        if (!isThere(path)) {
          this.warn(`There is no ${path} yet.`);
          return "";
        }
        const source = readRepositoryFile(path);
        return `/${this.getFileName(this.emitFile({ type: "asset", name: basename(path), source }))}`;
      };
      const { pages, files } = renderGuides(`/${styles.fileName}`, picture);
      for (const { path, html } of pages) this.emitFile({ type: "asset", fileName: path, source: html });
      for (const path of files)
        this.emitFile({ type: "asset", fileName: `${FILES}/${path}`, source: readRepositoryFile(path) });
    },
  };
}

/** Below it are the files that the guides link to, by their path in the repository. */
const FILES = "guide/files";

export interface RenderedGuides {
  /** Their paths are from the root of the site. */
  readonly pages: readonly { readonly path: string; readonly html: string }[];
  /** What they link to and is no Markdown, by path in the repository. */
  readonly files: ReadonlySet<string>;
}

/** Every guide in each of its languages, and every document that one of these pages leads to. */
export function renderGuides(styles: string, picture: (path: string) => string): RenderedGuides {
  const guides = readGuides();
  const parsedSources = new Map<Source, ParsedGuide>();
  const parsed = (guide: Guide, language: Language) => {
    const source = guide[languageOf(guide, language)] as Source;
    const page = parsedSources.get(source) ?? parseGuide(source);
    parsedSources.set(source, page);
    return page;
  };
  const documents = new Map<string, Guide>();
  const documentAt = (path: string) => {
    const document = documents.get(path) ?? documentOf(path);
    documents.set(path, document);
    return document;
  };
  const files = new Set<string>();
  const fileAt = (path: string) => {
    files.add(path);
    return `/${FILES}/${encodeURI(path)}`;
  };
  const context = { guides, parsed, picture, documentAt, fileAt };
  const pagesOf = (guide: Guide) =>
    LANGUAGES.filter((language) => guide[language]).map((language) => {
      const { headings } = parsed(guide, language);
      const body = renderGuide(guide, language, context);
      const html = guidePage({ guide, language, guides, headings, body, styles });
      return { path: `guide/${language}/${guide.name}.html`, html };
    });
  const pages = guides.flatMap(pagesOf);
  // A document adds those that it leads to, which come later in this loop.
  for (const document of documents.values()) pages.push(...pagesOf(document));
  return { pages, files };
}

/** A page that is in no list of guides. */
function documentOf(file: string): Guide {
  const en = { file };
  const title = parseGuide(en).headings[0]?.text ?? file;
  return { name: file.replace(/\.md$/, ""), title: { en: title, ja: title }, en };
}
