/** What this file uses of the runtime's WebAssembly, which the types of Node 20 lack. */
declare namespace WebAssembly {
  class Memory {
    constructor(size: { readonly initial: number });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports: { readonly core: { readonly memory: Memory } });
    readonly exports: { readonly products: Products };
  }
}

export type ProductMemory = WebAssembly.Memory;

/**
 * The sums of products of vectors of 8-bit numbers with one vector. 16 bytes are before each vector; the sum is written
 * into the first four of them.
 *
 * @param from the address of the bytes before the first vector, which the others follow
 * @param last the address behind the last vector
 * @param other the address of the vector that all are compared with
 * @param end the address behind the other one; all are as long, a multiple of 16
 */
export type Products = (from: number, last: number, other: number, end: number) => void;

/** @param pages of 64 KiB */
export function productMemory(pages: number): { readonly memory: ProductMemory; readonly products: Products } {
  const memory = new WebAssembly.Memory({ initial: pages });
  const { products } = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes()), { core: { memory } }).exports;
  return { memory, products };
}

/** Unsigned LEB128, as WebAssembly writes numbers. */
const number = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...number(Math.floor(value / 0x80))];
const list = (items: readonly (readonly number[])[]): number[] => [...number(items.length), ...items.flat()];
const text = (ascii: string): number[] => list([...ascii].map((sign) => [sign.charCodeAt(0)]));
const sized = (bytes: readonly number[]): number[] => [...number(bytes.length), ...bytes];
const section = (id: number, bytes: readonly number[]): number[] => [id, ...sized(bytes)];
const simd = (...operation: number[]): number[] => [0xfd, ...operation.flatMap(number)];

const [I32, V128] = [0x7f, 0x7b];
const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const i32 = { const: (value: number) => [0x41, value], add: [0x6a], lt_u: [0x49], store: [0x36, 2, 0] };
const v128 = { load: simd(0x00, 0, 0) };
const i16x8 = { extend_low_i8x16_s: simd(0x87), extend_high_i8x16_s: simd(0x88) };
const i32x4 = {
  splat: simd(0x11),
  add: simd(0xae),
  dot_i16x8_s: simd(0xba),
  extract_lane: (lane: number) => simd(0x1b, lane),
};
const [LOOP, BR_IF, END, VOID] = [0x03, 0x0d, 0x0b, 0x40];

/** The module of one function, in WebAssembly's binary format (webassembly.github.io/spec/core/binary). */
function moduleBytes(): Uint8Array {
  const [from, last, other, end, place, head, sum, left, right] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  // Adds the products of half of the 16 numbers at a time, as 16-bit numbers, to four 32-bit sums.
  const addHalf = (extend: readonly number[]) => [
    ...[...get(sum), ...get(left), ...extend, ...get(right), ...extend],
    ...[...i32x4.dot_i16x8_s, ...i32x4.add, ...set(sum)],
  ];
  const advance = (pointer: number) => [...get(pointer), ...i32.const(16), ...i32.add, ...set(pointer)];
  const lane = (index: number) => [...get(sum), ...i32x4.extract_lane(index)];
  const body = [
    ...[LOOP, VOID, ...get(from), ...set(head), ...advance(from)],
    ...[...get(other), ...set(place), ...i32.const(0), ...i32x4.splat, ...set(sum), LOOP, VOID],
    ...[...get(from), ...v128.load, ...set(left), ...get(place), ...v128.load, ...set(right)],
    ...[...addHalf(i16x8.extend_low_i8x16_s), ...addHalf(i16x8.extend_high_i8x16_s)],
    ...[...advance(from), ...advance(place), ...get(place), ...get(end), ...i32.lt_u, BR_IF, 0, END],
    ...[...get(head), ...lane(0), ...lane(1), ...i32.add, ...lane(2), ...i32.add, ...lane(3), ...i32.add, ...i32.store],
    ...[...get(from), ...get(last), ...i32.lt_u, BR_IF, 0, END, END],
  ];
  const locals = list([
    [2, I32],
    [3, V128],
  ]);
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list([[0x60, ...list([[I32], [I32], [I32], [I32]]), ...list([])]])),
    ...section(2, list([[...text("core"), ...text("memory"), 2, 0, 0]])),
    ...section(3, list([[0]])),
    ...section(7, list([[...text("products"), 0, 0]])),
    ...section(10, list([sized([...locals, ...body])])),
  ]);
}
