import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { readUnitVectors, toHalfFloats } from "../src/search/half-floats.js";

describe("16-bit floats", () => {
  it.each([
    [0, 0x0000],
    [-0, 0x8000],
    [1, 0x3c00],
    [-2, 0xc000],
    [0.1, 0x2e66],
    [1 / 3, 0x3555],
    [65_504, 0x7bff],
    [65_520, 0x7c00],
    [1e30, 0x7c00],
    [Number.NEGATIVE_INFINITY, 0xfc00],
    [Number.NaN, 0x7e00],
    [2 ** -14, 0x0400],
    [2 ** -24, 0x0001],
    [2 ** -25, 0x0000],
    [2 ** -25 * 1.01, 0x0001],
    [2 ** -14 - 2 ** -24, 0x03ff],
    [1 + 2 ** -11, 0x3c00],
    [1 + 3 * 2 ** -11, 0x3c02],
    [2 - 2 ** -12, 0x4000],
  ])("have the bits of IEEE 754 for %d", (number, bits) => {
    expect(toHalfFloats(Float32Array.of(number)).readUInt16LE()).toBe(bits);
  });

  it("give vectors back with length 1, and each number within a thousandth", () => {
    const vector = fc.array(fc.float({ noNaN: true, min: -1, max: 1 }), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(vector, { minLength: 1, maxLength: 5 }), (given) => {
        const vectors = given.map((numbers) => {
          const length = Math.hypot(...numbers);
          return length < 1e-3 ? [1, 0, 0, 0] : numbers.map((number) => number / length);
        });
        const halves = toHalfFloats(Float32Array.from(vectors.flat()));
        const read = new Float32Array(4 + vectors.length * 4);
        readUnitVectors(halves, 4, read, 4);
        vectors.forEach((vector, i) => {
          const back = [...read.subarray(4 + i * 4, 8 + i * 4)];
          expect(Math.hypot(...back)).toBeCloseTo(1, 5);
          for (const [place, number] of vector.entries())
            expect(Math.abs((back[place] as number) - number)).toBeLessThan(1e-3);
        });
        expect([...read.subarray(0, 4)]).toEqual([0, 0, 0, 0]);
      }),
    );
  });
});
