/** Numbers as 16-bit floats (IEEE 754 binary16), little-endian: half the size, and exact enough for vectors of meaning. */
export function toHalfFloats(numbers: Float32Array): Buffer {
  const bits = new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length);
  const halves = Buffer.allocUnsafe(numbers.length * 2);
  for (let i = 0; i < bits.length; i += 1) halves.writeUInt16LE(halfOf(bits[i] as number), i * 2);
  return halves;
}

/** Rounds to nearest, ties to even. What is too large becomes infinite. */
function halfOf(bits: number): number {
  const sign = (bits >>> 16) & 0x8000;
  const exponent = ((bits >>> 23) & 0xff) - 112;
  const fraction = bits & 0x7f_ffff;
  if (exponent >= 31) return sign | 0x7c00 | (exponent === 143 && fraction !== 0 ? 0x200 : 0);
  // A carry of the fraction goes into the exponent, as it should.
  if (exponent > 0) return sign | roundedShift((exponent << 23) | fraction, 13);
  return exponent < -10 ? sign : sign | roundedShift(fraction | 0x80_0000, 14 - exponent);
}

function roundedShift(value: number, by: number): number {
  const half = 1 << (by - 1);
  const odd = (value >>> by) & 1;
  return (value + half - 1 + odd) >>> by;
}

/** Every 16-bit float as a number: a table is several times as fast as computing. */
const NUMBERS = Float32Array.from({ length: 0x1_0000 }, (_, half) => {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >>> 10) & 0x1f;
  const fraction = half & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
});

/** Reads vectors into `into` from `at` on, each scaled to length 1 again: rounding changed it. */
export function readUnitVectors(halves: Uint8Array, dimensions: number, into: Float32Array, at: number): void {
  const end = at + halves.length / 2;
  for (let first = at, byte = 0; first < end; first += dimensions) {
    let sum = 0;
    for (let i = first; i < first + dimensions; i += 1, byte += 2) {
      const number = NUMBERS[(halves[byte] as number) | ((halves[byte + 1] as number) << 8)] as number;
      into[i] = number;
      sum += number * number;
    }
    const scale = 1 / Math.sqrt(sum);
    for (let i = first; i < first + dimensions; i += 1) into[i] = (into[i] as number) * scale;
  }
}
