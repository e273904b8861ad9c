import { describe, expect, it } from "@jest/globals";
import { CLOSED } from "@retrieval/core";
import type { StructuredChunk } from "@retrieval/core/chunks";
import { callAs, errorBody, useTestService } from "../harness.js";
import { CHUNKS, reference, upload } from "./travel-expenses.js";

interface Part {
  readonly document: object;
  readonly total: number;
  readonly first: number;
  readonly items: readonly StructuredChunk[];
  readonly sections: readonly string[];
  readonly previous_cursor: string | null;
  readonly next_cursor: string | null;
}

const paragraphs = (length: number, text: string) =>
  Array.from({ length }, (_, i) => ({ text_type: "paragraph", content: `${i} ${text}` }));

describe("reading a document in order", () => {
  const t = useTestService();
  const ask = (document_id: string, query = "", token = t.admin) =>
    callAs(t, token, "get", `/api/documents/${document_id}/chunks${query}`);
  const read = async (...asked: Parameters<typeof ask>): Promise<Part> => {
    const answer = await ask(...asked);
    expect({ asked, status: answer.status }).toEqual({ asked, status: 200 });
    // The service joins JSON texts from the database; the result must equal that of JSON.stringify.
    expect(answer.text).toBe(JSON.stringify(answer.body));
    return answer.body;
  };
  const textsOf = ({ items }: Part) => items.map(({ content }) => content);

  it("answers the chunks as /api/reference does, each with the address of its section", async () => {
    await upload(t, t.admin, "travel", { title: "旅費規程", version: "2026-01-15", chunks: CHUNKS });
    const part = await read("travel", "", await t.signedIn("reader"));
    expect(part).toMatchObject({
      document: { id: "travel", title: "旅費規程", version: "2026-01-15" },
      total: 5,
      first: 0,
      sections: ["travel::ch2::art5", "travel::ch2::art5", "travel::ch2::art5", "travel::ch2::art6", "travel::annex1"],
      related_sections: [
        { section: "travel::ch2::art5", related: ["travel::annex1"] },
        { section: "travel::annex1", related: ["travel::ch2::art5"] },
      ],
      previous_cursor: null,
      next_cursor: null,
    });
    for (const chunk of part.items) {
      const { body } = await reference(t, t.admin, chunk.chunk_id, "travel");
      expect(body.reference.chunk).toEqual(chunk);
    }
  });

  it("says why each chunk is related, beside related_chunks", async () => {
    const related = async (chunk_id: string) => {
      const { reference: found } = (await reference(t, t.admin, `travel::${chunk_id}`, "travel")).body;
      const ids = found.related_chunks.map((chunk: StructuredChunk) => chunk.chunk_id);
      expect(found.related.map((entry: { chunk_id: string }) => entry.chunk_id)).toEqual(ids);
      return found.related.map((entry: { why: string }) => entry.why);
    };
    expect(await related("ch2::art5::paragraph-1")).toEqual(["same_article", "same_article", "annex_named"]);
    expect(await related("annex1::table-1")).toEqual(["names_it", "names_it", "names_it"]);
    expect(await related("ch2::art6::paragraph-1")).toEqual([]);
  });

  it("pages in both directions from a passage, without repeating or skipping any", async () => {
    await upload(t, t.admin, "long", { title: "Long", chunks: paragraphs(100, "text") });
    const opened = await read("long", "?limit=8&around=long::paragraph-51");
    expect([opened.first, opened.total, opened.items.length]).toEqual([48, 100, 8]);
    const seen = textsOf(opened);
    for (let cursor = opened.next_cursor; cursor !== null; ) {
      const part = await read("long", `?limit=7&cursor=${cursor}`);
      seen.push(...textsOf(part));
      cursor = part.next_cursor;
    }
    for (let cursor = opened.previous_cursor; cursor !== null; ) {
      const part = await read("long", `?limit=7&cursor=${cursor}&around=ignored`);
      seen.unshift(...textsOf(part));
      cursor = part.previous_cursor;
    }
    expect(seen).toEqual(paragraphs(100, "text").map(({ content }) => content));
  });

  it("has pages of at most 1 MB, with the passage", async () => {
    await upload(t, t.admin, "heavy", { title: "Heavy", chunks: paragraphs(40, "長".repeat(5_900)) });
    const { text, body } = await ask("heavy", "?limit=200&around=heavy::paragraph-20");
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_000_000);
    expect(body.items.map(({ chunk_id }: StructuredChunk) => chunk_id)).toContain("heavy::paragraph-20");
    expect(body.previous_cursor).not.toBeNull();
  });

  it("never joins parts of two versions: the cursor of another version says so, also without its place", async () => {
    await upload(t, t.admin, "renewed", { title: "Renewed", chunks: paragraphs(10, "old") });
    const { next_cursor } = await read("renewed", "?limit=4");
    for (const length of [10, 2]) {
      await upload(t, t.admin, "renewed", { title: "Renewed", chunks: paragraphs(length, "new") });
      const refused = await ask("renewed", `?limit=4&cursor=${next_cursor}`);
      expect(refused.status).toBe(400);
      expect(refused.body).toEqual({
        error: { code: "INVALID_REQUEST", message: expect.any(String), problems: [{ code: "cursor.other_version" }] },
      });
    }
    expect(textsOf(await read("renewed", "?limit=4&around=renewed::paragraph-1"))).toEqual(["0 new", "1 new"]);
  });

  it("refuses unknown passages, foreign cursors and limits, and what the reader may not see", async () => {
    await upload(t, t.admin, "closed", { title: "Closed", access_rules: CLOSED, chunks: CHUNKS });
    const reader = await t.signedIn("reader");
    expect((await ask("travel", "?around=travel::art9")).body).toEqual(errorBody("CHUNK_NOT_FOUND"));
    expect((await ask("travel", `?around=${"x".repeat(513)}`)).status).toBe(400);
    const { next_cursor } = await read("long", "?limit=4");
    for (const query of ["limit=0", "limit=201", "cursor=made-up", `cursor=${next_cursor}`])
      expect({ query, status: (await ask("travel", `?${query}`)).status }).toEqual({ query, status: 400 });
    const hidden = await ask("closed", "?around=closed::annex1", reader);
    const unknown = await ask("unknown", "?around=unknown::annex1", reader);
    expect([hidden.status, hidden.text]).toEqual([404, unknown.text]);
    expect(hidden.body).toEqual(errorBody("DOCUMENT_NOT_FOUND"));
  });
});
