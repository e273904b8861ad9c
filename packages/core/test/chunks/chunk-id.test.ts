import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { isChunkId, isDocumentId, SectionId } from "../../src/chunks/chunk-id.js";
import type { DocumentTree, Passage, Section } from "../../src/chunks/document-tree.js";
import { structureDocument } from "../../src/chunks/structure-document.js";
import { TEXT_TYPES } from "../../src/chunks/structured-chunk.js";

describe("a document_id", () => {
  it.each([
    "a",
    "1",
    "work-rules",
    "就業規則",
    "規程_2025.04-第3版",
    "𠮷野",
    "ガイド",
    "a".repeat(128),
    "𠮷".repeat(128),
  ])("may be %j", (id) => expect(isDocumentId(id)).toBe(true));

  it.each([
    "",
    "-a",
    ".hidden",
    "_a",
    "a b",
    "a/b",
    "../a",
    "a::b",
    "a:b",
    "a~2",
    "a\n",
    "a\0",
    "%",
    "\uD842",
    "a".repeat(129),
    "𠮷".repeat(129),
    null,
    undefined,
    1,
    ["a"],
  ])("may not be %j", (id) => expect(isDocumentId(id)).toBe(false));
});

describe("a chunk_id", () => {
  it.each([
    ...TEXT_TYPES.map((type) => `doc::${type}-1`),
    "doc::ch2::art36-2::paragraph-12",
    "doc::ch2::art36-2~2::paragraph-1",
    "doc::1f2e3d4c::list-1",
    "就業規則::第1章::heading-1",
  ])("may be %j", (id) => expect(isChunkId(id)).toBe(true));

  it.each([
    "",
    "doc",
    "doc::",
    "paragraph-1",
    "::paragraph-1",
    "doc::paragraph",
    "doc::paragraph-0",
    "doc::paragraph-01",
    "doc::paragraph-1 ",
    "doc::paragraph-1::",
    "doc::::paragraph-1",
    "doc:paragraph-1",
    "doc::code-1",
    "doc::Paragraph-1",
    "doc::~2::paragraph-1",
    "doc::a~::paragraph-1",
    "doc::a b::paragraph-1",
    "doc::a/b::paragraph-1",
    "doc::paragraph-1\n",
    "doc::paragraph-１",
    `doc::${"a".repeat(500)}::paragraph-1`,
    null,
    7,
    {},
  ])("may not be %j", (id) => expect(isChunkId(id)).toBe(false));
});

describe("SectionId", () => {
  const child = (parent: SectionId, type: Section["type"], label: string, title = "") =>
    parent.child({ type, label, title });

  it("names each kind of section by its number", () => {
    const root = () => SectionId.ofDocument("doc");
    expect(child(root(), "part", "第1編").prefix).toBe("doc::part1");
    expect(child(root(), "chapter", "第2章").prefix).toBe("doc::ch2");
    expect(child(root(), "section", "第3節").prefix).toBe("doc::sec3");
    expect(child(root(), "article", "第36条の2").prefix).toBe("doc::art36-2");
    expect(child(root(), "annex", "別表第1").prefix).toBe("doc::annex1");
    expect(child(root(), "annex", "Appendix A").prefix).toBe("doc::annexa");
    expect(child(root(), "section", "1.2").prefix).toBe("doc::sec1-2");
  });

  it("gives the same id for every spelling of the number", () => {
    for (const label of ["第36条の2", "第３６条の２", "第三十六条の二", "第 36 条の 2"]) {
      expect(child(SectionId.ofDocument("doc"), "article", label).prefix).toBe("doc::art36-2");
    }
  });

  it("takes 8 digits of a hash of type, label and title if there is no number", () => {
    const hashed = (type: Section["type"], label: string, title: string) =>
      child(SectionId.ofDocument("doc"), type, label, title).prefix;
    const all = [
      hashed("supplement", "附則", ""),
      hashed("section", "", "Purpose"),
      hashed("section", "", "Scope"),
      hashed("chapter", "", "Scope"),
      hashed("section", "Scope", ""),
    ];
    for (const prefix of all) expect(prefix).toMatch(/^doc::[0-9a-f]{8}$/);
    expect(new Set(all).size).toBe(all.length);
    expect(hashed("section", "", "Scope")).toBe(all[2]);
  });

  it("numbers the second and third of the same segment under one parent, and no others", () => {
    const root = SectionId.ofDocument("doc");
    const first = child(root, "article", "第1条");
    expect(child(root, "article", "第一条").prefix).toBe("doc::art1~2");
    expect(child(root, "article", "Article 1").prefix).toBe("doc::art1~3");
    expect(child(first, "article", "第1条").prefix).toBe("doc::art1::art1");
  });

  it("counts each text type by itself", () => {
    const id = SectionId.ofDocument("doc");
    const ids = (["paragraph", "list", "paragraph", "table", "list"] as const).map((type) => id.nextChunkId(type));
    expect(ids).toEqual(["doc::paragraph-1", "doc::list-1", "doc::paragraph-2", "doc::table-1", "doc::list-2"]);
  });
});

