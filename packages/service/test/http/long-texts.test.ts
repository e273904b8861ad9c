import { beforeAll, describe, expect, it } from "@jest/globals";
import type { ReplyOf } from "@retrieval/api/client";
import { EVERYONE } from "@retrieval/core";
import { relateChunks, type StructuredChunk, structureDocument } from "@retrieval/core/chunks";
import { callAs, useTestService } from "../harness.js";

type SearchAnswer = ReplyOf<"searchChunks">["body"];

const MEGABYTE = 1_000_000;
const ARTICLE = { level: 1, type: "article", label: "第1条", title: "長文" };
const filler = (characters: number) => "業務の内容を記す。\n".repeat(characters / 10);

describe("long texts over HTTP", () => {
  const t = useTestService();
  /** Longer than the limit of a new text. */
  const huge = `𠮷${filler(150_000)}宿泊料の上限は一万円とする。\n${filler(300_000)}`;

  const upload = async (document_id: string, chunks: readonly object[]) => {
    const answer = await callAs(t, t.admin, "put", `/api/manage/documents/${document_id}?wait=true`, { chunks });
    expect(answer.body).toMatchObject({ state: "done" });
  };
  /** Stored as by older versions, before texts had a limit. */
  const storedBefore = async (document_id: string, text: string) => {
    const document = { document_id, title: document_id };
    const chunks = structureDocument(document, { children: [{ kind: "paragraph", text }] });
    const rules = { access_rules: EVERYONE, default_rules: EVERYONE };
    const accepted = { version: "2026-01-01", accepted: t.clock.now() };
    const version = { ...document, ...accepted, ...rules, chunks, relations: relateChunks(chunks) };
    expect(await t.service.deps.chunks.publish(version)).toMatchObject({ changes: { added: 1 } });
  };
  const search = async (query: string, body: object = {}) => {
    const { text } = await callAs(t, t.admin, "post", "/api/search", { query, ...body });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MEGABYTE);
    return JSON.parse(text) as SearchAnswer;
  };
  const read = async (docId: string, chunkId: string) => {
    const { text } = await callAs(t, t.admin, "post", "/api/reference", { docId, chunkId });
    return {
      bytes: Buffer.byteLength(text),
      ...(JSON.parse(text).reference as { chunk: StructuredChunk; related_chunks: StructuredChunk[] }),
    };
  };

  beforeAll(async () => {
    await storedBefore("huge", huge);
    const worst = `残業${"\u0001".repeat(8)}`.repeat(600);
    const sixty = (section_path: (i: number) => object[]) =>
      Array.from({ length: 60 }, (_, i) => ({
        text_type: "paragraph",
        content: worst,
        metadata: { section_path: section_path(i) },
      }));
    await upload(
      "many",
      sixty(() => [ARTICLE]),
    );
    await upload(
      "articles",
      sixty((i) => [{ ...ARTICLE, label: `第${i + 1}条` }]),
    );
  });

  it("a stored text that is longer than a new one may be is found and answered whole", async () => {
    const body = { query: "宿泊料の上限", filters: { doc_ids: ["huge"] } };
    const { results } = (await callAs(t, t.admin, "post", "/api/search", body)).body as SearchAnswer;
    const { chunk } = await read("huge", "huge::paragraph-1");
    expect([chunk.content === huge, results[0]?.chunk.content === huge]).toEqual([true, true]);
  });

  it("a new text that is too long is refused as a chunk, and split in a file", async () => {
    const chunks = [{ text_type: "paragraph", content: huge }];
    const { status, body } = await callAs(t, t.admin, "put", "/api/manage/documents/new", { chunks });
    expect([status, body.error.message]).toEqual([
      400,
      `chunks[0]: content has ${huge.length} characters, more than 6000; split the chunk.`,
    ]);
    const file = await t
      .http()
      .put("/api/manage/documents/new?wait=true")
      .set("Authorization", `Bearer ${t.admin}`)
      .set("Content-Type", "text/markdown")
      .send(`# 規程\n\n${huge.replaceAll("\n", "")}\n`);
    expect(file.body).toMatchObject({ state: "done" });
    const { results } = await search("宿泊料の上限", { filters: { doc_ids: ["new"] } });
    const content = results[0]?.chunk.content ?? "";
    expect([content.includes("宿泊料の上限は一万円とする。"), content.length <= 6_000]).toEqual([true, true]);
  });

  it("results are less than 1 MB together", async () => {
    const page = await search("残業", { filters: { doc_ids: ["articles"] }, limit: 100 });
    expect(page.total).toBe(60);
    expect(page.results.length).toBeGreaterThan(5);
    expect(page.results.length).toBeLessThan(60);
  });

  it("one chunk comes with as many related chunks as fit", async () => {
    const { bytes, chunk, related_chunks } = await read("many", "many::art1::paragraph-1");
    expect(bytes).toBeLessThanOrEqual(MEGABYTE);
    expect(chunk.chunk_id).toBe("many::art1::paragraph-1");
    expect(related_chunks.map(({ chunk_id }) => chunk_id)).toEqual(
      related_chunks.map((_, i) => `many::art1::paragraph-${i + 2}`),
    );
    expect(related_chunks.length).toBeGreaterThan(1);
    expect(related_chunks.length).toBeLessThan(20);
  });

  it("a list of chunks has pages of less than 1 MB, and every chunk is on one", async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query = `limit=50${cursor === null ? "" : `&cursor=${cursor}`}`;
      const { text } = await callAs(t, t.admin, "get", `/api/manage/documents/many/chunks?${query}`);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MEGABYTE);
      const body = JSON.parse(text) as { items: StructuredChunk[]; next_cursor: string | null };
      seen.push(...body.items.map(({ chunk_id }) => chunk_id));
      cursor = body.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(Array.from({ length: 60 }, (_, i) => `many::art1::paragraph-${i + 1}`));
  });

  it("an outline is cut at 1 MB, and says so", async () => {
    const heading = (i: number) => ({
      text_type: "heading",
      content: `見出し${i}`,
      metadata: { section_path: [{ level: 1, type: "section", label: "", title: `${i}${"題".repeat(400)}` }] },
    });
    await upload(
      "headings",
      Array.from({ length: 1_000 }, (_, i) => heading(i)),
    );
    const { text } = await callAs(t, t.admin, "get", "/api/documents/headings/outline");
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MEGABYTE);
    const { outline, truncated } = JSON.parse(text) as { outline: { title: string }[]; truncated: boolean };
    expect(truncated).toBe(true);
    expect(outline.length).toBeGreaterThan(500);
    expect(outline.map(({ title }) => Number.parseInt(title, 10))).toEqual(outline.map((_, i) => i));
    const short = await callAs(t, t.admin, "get", "/api/documents/many/outline");
    expect(short.body).toMatchObject({ outline: [], truncated: false });
  });
});
