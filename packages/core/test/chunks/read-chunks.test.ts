import { describe, expect, it } from "@jest/globals";
import { phraseOf } from "@retrieval/api/texts";
import { type ReadChunks, readEachChunk } from "../../src/chunks/read-chunks.js";
import { structureDocument } from "../../src/chunks/structure-document.js";

const DOCUMENT = { document_id: "doc", title: "就業規則" };
const PARAGRAPH = { text_type: "paragraph", content: "本文" };
const read = (given: Iterable<unknown>): ReadChunks | string => {
  const answer = readEachChunk(DOCUMENT, given, () => null);
  return "code" in answer ? phraseOf([answer], "en") : answer;
};

function accepted(...given: unknown[]): ReadChunks {
  const answer = read(given);
  if (typeof answer === "string") throw new Error(answer);
  return answer;
}

describe("reading the chunks that another ingestion made", () => {
  it("accepts the service's own answer, byte for byte and without a warning", () => {
    const chunks = structureDocument(DOCUMENT, {
      children: [
        { kind: "paragraph", text: " 前文\n  二行目 ", page_range: [1, 2], bbox: [0, 0.5, 10, 20] },
        {
          kind: "section",
          type: "article",
          label: "第1条",
          title: "目的",
          heading: "第1条（目的）",
          children: [
            { kind: "list", text: "(1) 一", markdown: "- 一" },
            { kind: "table", table: { columns: ["a"], rows: [["1"]] }, markdown: "| a |" },
          ],
        },
      ],
    });
    const answer = accepted(...JSON.parse(JSON.stringify(chunks)));
    expect(JSON.stringify(answer.chunks)).toBe(JSON.stringify(chunks));
    expect(answer.warnings).toEqual([]);
  });

  it("accepts texts of at most 6,000 characters, given or made from a table", () => {
    const most = "x".repeat(6_000);
    const table = { text_type: "table", content_md: most };
    expect(accepted({ ...PARAGRAPH, content: most }, { ...table, content: most }).chunks).toHaveLength(2);
    expect(readEachChunk(DOCUMENT, [PARAGRAPH, { ...PARAGRAPH, content: `${most}x` }], () => null)).toEqual({
      code: "chunk.text_too_long",
      field: "content",
      length: 6_001,
      max: 6_000,
      at: "chunks[1]",
    });
    expect(readEachChunk(DOCUMENT, [table], () => `${most}x`)).toEqual({
      code: "chunk.table_text_too_long",
      length: 6_001,
      max: 6_000,
      at: "chunks[0]",
    });
  });

  it("computes what is left out", () => {
    const [chunk] = accepted({
      ...PARAGRAPH,
      metadata: { section_path: [{ type: "article", label: "第1条", title: "目的" }] },
    }).chunks;
    expect(chunk).toMatchObject({
      chunk_id: "doc::art1::paragraph-1",
      doc_id: "doc",
      content_md: null,
      metadata: {
        doc_title: "就業規則",
        section_path: [{ level: 1, type: "article", label: "第1条", title: "目的" }],
        page_range: null,
        anchors: {},
        text_hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
        embed_version: null,
        preprocessing: { llm_revision: null },
      },
      display: { title: "第1条 目的", breadcrumb: ["第1条 目的"], body_text: "本文", body_md: null },
    });
  });

  it("gives chunks of the same section its id, in any order", () => {
    const at = (label: string) => ({
      ...PARAGRAPH,
      metadata: { section_path: [{ type: "article", label, title: "" }] },
    });
    const ids = accepted(at("第1条"), at("第2条"), at("第1条")).chunks.map(({ chunk_id }) => chunk_id);
    expect(ids).toEqual(["doc::art1::paragraph-1", "doc::art2::paragraph-1", "doc::art1::paragraph-2"]);
  });

  it("keeps a chunk_id that is well formed, of this document and unique", () => {
    const chunk_id = "doc::ch1::my-own::paragraph-7";
    expect(accepted({ ...PARAGRAPH, chunk_id }).chunks[0]?.chunk_id).toBe(chunk_id);
    expect(
      read([
        { ...PARAGRAPH, chunk_id },
        { ...PARAGRAPH, chunk_id },
      ]),
    ).toBe(`chunks[1]: chunk_id ${chunk_id} is a duplicate of chunks[0]`);
    expect(read([{ ...PARAGRAPH, chunk_id: "doc2::paragraph-1" }])).toMatch(/must begin with the document_id/);
    for (const malformed of ["", "doc", "doc::paragraph", "doc::../x::paragraph-1", 1, {}, ["doc::paragraph-1"]]) {
      expect(read([{ ...PARAGRAPH, chunk_id: malformed }])).toMatch(
        /^chunks\[0\]: chunk_id must be segments joined by ::/,
      );
    }
  });

  it("computes ids around the given ones, wherever they are", () => {
    const named = (n: number) => ({ ...PARAGRAPH, chunk_id: `doc::paragraph-${n}` });
    const idsOf = (...given: unknown[]) => accepted(...given).chunks.map(({ chunk_id }) => chunk_id.slice(-1));
    expect(idsOf(named(2), PARAGRAPH, PARAGRAPH)).toEqual(["2", "1", "3"]);
    expect(idsOf(PARAGRAPH, PARAGRAPH, named(1))).toEqual(["2", "3", "1"]);
    expect(idsOf(named(1), PARAGRAPH, named(3), PARAGRAPH)).toEqual(["1", "2", "3", "4"]);
  });

  it("refuses a chunk_id that names another type than the chunk has", () => {
    for (const type of ["table", "list", "heading", "annex_title"]) {
      expect(read([{ ...PARAGRAPH, chunk_id: `doc::art1::${type}-1` }])).toBe(
        `chunks[0]: chunk_id doc::art1::${type}-1 names a ${type}, but the chunk's text_type is paragraph`,
      );
    }
  });

  it("recomputes display and text_hash, and warns if the given ones differ", () => {
    const wrong = { title: "x", breadcrumb: [], body_text: "<script>", body_md: null };
    const answer = accepted({ ...PARAGRAPH, display: wrong, metadata: { text_hash: "sha256:00" } });
    expect(answer.chunks[0]?.display.body_text).toBe("本文");
    expect(answer.warnings).toEqual([
      { code: "chunk.text_hash_replaced", at: "chunks[0]" },
      { code: "chunk.display_replaced", at: "chunks[0]" },
    ]);
  });

  it.each([
    null,
    1,
    "x",
    [],
    {},
    { title: "就業規則", breadcrumb: [], body_text: "本文", body_md: null, source_path: "/x" },
  ])("does not take %j for a display", (display) => {
    const { chunks, warnings } = accepted({ ...PARAGRAPH, display });
    expect(warnings).toHaveLength(1);
    expect(JSON.stringify(chunks)).not.toContain("source_path");
  });

  it("takes the search text of a table from either field that SPEC 2.5 names", () => {
    const table = { text_type: "table", content_md: "| a |" };
    const contentOf = (fields: object) => accepted({ ...table, ...fields }).chunks[0]?.content;
    expect(contentOf({ content: "a: 1" })).toBe("a: 1");
    expect(contentOf({ normalized_for_embed: "a: 2" })).toBe("a: 2");
    expect(JSON.stringify(accepted({ ...table, normalized_for_embed: "a: 2" }))).not.toContain("normalized_for_embed");
  });

  it("computes the search text of a table from its Markdown if that can be read", () => {
    const table = { text_type: "table", content_md: "| a |\n| - |\n| 1 |" };
    const computed = readEachChunk(DOCUMENT, [table, { ...table, content: "own" }], () => "a: 1");
    expect(computed).toMatchObject({ chunks: [{ content: "a: 1" }, { content: "own" }], warnings: [] });
    const { chunks, warnings } = accepted(table);
    expect(chunks[0]).toMatchObject({ content: null, display: { body_text: null, body_md: table.content_md } });
    expect(warnings).toEqual([{ code: "chunk.not_one_table", at: "chunks[0]" }]);
  });

  it("names the first ten of many warnings and counts the others", () => {
    const { warnings } = accepted(...Array.from({ length: 25 }, () => ({ ...PARAGRAPH, display: {} })));
    expect(warnings).toHaveLength(11);
    expect(warnings.at(-1)).toEqual({ code: "more", count: 15 });
  });

  it("refuses a document without a chunk, which would remove the text", () => {
    expect(read([])).toContain("to remove the document, use DELETE");
  });

  it.each(["source_path", "filesystem_path", "path", "__proto__", "constructor"])(
    "refuses the field %s in every place (SPEC 2.5, leak guard)",
    (field) => {
      const leak = JSON.parse(`{${JSON.stringify(field)}: "/srv/files/rules.docx"}`);
      const places = [
        { ...PARAGRAPH, metadata: leak },
        { ...PARAGRAPH, metadata: { anchors: leak } },
        { ...PARAGRAPH, metadata: { preprocessing: leak } },
        {
          ...PARAGRAPH,
          metadata: { section_path: [Object.assign(leak, { type: "article", label: "第1条", title: "" })] },
        },
      ];
      for (const place of places) {
        const answer = read(JSON.parse(JSON.stringify([place])));
        expect(answer).toMatch(`unknown field "${field}"`);
        expect(answer).not.toContain("/srv");
      }
      const own = JSON.parse(`{"text_type": "paragraph", "content": "x", ${JSON.stringify(field)}: "/srv"}`);
      expect(read([own])).toMatch(`unknown field "${field}"`);
    },
  );

  const metadata = (fields: object) => ({ ...PARAGRAPH, metadata: fields });
  const path = (element: unknown) => metadata({ section_path: [element] });
  it.each<[string, unknown, RegExp]>([
    ["a chunk that is no object", "text", /chunk must be an object/],
    ["null", null, /chunk must be an object/],
    ["a list", [], /chunk must be an object/],
    ["no text_type", { content: "x" }, /text_type must be one of/],
    ["another text_type", { ...PARAGRAPH, text_type: "code" }, /text_type must be one of/],
    ["no content", { text_type: "paragraph" }, /a paragraph needs content/],
    ["content that is no text", { ...PARAGRAPH, content: 5 }, /content must be well-formed Unicode/],
    ["content with a NUL", { ...PARAGRAPH, content: "a\0b" }, /without NUL/],
    ["content with half a character", { ...PARAGRAPH, content: "\uD842" }, /well-formed/],
    ["a paragraph with Markdown", { ...PARAGRAPH, content_md: "x" }, /a paragraph cannot have content_md/],
    ["a table without Markdown", { text_type: "table", content: "x" }, /a table needs content_md/],
    ["another document's chunk", { ...PARAGRAPH, doc_id: "other" }, /doc_id is the id of another document/],
    ["metadata that is no object", { ...PARAGRAPH, metadata: [] }, /metadata must be an object/],
    ["a path that is no list", metadata({ section_path: {} }), /section_path must be an array/],
    ["a path too deep", metadata({ section_path: new Array(17).fill({ type: "section" }) }), /at most 16 entries/],
    ["a section of another type", path({ type: "volume" }), /section_path\[0\]\.type must be one of/],
    ["a label with a line break", path({ type: "article", label: "第1条\n" }), /label must not contain control/],
    ["a label too long", path({ type: "article", label: "x".repeat(129) }), /label must have at most 128/],
    ["a page range turned round", metadata({ page_range: [3, 2] }), /page_range must be/],
    ["a page range of one", metadata({ page_range: [3] }), /page_range must be/],
    ["page zero", metadata({ page_range: [0, 1] }), /page_range must be/],
    ["a box of three", metadata({ anchors: { bbox: [1, 2, 3] } }), /bbox must be an array of 4 numbers/],
    ["a box of texts", metadata({ anchors: { bbox: ["1", "2", "3", "4"] } }), /bbox must be an array of 4 numbers/],
  ])("refuses %s and names the chunk", (_, given, problem) => {
    const answer = read([PARAGRAPH, given]);
    expect(answer).toMatch(problem);
    expect(answer).toMatch(/^chunks\[1\]: /);
  });

  it("survives values of any nesting depth", () => {
    let deep: unknown = [];
    for (let i = 0; i < 200_000; i++) deep = [deep];
    expect(accepted({ ...PARAGRAPH, display: deep }).warnings).toHaveLength(1);
    for (const field of ["content", "metadata", "chunk_id", "text_type", "doc_id"]) {
      expect(typeof read([{ ...PARAGRAPH, [field]: deep }])).toBe("string");
    }
  });
});
