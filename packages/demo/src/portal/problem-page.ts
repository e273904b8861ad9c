import { html, type Markup } from "./html.js";
import { layout, type PageContext } from "./layout.js";
import { type Problem, TEXTS } from "./texts.js";

/** What went wrong, in a sentence, and the way back. */
export function problemPage(problem: Problem, context: PageContext): Markup {
  const texts = TEXTS[context.language];
  const { title, sentence } = texts.problems[problem];
  const main = html`<h1>${title}</h1>
<p class="intro">${sentence}</p>
<p><a href="/">${texts.back}</a></p>`;
  return layout(title, context, main);
}
