import { expect, it } from "@jest/globals";
import { indexHeapMegabytes } from "../../src/search-index/heap-limit.js";

const GIB = 1024 ** 3;

it("gives the objects of the index half of the memory, within bounds", () => {
  expect([0.5, 1, 2, 4, 64].map((gib) => indexHeapMegabytes(gib * GIB))).toEqual([512, 512, 1_024, 2_048, 4_096]);
  expect(indexHeapMegabytes()).toBeGreaterThanOrEqual(512);
});
