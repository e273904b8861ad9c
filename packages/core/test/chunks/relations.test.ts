import { describe, expect, it } from "@jest/globals";
import type { DocumentTree, Section } from "../../src/chunks/document-tree.js";
import { readEachChunk } from "../../src/chunks/read-chunks.js";
import { RELATED_CHUNKS_MAX, relateChunks } from "../../src/chunks/relations.js";
import { structureDocument } from "../../src/chunks/structure-document.js";
import type { StructuredChunk } from "../../src/chunks/structured-chunk.js";

function section(type: Section["type"], label: string, ...texts: (string | Section)[]): Section {
  const children = texts.map((text) => (typeof text === "string" ? { kind: "paragraph" as const, text } : text));
  return { kind: "section", type, label, title: "", heading: label, children };
}

/** The related scopes of each scope, without those that have none. */
function relationsOf(...children: DocumentTree["children"]): Record<string, readonly string[]> {
  return byScope(structureDocument({ document_id: "doc", title: "T" }, { children }));
}

function byScope(chunks: readonly StructuredChunk[]): Record<string, readonly string[]> {
  const relations = relateChunks(chunks);
  expect(relations).toHaveLength(chunks.length);
  return Object.fromEntries(relations.map(({ scope, related_scopes }) => [scope, related_scopes]));
}

describe("the scope of a chunk", () => {
  it("is the article, annex or supplement around it, at any depth", () => {
    const inner = section("section", "1.1", "text");
    expect(Object.keys(relationsOf(section("chapter", "第1章", section("article", "第1条", inner))))).toEqual([
      "doc::ch1",
      "doc::ch1::art1",
    ]);
    expect(Object.keys(relationsOf(section("annex", "別表第1", inner)))).toEqual(["doc::annex1"]);
  });

  it("is the innermost section if there is no article, and the document outside of all sections", () => {
    const tree = section("chapter", "第1章", section("section", "第1節", "text"), "more");
    expect(Object.keys(relationsOf({ kind: "paragraph", text: "preamble" }, tree))).toEqual([
      "doc",
      "doc::ch1",
      "doc::ch1::sec1",
    ]);
  });

  it("differs for the second article of the same number", () => {
    const twice = relationsOf(section("article", "第1条", "a"), section("article", "第1条", "b"));
    expect(Object.keys(twice)).toEqual(["doc::art1", "doc::art1~2"]);
  });

  it("follows the section path if the ids of another ingestion do not", () => {
    const path = (label: string, type = "article") => ({ section_path: [{ type, label, title: "" }] });
    const given = [
      {
        chunk_id: "doc::page1::paragraph-1",
        text_type: "paragraph",
        content: "別表第1のとおり",
        metadata: path("第1条"),
      },
      { chunk_id: "doc::page2::paragraph-1", text_type: "paragraph", content: "続き", metadata: path("第1条") },
      { chunk_id: "doc::page2::paragraph-2", text_type: "paragraph", content: "次", metadata: path("第2条") },
      { chunk_id: "doc::paragraph-9", text_type: "paragraph", content: "表", metadata: path("別表第1", "annex") },
    ];
    const read = readEachChunk({ document_id: "doc", title: "T" }, given, () => null);
    if (typeof read === "string" || "code" in read) throw new Error(JSON.stringify(read));
    expect(relateChunks(read.chunks)).toEqual([
      { scope: "doc::art1", related_scopes: ["doc::annex1"] },
      { scope: "doc::art1", related_scopes: ["doc::annex1"] },
      { scope: "doc::art2", related_scopes: [] },
      { scope: "doc::annex1", related_scopes: ["doc::art1"] },
    ]);
  });
});

