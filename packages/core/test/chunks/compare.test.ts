import { describe, expect, it } from "@jest/globals";
import { propertyRuns } from "@retrieval/contract/property-runs";
import fc from "fast-check";
import { compareChunks } from "../../src/chunks/compare.js";
import type { DocumentTree, Section } from "../../src/chunks/document-tree.js";
import { structureDocument } from "../../src/chunks/structure-document.js";
import type { StructuredChunk } from "../../src/chunks/structured-chunk.js";

type Article = { readonly title: string; readonly texts: readonly string[] };

const treeOf = (articles: readonly Article[]): DocumentTree => ({
  children: articles.map(({ title, texts }, i): Section => {
    const children = texts.map((text) => ({ kind: "paragraph", text }) as const);
    const label = `第${i + 1}条`;
    return { kind: "section", type: "article", label, title, heading: `${label}（${title}）`, children };
  }),
});
const chunksOf = (articles: readonly Article[]) =>
  structureDocument({ document_id: "work-rules", title: "就業規則" }, treeOf(articles));
const hashes = (chunks: readonly StructuredChunk[]) =>
  new Map(chunks.map(({ chunk_id, metadata }) => [chunk_id, metadata.text_hash]));

const anyText = fc.string({ minLength: 1, unit: "grapheme" });
const anyArticles: fc.Arbitrary<Article[]> = fc.array(
  fc.record({ title: anyText, texts: fc.array(anyText, { maxLength: 4 }) }),
  { minLength: 1, maxLength: 5 },
);

describe("the chunks of two versions", () => {
  it("have the same id wherever nothing changed: all but an edited and an added paragraph", () => {
    fc.assert(
      fc.property(anyArticles, fc.nat(), anyText, (articles, any, text) => {
        const nth = any % articles.length;
        const edited = articles.map(({ title, texts }, i) => {
          const [first, ...rest] = texts;
          const amended = first === undefined ? [] : [`${first}${text}`, ...rest];
          return i === nth ? { title, texts: [...amended, text] } : { title, texts };
        });
        const [before, after] = [chunksOf(articles), chunksOf(edited)];
        const changed = articles[nth]?.texts.length === 0 ? 0 : 1;
        const unchanged = before.length - changed;
        expect(compareChunks(hashes(before), after)).toEqual({ unchanged, changed, added: 1, removed: 0 });
      }),
      { seed: 20_261_122, numRuns: propertyRuns(1_000) },
    );
  });
});
