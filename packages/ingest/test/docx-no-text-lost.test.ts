import { test } from "@jest/globals";
import { propertyRuns } from "@retrieval/contract/property-runs";
import fc from "fast-check";
import { docxChunks } from "./docx-read.js";
import { abstractNum, headingStyles, num, numbered, p, r, style, tbl, tr } from "./docx-writer.js";
import { expectSameText, shownText } from "./html-visible-text.js";

/** XML of a document, and the text that Word shows of it. */
interface Sample {
  readonly xml: string;
  readonly text: string;
}

const word = fc
  .array(fc.constantFrom("あ", "第1条", "則", "Word", "*", "_", "#", "|", "&lt;", "&amp;", "[", "]", "`", "\\"), {
    minLength: 1,
    maxLength: 3,
  })
  .map((signs) => `語${signs.join("")}尾`);
const joined = (samples: readonly Sample[], wrap = (xml: string) => xml): Sample => ({
  xml: wrap(samples.map(({ xml }) => xml).join("")),
  text: samples.map(({ text }) => text).join(""),
});

const run = word.map((text): Sample => ({ xml: r(text), text }));
const inline = fc.oneof(
  { weight: 4, arbitrary: run },
  run.map(({ xml, text }): Sample => ({ xml: `<w:ins>${xml}</w:ins>`, text })),
  run.map(({ xml }): Sample => ({ xml: `<w:del>${xml}</w:del>`, text: "" })),
  run.map(({ xml, text }): Sample => ({ xml: `<w:hyperlink w:anchor="x">${xml}</w:hyperlink>`, text })),
  run.map(({ xml, text }): Sample => ({ xml: `<w:sdt><w:sdtContent>${xml}</w:sdtContent></w:sdt>`, text })),
  fc.constantFrom<Sample>({ xml: "<w:r><w:br/></w:r>", text: "" }, { xml: "<w:proofErr/>", text: "" }),
  word.map((text): Sample => ({ xml: r(text, "<w:b/><w:i/>"), text })),
);
const line = fc.array(inline, { minLength: 1, maxLength: 3 });
const properties = fc.oneof(
  { weight: 3, arbitrary: fc.constant("") },
  fc.constantFrom("H1", "H2", "H3").map(style),
  fc.tuple(fc.constantFrom(1, 2), fc.integer({ min: 0, max: 2 })).map(([list, level]) => numbered(list, level)),
  fc.constantFrom("H1", "H2").map((id) => style(id) + numbered(1, 1)),
);
const paragraph = fc.tuple(line, properties).map(([runs, own]) => joined(runs, (xml) => p(xml, own)));
const { block } = fc.letrec<{ block: Sample }>((tie) => {
  const cell = fc
    .tuple(fc.array(tie("block"), { minLength: 1, maxLength: 2 }), fc.constantFrom(1, 1, 2))
    .map(([blocks, span]) =>
      joined(blocks, (xml) => `<w:tc><w:tcPr><w:gridSpan w:val="${span}"/></w:tcPr>${xml}</w:tc>`),
    );
  const row = fc.array(cell, { minLength: 1, maxLength: 3 }).map((cells) => joined(cells, (xml) => tr([xml])));
  return {
    block: fc.oneof(
      { maxDepth: 2, depthIdentifier: "block" },
      paragraph,
      fc.array(row, { minLength: 1, maxLength: 3 }).map((rows) => joined(rows, (xml) => tbl(xml))),
    ),
  };
});

const numbering =
  abstractNum(1, [
    ["decimal", "%1."],
    ["decimalEnclosedCircle", "%2"],
    ["decimal", "%1.%2.%3"],
  ]) +
  abstractNum(2, [
    ["bullet", "•"],
    ["decimal", "(%2)"],
    ["bullet", "•"],
  ]) +
  num(1, 1) +
  num(2, 2);
/** Two headings of the first level, so that none of them is the document's title. */
const start: Sample = { xml: p("始", style("H1")).repeat(2), text: "始始" };

test("no text of a Word document is lost, doubled or moved", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 6 }), async (blocks) => {
      const { xml, text } = joined([start, ...blocks]);
      const chunks = await docxChunks({ body: xml, styles: headingStyles, numbering });
      const expected = text.replaceAll("&lt;", "<").replaceAll("&amp;", "&");
      expectSameText(letters(chunks.map(shownText).join("")), letters(expected));
    }),
    { numRuns: propertyRuns(100) },
  );
});

/** Word's automatic numbers and bullets are not in the text. */
const letters = (text: string) => text.replace(/[^\p{L}]/gu, "");
