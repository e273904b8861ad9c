import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { describeWithRealData, realDataDir } from "@retrieval/contract";
import { structureDocument } from "@retrieval/core/chunks";
import JSZip from "jszip";
import type { Nodes } from "xast";
import { fromXml } from "xast-util-from-xml";
import { readDocxBytes } from "./docx-read.js";
import { expectSameText, shownText } from "./html-visible-text.js";
import { expectOutline } from "./outline.js";
import { squeezed } from "./visible-text.js";

describeWithRealData("Word documents that others made", () => {
  const folder = `${realDataDir}/docx`;
  const bytesOf = (name: string) => readFileSync(`${folder}/${name}.docx`);
  const chunksOf = async (name: string) => {
    const { tree, title } = await readDocxBytes(bytesOf(name));
    return structureDocument({ document_id: "d", title: title ?? "d" }, tree);
  };
  // Jest evaluates the body of a skipped describe too.
  const names = () => readdirSync(folder).map((name) => name.replace(".docx", ""));

  test("have the outlines that were checked by eye", async () => {
    expect(names()).toHaveLength(5);
    for (const name of names()) expectOutline(await readDocxBytes(bytesOf(name)), name);
  });

  test("have every text of the document once and in order", async () => {
    for (const name of names()) {
      const zip = await JSZip.loadAsync(bytesOf(name));
      const part = async (path: string) => textOf(fromXml((await zip.file(path)?.async("string")) ?? "<none/>"));
      const texts = (await part("word/document.xml")) + (await part("word/footnotes.xml"));
      const { title } = await readDocxBytes(bytesOf(name));
      const shown = squeezed((await chunksOf(name)).map(shownText).join(""));
      const isTitleTaken = !shown.startsWith(squeezed(title ?? ""));
      expectSameText(letters((isTitleTaken ? squeezed(title ?? "") : "") + shown), letters(texts));
    }
  });

  test("have Word's own numbers before their headings", async () => {
    const headings = (await chunksOf("unit_test_headers_numbered")).filter(({ text_type }) => text_type === "heading");
    expect(headings.map(({ chunk_id, content }) => [chunk_id.split("::").slice(1, -1).join("::"), content])).toEqual([
      ["sec1", "1. Section 1"],
      ["sec1::sec1-1", "1.1. Section 1.1"],
      ["sec1::sec1-2", "1.2. Section 1.2"],
      ["sec1::sec1-2::sec1-2-1", "1.2.1. Section 1.2.3"],
      ["sec2", "2. Section 2"],
      ["sec2::sec2-1-1", "2.1.1. Section 2.1.1"],
      ["sec2::sec2-2", "2.2. Section 2.1"],
      ["sec2::648edfbe", "REFERENCES"],
    ]);
  });

  test("have the numbers of styles that inherit, as in the document's own table of contents", async () => {
    const bytes = readFileSync(`${realDataDir}/documents/jda-430-overview.docx`);
    const { tree, title } = await readDocxBytes(bytes);
    const chunks = structureDocument({ document_id: "d", title: title ?? "d" }, tree);
    const [contents, ...headings] = chunks.filter(({ text_type }) => text_type === "heading");
    expect(contents?.content).toBe("目次");
    const entries = chunks.find(({ chunk_id }) => chunk_id === contents?.chunk_id.replace("heading", "paragraph"));
    expect(headings).toHaveLength(45);
    expect(headings.map(({ content }) => content)).toEqual(
      entries?.content?.split("\n").map((line) => line.replace(/ \d+$/, "")),
    );
  });

  test("have lists that go on with their numbers", async () => {
    expect((await chunksOf("docx_list_resumed_numbering")).map(({ content }) => content)).toEqual([
      "1. First ordered item\n2. Second ordered item",
      "- bullet one\n- bullet two",
      "3. Third ordered item",
    ]);
  });

  test("have their footnotes where they belong, and tables with all their columns", async () => {
    expect((await chunksOf("footnotes")).map(({ content }) => content)).toEqual([
      "Ouch[1].[2]",
      "[1] A tachyon walks into a bar.",
      "[2] Fin.",
    ]);
    const tables = (await chunksOf("word_tables")).filter(({ text_type }) => text_type === "table");
    expect(tables.map(({ content_md }) => content_md?.split("\n").map((line) => line.split("|").length - 2))).toEqual([
      [3, 3, 3, 3],
      [3, 3, 3, 3],
      [4, 4, 4, 4],
      [3, 3, 3, 3, 3, 3],
      [5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
      [2, 2, 2, 2],
      [3, 3, 3],
    ]);
  });
});

/** Straight from the XML: every text that is not deleted. */
function textOf(node: Nodes): string {
  if (node.type === "element" && node.name === "w:del") return "";
  if (node.type === "element" && node.name === "w:t") {
    return node.children.map((child) => (child.type === "text" ? child.value : "")).join("");
  }
  return "children" in node ? node.children.map(textOf).join("") : "";
}

/** Word's automatic numbers and bullets are not in the text. */
const letters = (text: string) => text.replace(/[^\p{L}]/gu, "");
