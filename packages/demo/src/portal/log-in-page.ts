import { html, type Markup } from "./html.js";
import type { Language } from "./language.js";
import { asStored, layout, type PageContext } from "./layout.js";
import type { Introduced, PeoplePage, PortalPerson } from "./people.js";
import { TEXTS, type Texts } from "./texts.js";

export interface LogInFacts {
  readonly cast: readonly Introduced[];
  readonly found: PeoplePage;
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
  <form method="post" action="/log-in"><ul class="cast">${cast.map((person) => castEntry(person, context.language))}</ul></form>
</section>
<section aria-labelledby="everybody">
  <h2 id="everybody">${logIn.everybody}</h2>
  <form class="search" method="get" action="/#everybody" role="search">
    <label for="q">${logIn.search}</label>
    <div class="field"><input id="q" name="q" type="search" value="${query}" maxlength="100" autocomplete="off"><button>${logIn.find}</button></div>
  </form>
  ${found.total === 0 ? html`<p>${logIn.nobody}</p>` : listOf(found, query, logIn)}
</section>`;
  return layout(logIn.title, context, main);
}

function castEntry(person: Introduced, language: Language): Markup {
  return html`
  <li><button class="person" name="user_id" value="${person.user_id}">
    <span class="name">${asStored(person.display_name)}</span><span class="number">${person.user_id}</span>
    <span class="introduction">${person.introduction[language]}</span>
  </button></li>`;
}

function listOf({ people, page, pages, total, before }: PeoplePage, query: string, texts: Texts["logIn"]): Markup {
  const link = (to: number, text: string, rel: string) =>
    to < 1 || to > pages
      ? html`<span class="off">${text}</span>`
      : html`<a rel="${rel}" href="/?${new URLSearchParams({ q: query, page: String(to) }).toString()}#everybody">${text}</a>`;
  return html`<p class="range">${texts.range(before + 1, before + people.length, total)}</p>
  <form method="post" action="/log-in"><ul class="people">${people.map(listEntry)}</ul></form>
  <nav class="pager" aria-label="${texts.pages}">${link(page - 1, texts.previous, "prev")}<span>${page} / ${pages}</span>${link(page + 1, texts.next, "next")}</nav>`;
}

function listEntry({ user_id, display_name, department }: PortalPerson): Markup {
  return html`
  <li><button class="person" name="user_id" value="${user_id}">
    <span class="name">${asStored(display_name)}</span><span class="number">${user_id}</span>
    <span class="department">${asStored(department)}</span>
  </button></li>`;
}
