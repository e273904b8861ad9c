import type { LanguageCode } from "@retrieval/api/texts";
import { html, type Markup } from "./html.js";
import { type Problem, TEXTS, type Texts } from "./texts.js";
import type { Introduced, PortalUser, UserPage } from "./users.js";

/** The input of every page. */
export interface PageContext {
  readonly language: LanguageCode;
  /** This page in the other language. */
  readonly otherLanguageUrl: string;
}

/** The page of a logged-in user: their data, and the button that opens the search. */
export function homePage({ user_id, display_name, department, email }: PortalUser, context: PageContext): Markup {
  const { home } = TEXTS[context.language];
  const main = html`<h1 class="greeting">${asStored(home.greeting(display_name))}</h1>
<dl class="facts">
  <div><dt>${home.number}</dt><dd>${user_id}</dd></div>
  <div><dt>${home.department}</dt><dd>${asStored(department)}</dd></div>
  <div><dt>${home.email}</dt><dd>${email}</dd></div>
</dl>
<section class="card" aria-labelledby="documents">
  <h2 id="documents">${home.documents}</h2>
  <p>${home.explanation}</p>
  <form method="post" action="/open" target="_blank" rel="noopener">
    <button class="main" aria-describedby="new-tab">${home.open}</button>
    <p class="hint" id="new-tab">${home.newTab}</p>
  </form>
</section>
<form method="post" action="/log-out"><button class="quiet">${home.logOut}</button></form>`;
  return layout(home.title, context, main);
}

export interface LogInFacts {
  readonly cast: readonly Introduced[];
  readonly found: UserPage;
  readonly query: string;
  /** true: the chosen user does not exist. */
  readonly gone: boolean;
}

/** Lets the visitor choose a user: the cast first, then all users of the head office. */
export function logInPage({ cast, found, query, gone }: LogInFacts, context: PageContext): Markup {
  const { logIn } = TEXTS[context.language];
  const main = html`<h1>${logIn.title}</h1>
<p class="intro">${logIn.intro}</p>
${gone ? html`<p class="notice" role="alert">${logIn.gone}</p>` : null}
<section aria-labelledby="cast">
  <h2 id="cast">${logIn.cast}</h2>
  <form method="post" action="/log-in"><ul class="cast">${cast.map((user) => castEntry(user, context.language))}</ul></form>
</section>
<section aria-labelledby="everyone">
  <h2 id="everyone">${logIn.everyone}</h2>
  <form class="search" method="get" action="/#everyone" role="search">
    <label for="q">${logIn.search}</label>
    <div class="field"><input id="q" name="q" type="search" value="${query}" maxlength="100" autocomplete="off"><button>${logIn.find}</button></div>
  </form>
  ${found.total === 0 ? html`<p>${logIn.noMatch}</p>` : listOf(found, query, logIn)}
</section>`;
  return layout(logIn.title, context, main);
}

function castEntry(user: Introduced, language: LanguageCode): Markup {
  return html`
  <li><button class="user" name="user_id" value="${user.user_id}">
    <span class="name">${asStored(user.display_name)}</span><span class="number">${user.user_id}</span>
    <span class="introduction">${user.introduction[language]}</span>
  </button></li>`;
}

function listOf({ users, page, pages, total, before }: UserPage, query: string, texts: Texts["logIn"]): Markup {
  const link = (to: number, text: string, rel: string) =>
    to < 1 || to > pages
      ? html`<span class="off">${text}</span>`
      : html`<a rel="${rel}" href="/?${new URLSearchParams({ q: query, page: String(to) }).toString()}#everyone">${text}</a>`;
  return html`<p class="range">${texts.range(before + 1, before + users.length, total)}</p>
  <form method="post" action="/log-in"><ul class="users">${users.map(listEntry)}</ul></form>
  <nav class="pager" aria-label="${texts.pages}">${link(page - 1, texts.previous, "prev")}<span>${page} / ${pages}</span>${link(page + 1, texts.next, "next")}</nav>`;
}

function listEntry({ user_id, display_name, department }: PortalUser): Markup {
  return html`
  <li><button class="user" name="user_id" value="${user_id}">
    <span class="name">${asStored(display_name)}</span><span class="number">${user_id}</span>
    <span class="department">${asStored(department)}</span>
  </button></li>`;
}

/** Explains a problem and links back. */
export function problemPage(problem: Problem, context: PageContext, reason?: string): Markup {
  const texts = TEXTS[context.language];
  const { title, sentence } = texts.problems[problem];
  const main = html`<h1>${title}</h1>
<p class="intro">${sentence}</p>
${reason === undefined ? null : html`<p class="notice">${reason}</p>`}
<p><a href="/">${texts.back}</a></p>`;
  return layout(title, context, main);
}

function layout(title: string, { language, otherLanguageUrl }: PageContext, main: Markup): Markup {
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
function asStored(text: string): Markup {
  return /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(text)
    ? html`<span lang="ja">${text}</span>`
    : html`${text}`;
}
