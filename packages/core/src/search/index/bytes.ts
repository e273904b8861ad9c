/** Writes numbers and texts one after the other, in a form that {@link ByteReader} reads. */
export class ByteWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;

  byte(value: number): void {
    this.#room(1);
    this.#bytes[this.#length] = value;
    this.#length += 1;
  }

  /** A whole number up to 2^31 − 1: seven bits in each byte, the lowest first. */
  number(value: number): void {
    let rest = value;
    for (; rest >= 0x80; rest >>>= 7) this.byte((rest & 0x7f) | 0x80);
    this.byte(rest);
  }

  /** The code units of a text, two bytes each, the lower first. */
  signs(text: string): void {
    for (let i = 0; i < text.length; i += 1) {
      const code = text.charCodeAt(i);
      this.byte(code & 0xff);
      this.byte(code >>> 8);
    }
  }

  /** A text with its length, in UTF-8. */
  text(text: string): void {
    const encoded = new TextEncoder().encode(text);
    this.number(encoded.length);
    this.#room(encoded.length);
    this.#bytes.set(encoded, this.#length);
    this.#length += encoded.length;
  }

  done(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #room(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

const decoder = new TextDecoder();

export class ByteReader {
  constructor(
    readonly bytes: Uint8Array,
    public at: number,
  ) {}

  byte(): number {
    const value = this.bytes[this.at] as number;
    this.at += 1;
    return value;
  }

  number(): number {
    const { bytes } = this;
    let byte = bytes[this.at] as number;
    this.at += 1;
    let value = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[this.at] as number;
      this.at += 1;
      value |= (byte & 0x7f) << shift;
    }
    return value;
  }

  text(): string {
    const length = this.number();
    this.at += length;
    return decoder.decode(this.bytes.subarray(this.at - length, this.at));
  }

  skipText(): void {
    const length = this.number();
    this.at += length;
  }
}

/** How many bytes `ByteWriter.number` takes. */
export function widthOfNumber(value: number): number {
  return value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x20_0000 ? 3 : value < 0x1000_0000 ? 4 : 5;
}
