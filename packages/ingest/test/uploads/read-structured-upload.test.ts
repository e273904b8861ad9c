import { describe, expect, it } from "@jest/globals";
import { phraseOf } from "@retrieval/api/texts";
import type { ChunkBatch, StructuredUpload } from "@retrieval/core/ports";
import { readChunkLines, readStructuredUpload } from "../../src/index.js";

const utf8 = (text: string) => new TextEncoder().encode(text);
const readText = async (text: string): Promise<StructuredUpload | string> => {
  const read = await readStructuredUpload("doc", utf8(text), () => null);
  return "code" in read ? phraseOf([read], "en") : read;
};
const read = (body: unknown) => readText(JSON.stringify(body));
const PARAGRAPH = { text_type: "paragraph", content: "本文" };

function accepted(answer: StructuredUpload | string): StructuredUpload {
  if (typeof answer === "string") throw new Error(answer);
  return answer;
}

async function batchesOf(answer: StructuredUpload | string): Promise<ChunkBatch[]> {
  const batches: ChunkBatch[] = [];
  for await (const batch of readChunkLines(accepted(answer).payload)) batches.push(batch);
  return batches;
}

const contentsOf = (batches: readonly ChunkBatch[]) =>
  batches.flatMap(({ chunks }) => chunks.map(({ content }) => content));

