import fc from "fast-check";
import type { BlockContent, List, ListItem, PhrasingContent, Root, Table, TableRow } from "mdast";
import remarkGfm from "remark-gfm";
import remarkStringify from "remark-stringify";
import { unified } from "unified";

/** Words with the signs that mean something to Markdown, HTML or us. */
const word = fc
  .array(
    fc.constantFrom(
      "あ",
      "第1条",
      "則",
      "a",
      "Word",
      "*",
      "_",
      "#",
      "|",
      "<",
      "&amp;",
      "[",
      "]",
      "`",
      "1.",
      "!",
      "\\",
      "~",
    ),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((signs) => `語${signs.join("")}尾`);
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((list) => list.join(" "));
const text = words.map((value): PhrasingContent => ({ type: "text", value }));

const html = (value: string): PhrasingContent => ({ type: "html", value });
const inline: fc.Arbitrary<PhrasingContent[]> = fc.oneof(
  { weight: 6, arbitrary: text.map((node) => [node]) },
  text.map((child): PhrasingContent[] => [{ type: "strong", children: [child] }]),
  text.map((child): PhrasingContent[] => [{ type: "emphasis", children: [child] }]),
  text.map((child): PhrasingContent[] => [{ type: "link", url: "https://example.com/", children: [child] }]),
  word.map((value): PhrasingContent[] => [{ type: "inlineCode", value }]),
  word.map((alt): PhrasingContent[] => [{ type: "image", url: "a.png", alt }]),
  text.map((child): PhrasingContent[] => [html("<sup>"), child, html("</sup>")]),
  text.map((child): PhrasingContent[] => [html("<b class='x'>"), child]),
  fc.constant<PhrasingContent[]>([html("<br>")]),
  fc.constant<PhrasingContent[]>([html("<!-- not seen -->")]),
);
const line = fc
  .tuple(text, fc.array(inline, { maxLength: 3 }))
  .map(([first, rest]) => [
    first,
    ...rest.flatMap((nodes): PhrasingContent[] => [{ type: "text", value: " " }, ...nodes]),
  ]);

const row = (width: number): fc.Arbitrary<TableRow> =>
  fc
    .array(line, { minLength: width, maxLength: width })
    .map((cells) => ({ type: "tableRow", children: cells.map((children) => ({ type: "tableCell", children })) }));
const table = fc
  .integer({ min: 1, max: 3 })
  .chain((width) => fc.array(row(width), { minLength: 1, maxLength: 4 }))
  .map((children): Table => ({ type: "table", children }));

const cell = fc.record({
  tag: fc.constantFrom("td", "th"),
  text: fc.constantFrom("甲", "<b>乙</b>", "丙<br>丁", "", "<p>戊</p><ul><li>己</li></ul>"),
  colspan: fc.constantFrom(1, 1, 1, 2, 3),
  rowspan: fc.constantFrom(1, 1, 1, 2, 0),
});
const htmlTable = fc
  .array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 })
  .map((rows) => {
    const cells = rows.map((list) =>
      list.map((c) => `<${c.tag} colspan=${c.colspan} rowspan=${c.rowspan}>${c.text}</${c.tag}>`).join(""),
    );
    return {
      type: "html" as const,
      value: `<table>\n${cells.map((inner) => `<tr>${inner}</tr>`).join("\n")}\n</table>`,
    };
  });

const { block } = fc.letrec<{ block: BlockContent; list: List }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 4, depthIdentifier: "block" },
    line.map((children): BlockContent => ({ type: "paragraph", children })),
    words.map((value): BlockContent => ({ type: "code", value })),
    table,
    htmlTable,
    fc.constant<BlockContent>({ type: "thematicBreak" }),
    fc.constant<BlockContent>({ type: "html", value: "<!-- not\n\nseen -->" }),
    tie("list"),
    fc
      .array(tie("block"), { minLength: 1, maxLength: 2 })
      .map((children): BlockContent => ({ type: "blockquote", children })),
  ),
  list: fc
    .record({
      ordered: fc.boolean(),
      start: fc.integer({ min: 0, max: 30 }),
      children: fc.array(
        fc
          .array(tie("block"), { minLength: 1, maxLength: 3, depthIdentifier: "block" })
          .map((children): ListItem => ({ type: "listItem", spread: true, children })),
        { minLength: 1, maxLength: 3 },
      ),
    })
    .map(
      ({ ordered, start, children }): List => ({
        type: "list",
        spread: true,
        ordered,
        start: ordered ? start : null,
        children,
      }),
    ),
}));

const heading = fc.record({
  type: fc.constant("heading" as const),
  depth: fc.constantFrom(2 as const, 3 as const, 4 as const, 5 as const),
  children: fc.oneof(
    line.map((children) => children.filter((node) => node.type !== "html")),
    fc
      .constantFrom("第1章 甲", "第2条（乙）", "附則", "別表第1", "Annex II", "1.2 丙", "Article 3", "Section 4")
      .map((value): PhrasingContent[] => [{ type: "text", value }]),
  ),
});

/** Random documents with every kind of content, as Markdown source. */
export const randomMarkdown: fc.Arbitrary<string> = fc
  .array(fc.oneof(block, heading), { minLength: 1, maxLength: 8 })
  .map((children) => {
    const root: Root = { type: "root", children };
    return unified().use(remarkStringify).use(remarkGfm).stringify(root);
  });
