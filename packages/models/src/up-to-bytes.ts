/** Ends after so many bytes of UTF-8, between two characters. */
export async function* upToBytes(max: number, pieces: AsyncIterable<string>): AsyncGenerator<string> {
  const encoder = new TextEncoder();
  const room = new Uint8Array(max);
  let used = 0;
  for await (const piece of pieces) {
    const { read, written } = encoder.encodeInto(piece, room.subarray(used));
    if (read > 0) yield piece.slice(0, read);
    if (read < piece.length) return;
    used += written;
  }
}
