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
      for (const { path, html } of renderGuides(`/${styles.fileName}`, picture))
        this.emitFile({ type: "asset", fileName: path, source: html });
    },
  };
}

/** Every page in each of its languages, with its path from the root of the site. */
export function renderGuides(styles: string, picture: (path: string) => string): { path: string; html: string }[] {
  const all = readGuides();
  const pages = new Map<Source, ParsedGuide>();
  const parsed = (guide: Guide, language: Language) => {
    const source = guide[languageOf(guide, language)] as Source;
    const page = pages.get(source) ?? parseGuide(source);
    pages.set(source, page);
    return page;
  };
  const context = { guides: all, parsed, picture };
  return all.flatMap((guide) =>
    LANGUAGES.filter((language) => guide[language]).map((language) => {
      const { headings } = parsed(guide, language);
      const body = renderGuide(guide, language, context);
      const html = guidePage({ guide, language, guides: all, headings, body, styles });
      return { path: `guide/${language}/${guide.name}.html`, html };
    }),
  );
}
