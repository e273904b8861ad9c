import { expect, it } from "@jest/globals";
import { propertyRuns } from "@retrieval/contract/property-runs";
import fc from "fast-check";
import {
  packVector,
  SCALE_BYTES,
  scaleOf,
  VectorMemory,
  type VectorRun,
} from "../../../src/search/index/vector-memory.js";

const packed = (vectors: readonly Float32Array[]) => Uint8Array.from(vectors.flatMap((one) => [...packVector(one)]));

/** The same by definition. */
function plainProduct(a: Uint8Array, b: Uint8Array): number {
  const numbers = (one: Uint8Array) => new Int8Array(one.buffer, one.byteOffset + SCALE_BYTES);
  const sum = numbers(a).reduce((total, number, i) => total + number * (numbers(b)[i] as number), 0);
  return sum * scaleOf(a) * scaleOf(b);
}

const number = fc.integer({ min: -1_000, max: 1_000 }).map((thousandths) => thousandths / 1_000);
const run = fc.record({
  dimensions: fc.constantFrom(1, 15, 16, 17, 384),
  count: fc.integer({ min: 0, max: 5 }),
  numbers: fc.array(number, { minLength: 7, maxLength: 23 }),
});
type Drawn = typeof run extends fc.Arbitrary<infer T> ? T : never;
const vectorsOf = ({ dimensions, count, numbers }: Drawn) =>
  Array.from({ length: count }, (_, nth) =>
    Float32Array.from({ length: dimensions }, (_, i) => numbers[(i + nth) % numbers.length] as number),
  );

it("multiplies as plain code does, while runs come and go", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(run, fc.boolean()), { maxLength: 12 }), run, (runs, question) => {
      const memory = new VectorMemory();
      const held: { readonly run: VectorRun; readonly vectors: readonly Float32Array[] }[] = [];
      for (const [drawn, goes] of runs) {
        const vectors = vectorsOf(drawn);
        held.push({ run: memory.add(packed(vectors), drawn.dimensions) as VectorRun, vectors });
        if (goes) memory.remove((held.shift() as (typeof held)[number]).run);
      }
      const [asked] = vectorsOf({ ...question, count: 1 }) as [Float32Array];
      const other = memory.add(packVector(asked), question.dimensions) as VectorRun;
      for (const { run: of, vectors } of held) {
        if (of.dimensions !== question.dimensions) continue;
        memory.compare(of, other);
        const products = vectors.map((_, i) => memory.product(memory.headOf(of, i), other));
        expect(products).toEqual(vectors.map((vector) => plainProduct(packVector(vector), packVector(asked))));
      }
    }),
    { numRuns: propertyRuns(300) },
  );
});

it("is exact for the largest numbers in 4,096 dimensions", () => {
  const memory = new VectorMemory();
  const most = packVector(new Float32Array(4_096).fill(-1));
  const run = memory.add(most, 4_096) as VectorRun;
  memory.compare(run, run);
  const product = memory.product(memory.headOf(run, 0), run);
  expect(product).toBe(127 * 127 * 4_096 * scaleOf(most) ** 2);
  expect(product).toBeCloseTo(4_096, 1);
});

it("uses the places of removed vectors again", () => {
  const memory = new VectorMemory();
  const many = packed(Array.from({ length: 500 }, () => new Float32Array(384).fill(0.05)));
  const runs = [1, 2, 3].map(() => memory.add(many, 384) as VectorRun);
  const { bytes } = memory;
  for (let round = 0; round < 20; round += 1) {
    memory.remove(runs.shift() as VectorRun);
    runs.push(memory.add(many, 384) as VectorRun);
  }
  expect(memory.bytes).toBe(bytes);
});

it("packs a vector with an error of at most half a step", () => {
  fc.assert(
    fc.property(fc.array(number, { minLength: 1, maxLength: 50 }), (numbers) => {
      const bytes = packVector(Float32Array.from(numbers));
      const scale = scaleOf(bytes);
      new Int8Array(bytes.buffer, SCALE_BYTES).forEach((step, i) => {
        expect(Math.abs(step * scale - (numbers[i] as number))).toBeLessThanOrEqual(scale * 0.5001);
      });
    }),
  );
});
