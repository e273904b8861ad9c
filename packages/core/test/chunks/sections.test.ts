import { describe, expect, it } from "@jest/globals";
import type { DocumentTree, Section } from "../../src/chunks/document-tree.js";
import { type Section as Found, sectionsOf } from "../../src/chunks/sections.js";
import { buildChunk, structureDocument } from "../../src/chunks/structure-document.js";
import type { SectionPathElement, StructuredChunk } from "../../src/chunks/structured-chunk.js";

type Child = string | Section;

function section(type: Section["type"], label: string, heading: string, ...texts: readonly Child[]): Section {
  return { kind: "section", type, label, title: "", heading, children: texts.map(childOf) };
}

const childOf = (child: Child): DocumentTree["children"][number] =>
  typeof child === "string" ? { kind: "paragraph", text: child } : child;

const article = (number: number, ...texts: readonly Child[]) =>
  section("article", `第${number}条`, `第${number}条`, ...texts);
const chapter = (number: number, ...texts: readonly Child[]) =>
  section("chapter", `第${number}章`, `第${number}章`, ...texts);

const structured = (...children: readonly Child[]) =>
  structureDocument({ document_id: "doc", title: "T" }, { children: children.map(childOf) });

/** The chunks of another ingestion, whose ids do not follow the path. */
const given = (...chunks: readonly (readonly [type: "heading" | "paragraph", ...path: string[]])[]) =>
  chunks.map(([text_type, ...labels], i): StructuredChunk => {
    const section_path = labels.map((label, at): SectionPathElement => {
      return { level: at + 1, type: label.endsWith("章") ? "chapter" : "article", label, title: "" };
    });
    const body = { text_type, content: "text", content_md: null };
    const place = { section_path, annex_title: null };
    return buildChunk({ document_id: "doc", title: "T" }, `doc::page::${text_type}-${i + 1}`, body, place);
  });

/** `id first-last`, with the parts where there are several. */
const shown = ({ id, first, end, parts }: Found) =>
  `${id} ${first}-${end - 1}${parts.length > 1 ? ` [${parts.join(" ")}]` : ""}`;
const sections = (chunks: readonly StructuredChunk[]) => sectionsOf(chunks).map(shown);

describe("sections", () => {
  it("are articles, whatever is below them, and the innermost element elsewhere", () => {
    const inner = section("section", "1.1", "1.1", "text");
    expect(sections(structured(chapter(1, "purpose", article(1, "text", inner), article(2, "text"))))).toEqual([
      "doc::ch1 0-1",
      "doc::ch1::art1 2-5",
      "doc::ch1::art2 6-7",
    ]);
    expect(sections(structured(section("annex", "別表第1", "別表第1", inner)))).toEqual(["doc::annex1 0-2"]);
  });

  it("have the ids of the chunks' sections if the service made the chunks", () => {
    const chunks = structured(
      chapter(1, article(1, "a"), article(1, "b")),
      chapter(1, article(1, "c"), article(2, "d")),
    );
    for (const { id, first, end } of sectionsOf(chunks)) {
      for (const chunk of chunks.slice(first, end)) expect(chunk.chunk_id.startsWith(`${id}::`)).toBe(true);
    }
  });

  it("end where a chapter goes on with articles; its later text is a section of its own", () => {
    expect(sections(structured(chapter(1, "a", article(1, "b"), "c", "d", article(2, "e"), "f")))).toEqual([
      "doc::ch1 0-1",
      "doc::ch1::art1 2-3",
      "doc::ch1~2 4-5",
      "doc::ch1::art2 6-7",
      "doc::ch1~3 8-8",
    ]);
  });

  it("come from the section_path alone", () => {
    expect(
      sections(
        given(
          ["heading", "第1章", "第1条"],
          ["paragraph", "第1章", "第1条"],
          ["heading", "第1章", "第1条"],
          ["paragraph", "第1章", "第1条"],
          ["paragraph", "第2章", "第1条"],
          ["paragraph", "第1章", "第1条"],
          ["paragraph", "第1章"],
        ),
      ),
    ).toEqual([
      "doc::ch1::art1 0-1",
      "doc::ch1::art1~2 2-3",
      "doc::ch2::art1 4-4",
      "doc::ch1~2::art1 5-5",
      "doc::ch1~2 6-6",
    ]);
  });

  it("group text outside every section to about 1,200 characters", () => {
    const chunks = structured(..."abcde".split("").map((sign) => sign.repeat(500)), article(1, "x"));
    expect(sections(chunks)).toEqual([
      "doc::paragraph-1 0-1",
      "doc::paragraph-3 2-3",
      "doc::paragraph-5 4-4",
      "doc::art1 5-6",
    ]);
    expect(sections(given(["heading"], ["heading"], ["paragraph"], ["paragraph"], ["heading"], ["paragraph"]))).toEqual(
      ["doc::page::heading-1 0-3", "doc::page::heading-5 4-5"],
    );
  });

  it("have parts beyond 6,000 characters, which begin at headings or chunk borders", () => {
    const text = (length: number) => "x".repeat(length);
    const sub = (...texts: readonly Child[]) => section("section", "", "sub", ...texts);
    expect(sections(structured(article(1, text(3_000), text(2_000))))).toEqual(["doc::art1 0-2"]);
    expect(sections(structured(article(1, text(3_000), text(2_990), text(3_000))))).toEqual(["doc::art1 0-3 [0 3]"]);
    expect(sections(structured(article(1, text(2_000), sub(text(500)), sub(text(4_000)), sub(text(9_000)))))).toEqual([
      "doc::art1 0-7 [0 2 6]",
    ]);
    expect(sections(structured(article(1, text(7_000), sub()), article(2, "x")))).toEqual([
      "doc::art1 0-2",
      "doc::art2 3-4",
    ]);
    expect(sections(structured(article(1, text(7_000), sub("x"), text(7_000), sub(), sub())))).toEqual([
      "doc::art1 0-6 [0 2 4]",
    ]);
  });

  it("are none in a document without chunks", () => {
    expect(sectionsOf([])).toEqual([]);
  });
});
