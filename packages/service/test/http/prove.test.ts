import { beforeAll, describe, expect, it } from "@jest/globals";
import { callAs, errorBody, useTestService } from "../harness.js";

const TABLE = "| 区分 | 日当 |\n|---|---|\n| 部長 | 5,000円 |";

describe("POST /api/prove", () => {
  const t = useTestService();
  let reader: string;
  const upload = (document_id: string, content: string, more: object = {}) =>
    callAs(t, t.admin, "put", `/api/manage/documents/${document_id}?wait=true`, {
      ...{ title: "旅費規程", version: "2026-04-01", effective_from: "2025-04-01", ...more },
      chunks: [
        { text_type: "paragraph", content },
        { text_type: "table", content_md: TABLE },
        { text_type: "list", content: "一 出張\n二 赴任" },
      ],
    }).expect(200);
  const prove = async (...citations: [chunk_id: string, quote: string][]) => {
    const body = { citations: citations.map(([chunk_id, quote]) => ({ chunk_id, quote })) };
    return (await callAs(t, reader, "post", "/api/prove", body).expect(200)).body.proofs;
  };
  const outcomes = async (...quotes: string[]) =>
    (await prove(...quotes.map((quote): [string, string] => ["travel::paragraph-1", quote]))).map(
      ({ outcome }: { outcome: string }) => outcome,
    );

  beforeAll(async () => {
    reader = await t.signedIn("100001");
    await upload("travel", "出張の日当は、\n5,000円とする。𠮷田が  定める。");
  });

  it("answers for each quote, in order, with the hash of its chunk and the version in force", async () => {
    const proofs = await prove(
      ["travel::paragraph-1", "5,000円とする。"],
      ["travel::paragraph-1", "6,000円とする。"],
      ["travel::paragraph-9", "5,000円とする。"],
      ["travel::table-1", "| 部長 | 5,000円 |"],
      ["travel::list-1", "二 赴任"],
    );
    const { body } = await callAs(t, reader, "post", "/api/reference", {
      docId: "travel",
      chunkId: "travel::paragraph-1",
    });
    const { text_hash } = body.reference.chunk.metadata;
    const source = { version: "2026-04-01", version_number: 1, effective_from: "2025-04-01" };
    expect(proofs).toEqual([
      { outcome: "proved", source: { ...source, text_hash } },
      { outcome: "differs", source: { ...source, text_hash } },
      { outcome: "not_found", source: null },
      { outcome: "proved", source: { ...source, text_hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) } },
      { outcome: "proved", source: expect.anything() },
    ]);
  });

  it("takes white space of any kind as one space, and nothing else for equal", async () => {
    const same = [
      "出張の日当は、 5,000円",
      "出張の日当は、\u3000\r\n\t5,000円",
      " \n定める。 ",
      "𠮷田が 定める。",
      "。",
    ];
    expect(await outcomes(...same)).toEqual(same.map(() => "proved"));
    const other = [
      "出張の日当は、5,000円",
      "５,０００円",
      "5，000円",
      "\ud842",
      "\udfb7田",
      "吉田が",
      "5,000円とする",
      "とする。。",
      "",
      " \u3000\n",
    ];
    const expected = other.map((quote) => (quote === "5,000円とする" ? "proved" : "differs"));
    expect(await outcomes(...other)).toEqual(expected);
  });

  it("finds no chunk by an id that none can have", async () => {
    const ids = [
      "",
      "travel",
      "::paragraph-1",
      "travel::paragraph-0",
      "travel::\0::paragraph-1",
      "constructor",
      "Travel::paragraph-1",
    ];
    const proofs = await prove(...ids.map((id): [string, string] => [id, "5,000円"]));
    expect(proofs).toEqual(ids.map(() => ({ outcome: "not_found", source: null })));
  });

  it("compares with the version in force, also after a new one, and not with one to come or an abolished one", async () => {
    await upload("allowance", "手当は、千円とする。");
    const quote: [string, string] = ["allowance::paragraph-1", "千円"];
    expect(await prove(quote)).toMatchObject([{ outcome: "proved", source: { version_number: 1 } }]);
    await upload("allowance", "手当は、二千五百円とする。", { effective_from: "2099-01-01" });
    expect(await prove(quote)).toMatchObject([{ outcome: "proved", source: { version_number: 1 } }]);
    await upload("allowance", "手当は、三万円とする。", { effective_from: "2025-05-01" });
    expect(await prove(quote)).toMatchObject([{ outcome: "differs", source: { version_number: 3 } }]);
    await callAs(t, t.admin, "post", "/api/manage/documents/allowance/abolish", {
      effective_on: "2026-01-01",
      reason: "廃止",
    }).expect(204);
    expect(await prove(quote)).toEqual([{ outcome: "not_found", source: null }]);
  });

  it("proves each quote of an answer, and no text that is made for search", async () => {
    const { body } = await callAs(t, reader, "post", "/api/answer", { question: "部長の日当" }).expect(200);
    const [unit] = body.answer.units;
    expect(unit).toMatchObject({ chunk_id: "travel::table-1", text: "区分: 部長 / 日当: 5,000円" });
    const proofs = await prove(...[unit.quote, unit.text].map((quote): [string, string] => [unit.chunk_id, quote]));
    expect(proofs).toMatchObject([{ outcome: "proved" }, { outcome: "differs" }]);
  });

  it("does not find a quote that goes from one chunk into the next, or leaves out what is between two items", async () => {
    const proofs = await prove(
      ["travel::paragraph-1", "𠮷田が 定める。 | 区分 | 日当 |"],
      ["travel::list-1", "一 出張 二 赴任"],
      ["travel::list-1", "一 出張 赴任"],
    );
    expect(proofs.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["differs", "proved", "differs"]);
  });

  it("names the citation that refuses a call", async () => {
    const citations = Array.from({ length: 50 }, (_, i) => ({
      chunk_id: "travel::paragraph-1",
      quote: i === 36 ? 5 : "円",
    }));
    const { body } = await callAs(t, reader, "post", "/api/prove", { citations }).expect(400);
    expect(body.error.problems).toEqual([{ code: "field.not_text", field: "citations.36.quote" }]);
  });

  it("refuses a call with no quote, too many or too long ones", async () => {
    const citation = { chunk_id: "travel::paragraph-1", quote: "円" };
    const bodies = [
      {},
      { citations: [] },
      { citations: Array(51).fill(citation) },
      ...["a".repeat(6_001), 1].map((quote) => ({ citations: [{ ...citation, quote }] })),
      { citations: [{ ...citation, chunk_id: "a".repeat(513) }] },
    ];
    for (const body of bodies) {
      const answer = await callAs(t, reader, "post", "/api/prove", body);
      expect([answer.status, answer.body]).toEqual([400, errorBody("INVALID_REQUEST")]);
    }
    await callAs(t, reader, "post", "/api/prove", { citations: Array(50).fill(citation) }).expect(200);
  });
});
