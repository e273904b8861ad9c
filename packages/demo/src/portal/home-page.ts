import { html, type Markup } from "./html.js";
import { asStored, layout, type PageContext } from "./layout.js";
import type { PortalPerson } from "./people.js";
import { TEXTS } from "./texts.js";

/** The page of a logged-in visitor: who they are, and the one button. */
export function homePage({ user_id, display_name, department, email }: PortalPerson, context: PageContext): Markup {
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