describe("an upload of structured chunks", () => {
  it("is read with what it says of the document", async () => {
    const rules = { allow_all: false, allowed_groups: ["board"] };
    const body = { title: "T", version: "1", access_rules: rules, publish: false, chunks: [PARAGRAPH] };
    expect(accepted(await read(body)).options).toEqual({
      media_type: "application/json",
      title: "T",
      version: "1",
      access_rules: { ...rules, allowed_department_codes: [], allowed_users: [] },
      publish: false,
      enactment: {},
      fields: {},
      by_user: null,
      warnings: [],
    });
    expect(accepted(await read({ chunks: [PARAGRAPH] })).options).toMatchObject({
      title: null,
      version: null,
      access_rules: null,
      publish: true,
    });
  });

  it("gives whole chunks with their relations, in order, and says how far it is", async () => {
    const at = (type: string, label: string) => ({ section_path: [{ type, label, title: "" }] });
    const [batch, ...more] = await batchesOf(
      await read({
        chunks: [
          { ...PARAGRAPH, content: "別表第1のとおり", metadata: at("article", "第1条") },
          { text_type: "list", content: "1. a\n2. b", metadata: at("annex", "別表第1") },
        ],
      }),
    );
    expect(more).toEqual([]);
    expect(batch?.progress).toBe(1);
    expect(batch?.relations).toEqual([
      { scope: "doc::art1", related_scopes: ["doc::annex1"] },
      { scope: "doc::annex1", related_scopes: ["doc::art1"] },
    ]);
    expect(batch?.chunks[1]).toMatchObject({
      chunk_id: "doc::annex1::list-1",
      content: "1. a\n2. b",
      display: { title: "別表第1", breadcrumb: ["別表第1"], body_text: "1. a\n2. b", body_md: "1. a\n2. b" },
    });
  });

  it("is read in batches, so that others get their turn between them", async () => {
    const long = Array.from({ length: 800 }, (_, i) => ({ ...PARAGRAPH, content: `${i}${"x".repeat(5_000)}` }));
    const batches = await batchesOf(await read({ chunks: long }));
    expect(batches.length).toBeGreaterThan(2);
    expect(batches.map(({ progress }) => progress)).toEqual(batches.map(({ progress }) => progress).toSorted());
    expect(batches.at(-1)?.progress).toBe(1);
    expect(contentsOf(batches)).toEqual(long.map(({ content }) => content));
  });

  it("is the same however its JSON is written", async () => {
    const chunk = JSON.stringify({ ...PARAGRAPH, content: 'a "quoted\\" ],[ }{ \\' });
    for (const text of [
      `{"chunks":[${chunk}]}`,
      `\uFEFF { "chunks" : [ ${chunk} ] } \n`,
      `{"title":"chunks","\\u0063hunks":[\n${chunk}\n],"version":"[\\"chunks\\":["}`,
    ]) {
      expect(contentsOf(await batchesOf(await readText(text)))).toEqual(['a "quoted\\" ],[ }{ \\']);
    }
  });

  const chunk = JSON.stringify(PARAGRAPH);
  it.each([
    "",
    "{",
    "[",
    '"',
    '"\\',
    "}{",
    "]]]]",
    '{"chunks":[',
    '{"chunks":[}',
    '{"chunks":[]',
    `{"chunks":[${chunk}}`,
    `{"chunks":[${chunk},]}`,
    `{"chunks":[,${chunk}]}`,
    `{"chunks":[${chunk} ${chunk}]}`,
    `{"chunks":[${chunk}]]}`,
    `{"chunks":[${chunk}}]`,
    `{"chunks":[${chunk.replace("}", "]")}]}`,
    `{"chunks" [${chunk}]}`,
    `{"chunks":[${chunk}],}`,
    `{"chunks":[${chunk}]} x`,
    `{'chunks':[${chunk}]}`,
  ])("that is no JSON is refused: %s", async (text) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(await readText(text)).toBe("The body is not JSON in UTF-8");
  });

  it("in other bytes than UTF-8 is refused, wherever they stand", async () => {
    for (const text of [`{"title":"é","chunks":[${chunk}]}`, '{"chunks":[{"text_type":"paragraph","content":"é"}]}']) {
      expect(await readStructuredUpload("doc", Buffer.from(text, "latin1"), () => null)).toEqual({
        code: "body.not_json",
      });
    }
  });

  it.each<[unknown, string]>([
    [[], "the body must be an object"],
    [7, "the body must be an object"],
    [{}, "chunks must be an array"],
    [{ chunks: "none" }, "chunks must be an array"],
    [{ chunks: null }, "chunks must be an array"],
    [{ chunks: { 0: PARAGRAPH } }, "chunks must be an array"],
    [{ chunks: [] }, "to remove the document, use DELETE"],
    [{ chunks: [PARAGRAPH], publsh: false }, 'unknown field "publsh"'],
    [{ chunks: [PARAGRAPH], title: "two\nlines" }, "title must not contain control characters"],
    [{ chunks: [PARAGRAPH], title: null }, "title must be a string"],
    [{ chunks: [PARAGRAPH], publish: null }, "publish must be true or false"],
    [{ chunks: [PARAGRAPH], access_rules: null }, "access_rules must be an object"],
    [{ chunks: [PARAGRAPH], access_rules: "null" }, "access_rules must be an object"],
    [{ chunks: [PARAGRAPH, {}] }, "chunks[1]: text_type must be one of"],
    [{ chunks: [PARAGRAPH, { ...PARAGRAPH, content: "x".repeat(9_000_000) }] }, "chunks[1]: a chunk may have at most"],
    [
      { chunks: [PARAGRAPH, { ...PARAGRAPH, content: "x".repeat(6_001) }] },
      "chunks[1]: content has 6001 characters, more than 6000; split the chunk",
    ],
    [
      { chunks: [{ text_type: "list", content: "- a", content_md: "x".repeat(6_001) }] },
      "chunks[0]: content_md has 6001 characters, more than 6000; split the chunk",
    ],
    [{ chunks: [PARAGRAPH], title: "x".repeat(2_000_000) }, "without its chunks, the body may have at most 1 MiB"],
    [{ chunks: Array(100_001).fill(0) }, "chunks may have at most 100000 entries"],
  ])("that can be no document is refused in words", async (body, sentence) => {
    expect(await read(body)).toContain(sentence);
  });

  it("whose chunks stand twice is refused, as nobody knows which are meant", async () => {
    for (const text of [
      `{"chunks":[${chunk}],"chunks":[${chunk}]}`,
      `{"chunks":[${chunk}],"chunk\\u0073":[]}`,
      `{"chunks":[${chunk}],"chunks":{}}`,
      `{"chunks":"none","chunks":[${chunk}]}`,
    ]) {
      expect(await readText(text)).toBe('an object has "chunks" more than once; send it once');
    }
  });

  it("takes time that grows no faster than its length", async () => {
    for (const text of [
      `{"chunks":[${'"'.repeat(2_000_000)}`,
      `{"chunks":["${"\\".repeat(4_000_000)}`,
      "[".repeat(4_000_000),
      `{"chunks":[${"[],".repeat(1_000_000)}`,
    ]) {
      const started = performance.now();
      expect(typeof (await readText(text))).toBe("string");
      expect(performance.now() - started).toBeLessThan(10_000);
    }
  });
});
