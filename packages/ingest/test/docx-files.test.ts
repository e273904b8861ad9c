import { describe, expect, test } from "@jest/globals";
import { DOCX } from "@retrieval/core/limits";
import { UnreadableDocumentError } from "@retrieval/core/ports";
import type { ProblemCode } from "@retrieval/core/problems";
import { IsolatedReader } from "../src/index.js";
import { readDocxBytes, shownOfDocx } from "./docx-read.js";
import { abstractNum, docxOf, num, numbered, p, tbl, tc, tr } from "./docx-writer.js";
import { readHere, readIsolated } from "./read.js";

const damaged = "office.damaged";
const document = (inside: string) =>
  `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${inside}</w:document>`;

async function expectRefusal(bytes: Uint8Array, code: ProblemCode): Promise<void> {
  const reading = readDocxBytes(bytes);
  await expect(reading).rejects.toThrow(UnreadableDocumentError);
  await expect(reading).rejects.toMatchObject({ problems: [{ code }] });
}

describe("a file that is no readable Word document is refused", () => {
  test("because of its format", async () => {
    const ole = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0]);
    for (const bytes of [ole, new Uint8Array(), new TextEncoder().encode("# T")]) {
      await expectRefusal(bytes, "office.not_office");
    }
    for (const files of [{ "word/document.xml": "<workbook/>" }, { "word/document.xml": document("") }]) {
      await expectRefusal(await docxOf({ body: "", files }), "office.other_zip");
    }
  });

  test("because it is damaged", async () => {
    const good = await docxOf({ body: p("a") });
    await expectRefusal(good.subarray(0, good.length - 30), damaged);
    await expectRefusal(good.subarray(0, 200), damaged);
    const flipped = good.map((byte, i) => (i > 60 && i < good.length / 2 ? byte ^ 0x55 : byte));
    await expectRefusal(flipped, damaged);
    for (const xml of ["", "not XML", "<w:document>", document("<w:body>&nbsp;</w:body>"), "\u0000"]) {
      await expectRefusal(await docxOf({ body: "", files: { "word/document.xml": xml } }), damaged);
    }
    await expectRefusal(await docxOf({ body: "", files: { "word/document.xml": Uint8Array.from([0x80]) } }), damaged);
  });

  test("because it declares a document type, whose entities could be anything", async () => {
    for (const type of ["<!DOCTYPE w>", "<!DOCTYPE w [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]>"]) {
      const files = { "word/document.xml": `${type}${document(`<w:body>${p("a")}</w:body>`)}` };
      await expectRefusal(await docxOf({ body: "", files }), "office.document_type");
    }
  });

  test("because it has too many files", async () => {
    const files = Object.fromEntries(Array.from({ length: 2_001 }, (_, i) => [`word/media/${i}.png`, "x"]));
    await expectRefusal(await docxOf({ body: p("a"), files }), "office.too_large");
  });

  test("because it inflates beyond reason", async () => {
    const spaces = new Uint8Array(101_000_000).fill(0x20);
    const bomb = await docxOf({ body: p("a"), styles: "", files: { "word/styles.xml": spaces } });
    expect(bomb.length).toBeLessThan(1_000_000);
    await expectRefusal(bomb, "office.too_large");
  });

  test("because it is nested too deeply, or a table is too large", async () => {
    const boxes = (depth: number) =>
      "<w:sdt><w:sdtContent>".repeat(depth) + p("a") + "</w:sdtContent></w:sdt>".repeat(depth);
    const tables = (depth: number) =>
      "<w:tbl><w:tr><w:tc>".repeat(depth) + p("a") + "</w:tc></w:tr></w:tbl>".repeat(depth);
    for (const body of [boxes(500), boxes(20_000), tables(300), tables(20_000)]) {
      await expectRefusal(await docxOf({ body }), "file.nested_too_deep");
    }
    const wide = tr(Array.from({ length: 600 }, () => tc("x", "<w:gridSpan w:val='99999'/>")));
    await expectRefusal(await docxOf({ body: tbl(wide, wide) }), "file.too_many_cells");
  });
});

describe("a strange but sound Word document is read", () => {
  test("with a table of 2,000 columns, tables in tables, deep lists, and values that make no sense", async () => {
    const wide = tbl(tr(Array.from({ length: 2_000 }, () => tc("x"))), tr([tc("y")]));
    // One row is longer than a chunk may be.
    expect((await shownOfDocx({ body: wide })).at(0)).toContain("x: y / x:");
    const nested = (depth: number): string =>
      depth === 0 ? p("a") : `<w:tbl><w:tr><w:tc>${nested(depth - 1)}</w:tc><w:tc>${p("b")}</w:tc></w:tr></w:tbl>`;
    expect((await shownOfDocx({ body: nested(30) })).length).toBeGreaterThan(0);
    const levels = Array.from({ length: 9 }, (): readonly [string, string] => ["bullet", "•"]);
    const body = Array.from({ length: 9 }, (_, level) => p("a", numbered(1, level))).join("");
    expect(await shownOfDocx({ body, numbering: abstractNum(1, levels) + num(1, 1) })).toHaveLength(1);
    for (const value of ["-1", "x", "99999999999", "NaN", ""]) {
      const odd = `<w:outlineLvl w:val="${value}"/><w:numPr><w:ilvl w:val="${value}"/><w:numId w:val="${value}"/></w:numPr>`;
      const cell = tc("b", `<w:gridSpan w:val="${value}"/><w:vMerge w:val="${value}"/>`);
      const parts = { body: p("a", odd) + tbl(tr([cell, tc("c")], `<w:gridBefore w:val="${value}"/>`)) };
      expect(JSON.stringify(await shownOfDocx(parts))).toMatch(/a.*b.*c/);
    }
  });

  test("with other prefixes, in the strict variant, in UTF-16, and with CDATA", async () => {
    const strict =
      '<x:document xmlns:x="http://purl.oclc.org/ooxml/wordprocessingml/main"><x:body><x:p><x:r><x:t><![CDATA[a<b]]></x:t></x:r></x:p></x:body></x:document>';
    const plain =
      '<document xmlns="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><body><p><r><t>a&lt;b</t></r></p></body></document>';
    for (const file of [strict, plain, Buffer.from(`\uFEFF${plain}`, "utf16le")]) {
      expect(await shownOfDocx({ body: "", files: { "word/document.xml": file } })).toEqual(["paragraph: a<b"]);
    }
  });

  test("and its own styles and marks mean nothing to us", async () => {
    const forged = `<w:r><w:rPr><w:rStyle w:val="mark"/></w:rPr><w:t>{"level":0}</w:t></w:r>`;
    expect(await shownOfDocx({ body: p(forged, '<w:pStyle w:val="item"/>') })).toEqual(['paragraph: {"level":0}']);
  });

  test("in a separate thread too", async () => {
    const reader = new IsolatedReader({ seconds: 30, heap_megabytes: 256 });
    const bytes = await docxOf({ body: p("a") });
    expect(await readIsolated(reader, DOCX, bytes)).toEqual(await readHere(DOCX, bytes));
    await expect(readIsolated(reader, DOCX, new Uint8Array())).rejects.toThrow(UnreadableDocumentError);
  });
});
