import { describe, expect, it } from "@jest/globals";
import { aVersion } from "@retrieval/contract/document-builders";
import { UnreadableDocumentError } from "@retrieval/core/ports";
import { makeTermVectors } from "@retrieval/core/search";
import { isolatedTermVectors, PUBLISHING_LIMITS } from "../src/adapters/isolated-term-vectors.js";
import { callAs, startTestService } from "./harness.js";

const { title, chunks } = aVersion({ accepted: 1 });
const AT_ONCE = { ...PUBLISHING_LIMITS, seconds: 0 };
const PROBLEMS = [{ code: "file.slow_to_index", seconds: 0 }];
const TOO_LONG = "The words of the document take longer than 0 seconds to index; split it.";

describe("the term vectors of a document", () => {
  it("are the same from the thread as without it", async () => {
    const made = await isolatedTermVectors(PUBLISHING_LIMITS)(title, chunks);
    expect(Buffer.from(made).equals(makeTermVectors(title, chunks))).toBe(true);
  });

  it("are abandoned at the limit, with a problem for the sender of the document", async () => {
    const indexing = isolatedTermVectors(AT_ONCE)(title, chunks);
    await expect(indexing).rejects.toThrow(UnreadableDocumentError);
    await expect(indexing).rejects.toMatchObject({ problems: PROBLEMS });
  });

  it("that cannot be made fail the job with a reason, and no version, draft or rule is lost", async () => {
    let vectors = isolatedTermVectors(PUBLISHING_LIMITS);
    const t = await startTestService({ vectors: (...given) => vectors(...given) });
    try {
      const admin = await t.signedIn("000001", { role: "admin" });
      const upload = (content: string, publish = true) =>
        callAs(t, admin, "put", "/api/manage/documents/rules?wait=true", {
          publish,
          chunks: [{ text_type: "paragraph", content }],
        });
      const shown = async (draft: boolean) =>
        (await callAs(t, admin, "get", `/api/manage/documents/rules/chunks?draft=${draft}`)).body.items?.[0].content;
      expect((await upload("erste Fassung")).body).toMatchObject({ state: "done" });
      expect((await upload("Entwurf", false)).body).toMatchObject({ state: "done" });

      vectors = isolatedTermVectors(AT_ONCE);
      const publication = await callAs(t, admin, "post", "/api/manage/documents/rules/publish");
      expect([publication.status, publication.body]).toEqual([
        400,
        { error: { code: "INVALID_REQUEST", message: TOO_LONG, problems: PROBLEMS } },
      ]);
      expect((await upload("zweite Fassung")).body).toMatchObject({
        state: "failed",
        error: TOO_LONG,
        problems: PROBLEMS,
      });
      expect([await shown(false), await shown(true)]).toEqual(["erste Fassung", "Entwurf"]);
      const found = async (query: string) => (await callAs(t, admin, "post", "/api/search", { query })).body.total;
      expect([await found("erste"), await found("zweite")]).toEqual([1, 0]);
    } finally {
      await t.close();
    }
  });
});
