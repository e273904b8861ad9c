import { expect, it } from "@jest/globals";
import { indexFindings } from "../../src/doctor/index-findings.js";

const GIB = 1024 ** 3;

it("doctor says what the search index takes and what one instance carries", () => {
  const facts = { documents: 340, chunks: 26_000, without_vectors: 0, generation: 1_204 };
  expect(indexFindings(facts, true, 2 * GIB)).toEqual([
    {
      state: "ok",
      what: "the search index has 340 documents with 26,000 chunks, about 25 MB in each instance, and 1,204 changes so far (retrieval_index_generation of an instance that is up to date); this machine or container has 2,048 MB, enough for about 530,000 chunks",
    },
  ]);
});

it("doctor notes an index that is too large for the memory, and documents that the next start has to read", () => {
  const facts = { documents: 9_000, chunks: 1_000_000, without_vectors: 1, generation: 1 };
  expect(indexFindings(facts, true, GIB)).toEqual([
    {
      state: "note",
      what: "the search index has 9,000 documents with 1,000,000 chunks, about 954 MB in each instance, and 1 change so far (retrieval_index_generation of an instance that is up to date); this machine or container has 1,024 MB, enough for about 260,000 chunks",
      mend: "Give each instance more memory: docs/scale.md says how much.",
    },
    {
      state: "note",
      what: "1 document without term vectors of this version",
      mend: "The next start of an instance makes them; until then it answers no search. Nothing has to be done.",
    },
  ]);
});

it("doctor compares an index in OpenSearch with no memory here", () => {
  const facts = { documents: 9_000, chunks: 1_000_000, without_vectors: 0, generation: 1 };
  expect(indexFindings(facts, false, 1)).toEqual([
    {
      state: "ok",
      what: "the search index has 9,000 documents with 1,000,000 chunks, and 1 change so far (retrieval_index_generation of an instance that is up to date)",
    },
  ]);
});
