/**
 * Reads a vector and scales it to length 1. null for anything but a list of finite numbers of which one is not 0: also
 * for a text in base64, which some servers answer although they are asked for numbers.
 */
export function readVector(value: unknown): Float32Array | null {
  if (!Array.isArray(value)) return null;
  let largest = 0;
  for (const number of value as readonly unknown[]) {
    if (typeof number !== "number" || !Number.isFinite(number)) return null;
    largest = Math.max(largest, Math.abs(number));
  }
  if (largest === 0) return null;
  const numbers = value as readonly number[];
  let squares = 0;
  // Divided by the largest first: the squares of very large or very small numbers would be Infinity or 0.
  for (const number of numbers) squares += (number / largest) ** 2;
  const length = Math.sqrt(squares);
  return Float32Array.from(numbers, (number) => number / largest / length);
}
