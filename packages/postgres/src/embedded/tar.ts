import { createReadStream } from "node:fs";
import { mkdir, open, readdir, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { buffer } from "node:stream/consumers";

/** Each entry has a header of this size, and its content fills up to a multiple of it. */
const BLOCK = 512;
const NAME_MAX = 100;
const FILE = "0";
const FOLDER = "5";

/** Thrown for bytes that are no archive. */
export class NotTarError extends Error {}

/** The files of a folder as a tar archive (POSIX.1-1988, ustar), piece by piece. */
export async function* tarOf(folder: string): AsyncGenerator<Buffer> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path);
    if (entry.isDirectory()) yield headerOf(`${name}/`, FOLDER, 0);
    if (!entry.isFile()) continue;
    const { size } = await stat(path);
    yield headerOf(name, FILE, size);
    if (size > 0) yield* createReadStream(path, { end: size - 1 });
    yield Buffer.alloc(paddingOf(size));
  }
  yield Buffer.alloc(2 * BLOCK);
}

function headerOf(name: string, type: string, size: number): Buffer {
  if (Buffer.byteLength(name) > NAME_MAX) throw new Error(`The name ${name} is too long for an archive.`);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, digits: number) =>
    header.write(value.toString(8).padStart(digits, "0"), at);
  header.write(name, 0);
  octal(type === FOLDER ? 0o700 : 0o600, 100, 7);
  for (const at of [108, 116]) octal(0, at, 7);
  octal(size, 124, 11);
  octal(0, 136, 11);
  header.write(type, 156);
  header.write("ustar\u000000", 257, "latin1");
  // The checksum counts its own field as blanks.
  header.fill(" ", 148, 156);
  octal(
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  );
  header.write("\0 ", 154, "latin1");
  return header;
}

interface TarEntry {
  /** Without a leading slash. */
  readonly name: string;
  readonly isFolder: boolean;
  /** To be read before the next entry, or not at all. */
  readonly content: AsyncGenerator<Buffer>;
}

/**
 * The entries of an archive. The bytes after the last entry stay unread.
 * @throws NotTarError
 */
export async function* entriesIn(bytes: AsyncIterator<Buffer>): AsyncGenerator<TarEntry> {
  const reader = new BlockReader(bytes);
  for (;;) {
    const header = await buffer(reader.take(BLOCK));
    if (header.every((byte) => byte === 0) && header.length === BLOCK) return;
    const size = Number.parseInt(field(header, 124, 12), 8);
    if (header.length < BLOCK || field(header, 257, 5) !== "ustar" || !(size >= 0)) throw new NotTarError();
    const name = field(header, 0, NAME_MAX).replace(/^\.?\/+/, "");
    if (name.split("/").includes("..")) throw new NotTarError();
    const content = reader.take(size);
    yield { name, isFolder: field(header, 156, 1) === FOLDER, content };
    for await (const _ of content);
    for await (const _ of reader.take(paddingOf(size)));
  }
}

/** Writes the entries of an archive into a folder. */
export async function untar(bytes: AsyncIterator<Buffer>, folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  for await (const { name, isFolder, content } of entriesIn(bytes)) {
    const path = join(folder, name);
    await mkdir(isFolder ? path : dirname(path), { recursive: true, mode: 0o700 });
    if (isFolder) continue;
    const handle = await open(path, "wx", 0o600);
    try {
      // `write` may write less than it is given.
      for await (const part of content) await handle.writeFile(part);
    } finally {
      await handle.close();
    }
  }
}

const paddingOf = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK;

function field(header: Buffer, at: number, length: number): string {
  return header.toString("utf8", at, at + length).split("\0", 1)[0] ?? "";
}

class BlockReader {
  #rest: Buffer = Buffer.alloc(0);

  constructor(private readonly bytes: AsyncIterator<Buffer>) {}

  /** The next bytes; fewer at the end. */
  async *take(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0; ) {
      if (this.#rest.length === 0) {
        const next = await this.bytes.next();
        if (next.done) return;
        this.#rest = next.value;
      }
      const part = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }
}
