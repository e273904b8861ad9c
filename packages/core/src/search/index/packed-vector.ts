/** A scale, which is a 32-bit float (little-endian), is before the numbers of a packed vector. */
export const SCALE_BYTES = 4;

/** A vector in 8 bits a number: each number is the scale times a whole number from -127 to 127. */
export function packVector(vector: Float32Array): Uint8Array {
  const scale = Math.fround(vector.reduce((most, number) => Math.max(most, Math.abs(number)), 0) / 127);
  const packed = new Uint8Array(SCALE_BYTES + vector.length);
  new DataView(packed.buffer).setFloat32(0, scale, true);
  if (scale > 0) for (const [i, number] of vector.entries()) packed[SCALE_BYTES + i] = Math.round(number / scale);
  return packed;
}

export const scaleOf = (packed: Uint8Array, at = 0): number =>
  new DataView(packed.buffer, packed.byteOffset + at, SCALE_BYTES).getFloat32(0, true);
