import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { Client } from "@opensearch-project/opensearch";
import {
  anArticle,
  aParagraph,
  describeUnless,
  drawnSectionsContract,
  sectionEngineContract,
} from "@retrieval/contract";
import { NODE_VERSIONS, type OpenSearchNode, startNode, whyNoNode } from "@retrieval/contract/opensearch/node";
import { structureDocument } from "@retrieval/core/chunks";
import type { RevisionText } from "@retrieval/core/ports";
import { makeTermVectors, packVector, QuestionReader, RemoteSections } from "@retrieval/core/search";
import { bulkRequestsOf, type Claim, createClient, OpenSearchIndex } from "../src/index.js";

const UNTIL = new AbortController().signal;

/** The term vectors of a document with so many articles. */
function articles(count: number): Uint8Array {
  const children = Array.from({ length: count }, (_, i) => anArticle(`第${i + 1}条`, "定め", aParagraph("日当")));
  return makeTermVectors("規程", structureDocument({ document_id: "rules", title: "規程" }, { children }));
}

function anEmbeddedArticle(revision_id: string): RevisionText {
  const vectors = packVector(Float32Array.of(1, 0));
  const meaning = { dimensions: 2, parts: [{ place: 0, chunks: 1 }], vectors };
  return { document_id: "rules", revision_id, vectors: articles(1), meaning };
}

for (const version of NODE_VERSIONS) {
  const knn = version === "2.19";
  describeUnless(whyNoNode(version), `sections in OpenSearch ${version}`, () => {
    let node: OpenSearchNode;
    let client: Client;
    let opened = 0;
    beforeAll(async () => {
      node = await startNode({ version, knn });
      client = createClient({ urls: [node.url], user: null, password: null, ca: null });
    });
    afterAll(async () => {
      await client?.close();
      await node?.stop();
    });

    const open = async (questions: ConstructorParameters<typeof RemoteSections>[0], dimensions: number) => {
      opened += 1;
      const layout = { shards: 2, replicas: 0, dimensions: knn ? dimensions : null };
      const index = new OpenSearchIndex(client, `sections-${opened}`, layout);
      await index.create(UNTIL);
      const engine = new RemoteSections(questions, index);
      const put = async ({ document_id, revision_id, ...text }: RevisionText) => {
        const revision = { document_id, revision_id };
        const { totals, requests } = bulkRequestsOf({ ...revision, ...text }, 1, layout.dimensions);
        for (const request of requests) await index.send(request, UNTIL);
        await index.refresh(UNTIL);
        engine.put({ ...revision, totals });
      };
      return { engine, put, close: () => index.delete(UNTIL) };
    };
    describe("the way in", () => {
      let index: OpenSearchIndex;
      beforeEach(async () => {
        opened += 1;
        index = new OpenSearchIndex(client, `sections-${opened}`, { shards: 2, replicas: 0, dimensions: null });
        await index.create(UNTIL);
      });
      afterEach(() => index.delete(UNTIL));

      const send = async (revision_id: string, paragraphs: number, claimed_at = 1) => {
        const text = { document_id: "rules", revision_id, vectors: articles(paragraphs), meaning: null };
        for (const request of bulkRequestsOf(text, claimed_at, null).requests) await index.send(request, UNTIL);
        await index.refresh(UNTIL);
      };
      const sizes = async () => {
        const found: (readonly [number, number])[] = [];
        for await (const size of index.sizes(() => UNTIL)) found.push(size);
        return found;
      };

      it("counts a revision once, however often it is sent", async () => {
        for (let i = 0; i < 2; i++) await send("7", 3);
        await send("8", 1);
        expect(await sizes()).toEqual([
          [7, 3],
          [8, 1],
        ]);
      });

      it("lets a revision come again right after it was removed", async () => {
        const claim = randomUUID();
        for (const paragraphs of [3, 2]) {
          expect(await index.claim([{ number: 7, claim }], UNTIL)).toBe(true);
          await send("7", paragraphs, 10 - paragraphs);
          expect(await sizes()).toEqual([[7, paragraphs]]);
          await index.remove([7], UNTIL);
          expect(await sizes()).toEqual([]);
        }
      });

      it("keeps vectors of meaning from a late request without them", async () => {
        const [whole, bare] = [anEmbeddedArticle("7"), { ...anEmbeddedArticle("7"), meaning: null }];
        for (const text of [whole, bare])
          for (const request of bulkRequestsOf(text, 1, null).requests) await index.send(request, UNTIL);
        await index.refresh(UNTIL);
        const [found] = await index.sectionsAt([{ number: 7, place: 0 }], UNTIL);
        expect(found?.section.meaning).not.toBeNull();
      });

      it("gives a number to one history of the database only", async () => {
        const claims = [7, 8, 9].map((number) => ({ number, claim: randomUUID() }));
        expect(await index.claim(claims, UNTIL)).toBe(true);
        expect(await index.claim(claims, UNTIL)).toBe(true);
        expect(await index.claim([...claims.slice(1), { number: 10, claim: randomUUID() }], UNTIL)).toBe(true);
        expect(await index.claim([{ number: 10, claim: randomUUID() }], UNTIL)).toBe(false);
        expect(await index.claim([claims[0] as Claim, { number: 8, claim: claims[2]?.claim as string }], UNTIL)).toBe(
          false,
        );
      });

      it("is not made by a write after it was deleted", async () => {
        await index.delete(UNTIL);
        const gone = expect.objectContaining({ name: "MissingIndexError" });
        await expect(send("7", 1)).rejects.toEqual(gone);
        await expect(index.claim([{ number: 7, claim: randomUUID() }], UNTIL)).rejects.toEqual(gone);
        await expect(sizes()).rejects.toEqual(gone);
        expect(await index.exists(UNTIL)).toBe(false);
      });

      it("knows whether it is there", async () => {
        expect(await index.exists(UNTIL)).toBe(true);
        expect(await new OpenSearchIndex(client, "sections-0", index.layout).exists(UNTIL)).toBe(false);
      });
    });

    const options = { meaning: knn };

    sectionEngineContract(`OpenSearch ${version}`, () => open(new QuestionReader(new Set()), 2), options);
    drawnSectionsContract(`OpenSearch ${version}`, (questions) => open(questions, 4), { runs: 50, ...options });
  });
}
