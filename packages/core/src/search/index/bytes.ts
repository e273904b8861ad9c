/** Writes numbers and texts one after the other, in a form that {@link ByteReader} reads. */
export class ByteWriter {
  #bytes = new Uint8Array(64);
  #length = 0;

  get length(): number {
    return this.#length;
  }

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

  /** The UTF-16 units of a text, two bytes each, the lower first: UTF-8 has no form for half of a surrogate pair. */
  signs(text: string): void {
    for (let i = 0; i < text.length; i += 1) {
      this.byte(text.charCodeAt(i) & 0xff);
      this.byte(text.charCodeAt(i) >>> 8);
    }
  }

  /** A text with its length, in UTF-8. */
  text(text: string): void {
    const encoded = new TextEncoder().encode(text);
    this.number(encoded.length);
    this.bytes(encoded);
  }

  bytes(bytes: Uint8Array): void {
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  done(): Uint8Array<ArrayBuffer> {
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
    private readonly source: Uint8Array,
    public at = 0,
  ) {}

  byte(): number {
    const value = this.source[this.at] as number;
    this.at += 1;
    return value;
  }

  number(): number {
    const { source } = this;
    let byte = source[this.at] as number;
    this.at += 1;
    let value = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = source[this.at] as number;
      this.at += 1;
      value |= (byte & 0x7f) << shift;
    }
    return value;
  }

  text(): string {
    return decoder.decode(this.bytes(this.number()));
  }

  /** UTF-16 units, see {@link ByteWriter.signs}. */
  signs(count: number): Uint16Array {
    const bytes = this.bytes(2 * count);
    const signs = new Uint16Array(count);
    for (let i = 0; i < count; i += 1) signs[i] = (bytes[2 * i] as number) | ((bytes[2 * i + 1] as number) << 8);
    return signs;
  }

  /** Not a copy. */
  bytes(length: number): Uint8Array {
    this.at += length;
    return this.source.subarray(this.at - length, this.at);
  }
}
