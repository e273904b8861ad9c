/** Each entry has a header of this size, and its content fills up to a multiple of it. */
const BLOCK = 512;

/**
 * The text of one file in a tar archive (POSIX.1-1988, ustar).
 * @returns undefined where it is no archive or has no such file
 */
export function fileInTar(archive: Buffer, name: string): string | undefined {
  for (let at = 0; at + BLOCK <= archive.length; ) {
    const size = Number.parseInt(field(archive, at + 124, 12), 8);
    if (field(archive, at + 257, 5) !== "ustar" || !(size >= 0)) return undefined;
    const content = at + BLOCK;
    if (field(archive, at, 100).replace(/^\.?\//, "") === name)
      return archive.toString("utf8", content, content + size);
    at = content + Math.ceil(size / BLOCK) * BLOCK;
  }
  return undefined;
}

function field(archive: Buffer, at: number, length: number): string {
  return archive.toString("utf8", at, at + length).split("\0", 1)[0] ?? "";
}
