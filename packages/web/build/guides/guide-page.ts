import { type Guide, type Language, languageOf, pathOf } from "./guides.js";
import type { Heading } from "./parse-guide.js";

const WORDS = {
  en: {
    name: "Document search",
    guides: "Guides",
    others: "Administration and operation",
    contents: "On this page",
    skip: "Skip to the content",
  },
  ja: { name: "文書検索", guides: "ガイド", others: "管理・運用", contents: "このページの内容", skip: "本文へ移動" },
} as const;

const OTHER = { en: "ja", ja: "en" } as const;
const NAMES = { en: "English", ja: "日本語" } as const;

interface Page {
  readonly guide: Guide;
  readonly language: Language;
  readonly guides: readonly Guide[];
  readonly headings: readonly Heading[];
  /** The text of the page, as HTML. */
  readonly body: string;
  /** The address of the style sheet. */
  readonly styles: string;
}

/** A page of the guides, of which the first is for every user; the others are folded there. It runs no script. */
export function guidePage({ guide, language, guides, headings, body, styles }: Page): string {
  const text = WORDS[language];
  const other = OTHER[language];
  const [readers, ...others] = guides.map((each) => {
    const here = each === guide ? ' aria-current="page"' : "";
    return `<li><a href="/guide/${pathOf(each, language)}"${here}>${escaped(each.title[language])}</a></li>`;
  });
  // A page in one language leads to the guides in the other.
  const translated = pathOf(guide[other] ? guide : (guides[0] as Guide), other);
  const contents = headings
    .filter(({ depth }) => depth === 2)
    .map((heading) => `<li><a href="#${encodeURIComponent(heading.slug)}">${escaped(heading.text)}</a></li>`);
  return `<!doctype html>
<html lang="${languageOf(guide, language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${escaped(guide.title[language])} · ${text.name}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${styles}">
</head>
<body>
<a class="skip" href="#content">${text.skip}</a>
<header>
<a class="name" href="/"><img src="/favicon.svg" alt="" width="24" height="24">${text.name}</a>
<a href="/guide/${translated}" lang="${other}" hreflang="${other}">${NAMES[other]}</a>
</header>
<div class="page">
<div class="beside">
<nav class="guides" aria-label="${text.guides}">
<h2>${text.guides}</h2>
<ul>${readers}</ul>
<details${guide === guides[0] ? "" : " open"}>
<summary>${text.others}</summary>
<ul>${others.join("")}</ul>
</details>
</nav>
<nav class="contents" aria-label="${text.contents}">
<h2>${text.contents}</h2>
<ul>${contents.join("")}</ul>
</nav>
</div>
<main id="content" tabindex="-1">
${body}
</main>
</div>
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
