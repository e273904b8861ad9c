import { html, type Markup } from "./html.js";
import type { Language } from "./language.js";
import { TEXTS } from "./texts.js";

/** The input of every page. */
export interface PageContext {
  readonly language: Language;
  /** This page in the other language. */
  readonly otherLanguageUrl: string;
}

export function layout(title: string, { language, otherLanguageUrl }: PageContext, main: Markup): Markup {
  const { portal, sample, otherLanguage } = TEXTS[language];
  return html`<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title} · ${portal}</title>
    <link rel="icon" href="/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/portal.css">
  </head>
  <body>
    <header class="top">
      <a class="brand" href="/"><img src="/icon.svg" alt="" width="28" height="28">${portal}</a>
      <span class="badge">${sample}</span>
      <a class="language" href="${otherLanguageUrl}" lang="${otherLanguage.language}" hreflang="${otherLanguage.language}">${otherLanguage.name}</a>
    </header>
    <main>
${main}
    </main>
  </body>
</html>
`;
}

/** A name or a department as stored; a browser must know that it is Japanese to use Japanese glyphs. */
export function asStored(text: string): Markup {
  return /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(text)
    ? html`<span lang="ja">${text}</span>`
    : html`${text}`;
}