/** Trees whose sections have many kinds of labels, many of them repeated. */
const anyPassage: fc.Arbitrary<Passage> = fc.oneof(
  fc.record({ kind: fc.constant("paragraph" as const), text: fc.string({ minLength: 1, maxLength: 5 }) }),
  fc.record({ kind: fc.constant("list" as const), text: fc.constant("・一"), markdown: fc.constant("- 一") }),
);
const anyHead = fc.constantFrom<[Section["type"], string, string]>(
  ["article", "第1条", "目的"],
  ["article", "第一条", "定義"],
  ["article", "第2条", "定義"],
  ["chapter", "第1章", "総則"],
  ["section", "", "Scope"],
  ["supplement", "附則", ""],
  ["annex", "別表第1", "第1条関係"],
);
const { tree: anyTree } = fc.letrec<{ section: Section; children: Section["children"]; tree: DocumentTree }>((tie) => ({
  section: fc.tuple(anyHead, fc.boolean(), tie("children")).map(([[type, label, title], headed, children]) => ({
    kind: "section",
    type,
    label,
    title,
    heading: headed ? `${label} ${title}` : "",
    children,
  })),
  children: fc.array(fc.oneof({ depthSize: "small" }, anyPassage, tie("section")), { maxLength: 5 }),
  tree: tie("children").map((children) => ({ children })),
}));

describe("the chunk_ids of a document", () => {
  const idsOf = (tree: DocumentTree) =>
    structureDocument({ document_id: "doc", title: "T" }, tree).map(({ chunk_id }) => chunk_id);

  it("are well formed, unique, and the same on the next ingestion", () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const ids = idsOf(tree);
        for (const id of ids) expect([id, isChunkId(id)]).toEqual([id, true]);
        expect(new Set(ids).size).toBe(ids.length);
        expect(idsOf(structuredClone(tree))).toEqual(ids);
      }),
      { seed: 36, numRuns: 300 },
    );
  });

  it("stay when something is inserted elsewhere: a new section, or a passage in another one", () => {
    const inserted: Section = {
      kind: "section",
      type: "article",
      label: "第77条の3",
      title: "new",
      heading: "第77条の3（new）",
      children: [{ kind: "paragraph", text: "new" }],
    };
    const withInserted = (
      children: DocumentTree["children"],
      path: readonly number[],
      at: number,
    ): DocumentTree["children"] => {
      const [step, ...deeper] = path;
      const sections = children.filter((child): child is Section => child.kind === "section");
      const into = step === undefined ? undefined : sections[step % Math.max(1, sections.length)];
      if (into === undefined) return children.toSpliced(at % (children.length + 1), 0, inserted);
      return children.map((child) =>
        child === into ? { ...into, children: withInserted(into.children, deeper, at) } : child,
      );
    };
    fc.assert(
      fc.property(anyTree, fc.array(fc.nat(9), { maxLength: 3 }), fc.nat(9), (tree, path, at) => {
        const before = idsOf(tree);
        const after = idsOf({ children: withInserted(tree.children, path, at) });
        expect(after.filter((id) => !id.includes("::art77-3::"))).toEqual(before);
        expect(after).toHaveLength(before.length + 2);
      }),
      { seed: 36, numRuns: 300 },
    );
  });

  it("change only in the section and text type in which a passage is inserted", () => {
    const text = (word: string): Passage => ({ kind: "paragraph", text: word });
    const article = (label: string, ...children: Passage[]): Section => ({
      kind: "section",
      type: "article",
      label,
      title: "",
      heading: label,
      children,
    });
    const list: Passage = { kind: "list", text: "・", markdown: "-" };
    const byText = (tree: DocumentTree) =>
      new Map(
        structureDocument({ document_id: "doc", title: "T" }, tree).map(({ content, chunk_id }) => [content, chunk_id]),
      );
    const before = byText({ children: [article("第1条", text("a"), list, text("b")), article("第2条", text("c"))] });
    const after = byText({
      children: [article("第1条", text("new"), text("a"), list, text("b")), article("第2条", text("c"))],
    });
    const moved = [...before].filter(([content, id]) => after.get(content) !== id).map(([content]) => content);
    expect(moved).toEqual(["a", "b"]);
  });
});
