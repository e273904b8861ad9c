import fc from "fast-check";

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const word = fc
  .array(
    fc.constantFrom("あ", "第1条", "則", "a", "Word", "*", "_", "#", "|", "<", "&amp;", "[", "]", "`", "1.", "\\"),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((signs) => escaped(`語${signs.join("")}尾`));
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((list) => list.join(" "));

const inline = fc.oneof(
  { weight: 4, arbitrary: words },
  fc
    .tuple(fc.constantFrom("b", "i", "span", "sup", "u", "small", "code"), words)
    .map(([tag, text]) => `<${tag}>${text}</${tag}>`),
  words.map((text) => `<a href="#x">${text}</a>`),
  fc.constantFrom(
    "<br>",
    "<!-- unseen -->",
    "<span hidden>unseen</span>",
    "<span style='display: none'>unseen</span>",
    "<script>unseen()</script>",
    "<ruby>漢<rt>かん</rt></ruby>",
    "<img alt='絵' src='x.png'>",
  ),
);
const line = fc.tuple(words, fc.array(inline, { maxLength: 3 })).map(([first, rest]) => [first, ...rest].join(" "));

const marker = fc.constantFrom("(1)", "(a)", "iv)", "1.", "2.", "①", "•", "（一）", "ア．");
const { block } = fc.letrec<{ block: string }>((tie) => {
  const inner = fc.oneof(line, tie("block"));
  const element = (tag: string) => inner.map((content) => `<${tag}>${content}</${tag}>`);
  const cells = fc.array(inner, { minLength: 1, maxLength: 3 }).map((list) => list.map((cell) => `<td>${cell}</td>`));
  return {
    block: fc.oneof(
      { maxDepth: 3, depthIdentifier: "block" },
      line.map((text) => `<p>${text}</p>`),
      fc.constantFrom("<hr>", "<style>p { color: red }</style>", "<div hidden><p>unseen</p></div>"),
      fc.constantFrom("Article 5", "CHAPTER II", "第3章 総則", "Section 1", "別表第1").map((text) => `<p>${text}</p>`),
      element("div"),
      element("section"),
      element("blockquote"),
      fc
        .tuple(fc.constantFrom("ul", "ol"), fc.array(inner, { minLength: 1, maxLength: 3 }))
        .map(([tag, items]) => `<${tag}>${items.map((item) => `<li>項${item}</li>`).join("\n")}</${tag}>`),
      fc
        .tuple(marker, inner)
        .map(([mark, text]) => `<table>\n<tr><td><p>${mark}</p></td>\n<td>${text}</td></tr></table>`),
      fc
        .tuple(fc.constantFrom("", " border=0", " role=presentation"), fc.array(cells, { minLength: 1, maxLength: 3 }))
        .map(([attributes, rows]) => `<table${attributes}>${rows.map((row) => `<tr>${row.join("")}</tr>`)}</table>`),
    ),
  };
});
const heading = fc.tuple(fc.constantFrom(2, 3, 4), line).map(([level, text]) => `<h${level}>${text}</h${level}>`);

/** Random pages with every kind of content. */
export const randomHtml: fc.Arbitrary<string> = fc
  .array(fc.oneof({ weight: 4, arbitrary: block }, heading), { minLength: 1, maxLength: 8 })
  .map(
    (blocks) => `<!DOCTYPE html><html><head><title>T</title></head><body><p>始</p>${blocks.join("\n")}</body></html>`,
  );
