import { promisify } from "node:util";
import { crc32, deflateRaw } from "node:zlib";

const deflated = promisify(deflateRaw);

/** 1 January 1980, the first day that a ZIP file can name: the same content gives the same bytes. */
const DAY = 0x21;
const UTF8_NAMES = 0x800;
const DEFLATED = 8;

/** A ZIP file (APPNOTE.TXT §4.3) of texts by their paths; small enough for its 32-bit sizes. */
export async function zipOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const parts: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [path, text] of Object.entries(files)) {
    const name = Buffer.from(path);
    const bytes = Buffer.from(text);
    const packed = await deflated(bytes);
    // From "version needed" to the length of the extra field, the same in both headers.
    const fields = numbers(
      [20, UTF8_NAMES, DEFLATED, 0, DAY],
      [crc32(bytes), packed.length, bytes.length],
      [name.length, 0],
    );
    const local = Buffer.concat([signature(0x04034b50), fields, name, packed]);
    entries.push(Buffer.concat([signature(0x02014b50), numbers([20]), fields, numbers([0, 0, 0], [0, at]), name]));
    parts.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(entries);
  const count = entries.length;
  const end = Buffer.concat([signature(0x06054b50), numbers([0, 0, count, count], [directory.length, at], [0])]);
  return Buffer.concat([...parts, directory, end]);
}

const signature = (value: number) => numbers([], [value]);

/** Little-endian numbers: of 16 bits, of 32 bits, and of 16 bits again. */
function numbers(short: readonly number[], long: readonly number[] = [], more: readonly number[] = []): Buffer {
  const bytes = Buffer.alloc(2 * short.length + 4 * long.length + 2 * more.length);
  let at = 0;
  for (const value of short) at = bytes.writeUInt16LE(value, at);
  for (const value of long) at = bytes.writeUInt32LE(value, at);
  for (const value of more) at = bytes.writeUInt16LE(value, at);
  return bytes;
}