describe("related scopes", () => {
  it("are the annexes that an article names, and the reverse", () => {
    const related = relationsOf(
      section("article", "第16条", "別表第1及び別表第二のとおり"),
      section("article", "第17条", "なし"),
      section("annex", "別表第1", "額"),
      section("annex", "別表第2", "額"),
    );
    expect(related).toEqual({
      "doc::art16": ["doc::annex1", "doc::annex2"],
      "doc::art17": [],
      "doc::annex1": ["doc::art16"],
      "doc::annex2": ["doc::art16"],
    });
  });

  it("are the articles that an annex names in its title", () => {
    expect(relationsOf(section("article", "第16条", "手当"), section("annex", "別表第1（第16条関係）", "額"))).toEqual({
      "doc::art16": ["doc::annex1"],
      "doc::annex1": ["doc::art16"],
    });
  });

  it("join English articles and annexes in every spelling of the number", () => {
    const related = relationsOf(section("article", "Article 12", "as Annex II says"), section("annex", "ANNEX 2", "x"));
    expect(related["doc::art12"]).toEqual(["doc::annex2"]);
  });

  it("are not other kinds of annexes of the same number, nor articles that articles name", () => {
    const related = relationsOf(
      section("article", "第1条", "別表第1と第2条による"),
      section("article", "第2条", "x"),
      section("annex", "別紙1", "x"),
    );
    expect(related).toEqual({ "doc::art1": [], "doc::art2": [], "doc::annex1": [] });
  });

  it("are not those that another law's article seems to name", () => {
    const related = relationsOf(
      section("article", "第36条", "x"),
      section("annex", "別表第1", "労働基準法第36条による"),
    );
    expect(related).toEqual({ "doc::art36": [], "doc::annex1": [] });
  });
});

describe("in documents whose sections all name each other", () => {
  const articles = (count: number, text: string) =>
    Array.from({ length: count }, (_, i) => section("article", `第${i + 1}条`, text));

  it("an annex that all articles name keeps the first of them, and each article its annex", () => {
    const related = relationsOf(
      ...articles(RELATED_CHUNKS_MAX + 5, "別表第1のとおり"),
      section("annex", "別表第1", "額"),
    );
    expect(related["doc::annex1"]).toEqual(Array.from({ length: RELATED_CHUNKS_MAX }, (_, i) => `doc::art${i + 1}`));
    expect(related[`doc::art${RELATED_CHUNKS_MAX + 5}`]).toEqual(["doc::annex1"]);
  });

  it("the first ones follow the document's order, whether they name or are named", () => {
    const named = `${Array.from({ length: RELATED_CHUNKS_MAX }, (_, i) => `第${i + 4}条`).join("、")}による`;
    const related = relationsOf(
      ...articles(3, "別表第1のとおり"),
      ...articles(RELATED_CHUNKS_MAX + 3, "なし").slice(3),
      section("annex", "別表第1", named),
    );
    expect(related["doc::annex1"]).toEqual(Array.from({ length: RELATED_CHUNKS_MAX }, (_, i) => `doc::art${i + 1}`));
  });

  const long = { heading: "", label: "別表第1", title: "", kind: "section", type: "annex" } as const;
  it.each<[string, DocumentTree["children"]]>([
    [
      "20,000 articles that name one long annex",
      [
        ...articles(20_000, "別表第1のとおり"),
        { ...long, children: Array.from({ length: 5_000 }, () => ({ kind: "paragraph", text: "額" })) },
      ],
    ],
    [
      "10,000 articles and 10,000 annexes of one number that name each other",
      [
        ...Array.from({ length: 10_000 }, () => section("article", "第1条", "別表第1")),
        ...Array.from({ length: 10_000 }, () => section("annex", "別表第1", "第1条")),
      ],
    ],
  ])("%s keep no more relations than others of their length", (_, children) => {
    const chunks = structureDocument({ document_id: "doc", title: "T" }, { children });
    const relations = relateChunks(chunks);
    const kept = relations.reduce((sum, { related_scopes }) => sum + related_scopes.length, 0);
    expect(kept).toBeLessThanOrEqual(chunks.length * RELATED_CHUNKS_MAX);
  });
});
