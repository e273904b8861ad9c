/** A set of whole numbers, a bit for each. */
export class Bits {
  words = new Uint32Array(0);

  has(number: number): boolean {
    return (((this.words[number >>> 5] ?? 0) >>> (number & 31)) & 1) === 1;
  }

  set(number: number, isIn: boolean): void {
    this.setRange(number, 1, isIn);
  }

  setRange(from: number, count: number, isIn: boolean): void {
    if (isIn) this.makeRoom(from + count);
    const { words } = this;
    const end = Math.min(from + count, words.length * 32);
    for (let number = from; number < end; number += 1) {
      const word = words[number >>> 5] as number;
      words[number >>> 5] = isIn ? word | (1 << (number & 31)) : word & ~(1 << (number & 31));
    }
  }

  /** So that each number below `end` has its bit in `words`. */
  makeRoom(end: number): void {
    const count = (end + 31) >>> 5;
    if (count <= this.words.length) return;
    const grown = new Uint32Array(Math.max(count, this.words.length * 2));
    grown.set(this.words);
    this.words = grown;
  }
}
