import { ByteReader } from "./bytes.js";

/** One section of stored vectors. */
interface StoredSection {
  /** How many chunks it has. */
  readonly chunks: number;
  /** Empty if it has no text. */
  readonly parts: readonly { readonly first: number; readonly length: number }[];
  /** Where its id, the id of its first chunk and its title are: three texts. */
  readonly texts: { readonly from: number; readonly to: number };
}

/** The value that `makeTermVectors` wrote, opened. */
export interface StoredVectors {
  readonly bytes: Uint8Array;
  readonly units: number;
  /** The signs of all terms, one term after the other. */
  readonly signs: Uint16Array;
  /** The lengths of the terms in `signs`. */
  readonly lengths: Uint8Array;
  /** For each chunk the index of its text_type. */
  readonly types: Uint8Array;
  readonly chunk_lengths: Uint32Array;
  readonly sections: readonly StoredSection[];
  /** Where the lists begin: for each term the units, then the chunks that have it. */
  readonly lists: number;
}

export function openVectors(bytes: Uint8Array): StoredVectors {
  const reader = new ByteReader(bytes, 0);
  const chunks = reader.number();
  const sectionCount = reader.number();
  const units = reader.number();
  const terms = reader.number();
  const lengths = bytes.subarray(reader.at, reader.at + terms);
  reader.at += terms;
  let count = 0;
  for (const length of lengths) count += length;
  const signs = new Uint16Array(count);
  for (let i = 0; i < count; i += 1) {
    signs[i] = (bytes[reader.at + 2 * i] as number) | ((bytes[reader.at + 2 * i + 1] as number) << 8);
  }
  reader.at += 2 * count;
  const types = new Uint8Array(chunks);
  const chunk_lengths = new Uint32Array(chunks);
  for (let place = 0; place < chunks; place += 1) {
    types[place] = reader.byte();
    chunk_lengths[place] = reader.number();
  }
  const sections: StoredSection[] = [];
  for (let i = 0; i < sectionCount; i += 1) sections.push(openSection(reader));
  return { bytes, units, signs, lengths, types, chunk_lengths, sections, lists: reader.at };
}

function openSection(reader: ByteReader): StoredSection {
  const chunks = reader.number();
  const parts = Array.from({ length: reader.number() }, () => ({ first: reader.number(), length: reader.number() }));
  const from = reader.at;
  for (let i = 0; i < 3; i += 1) reader.skipText();
  return { chunks, parts, texts: { from, to: reader.at } };
}
