/** Yields the bytes of a body. A caller that stops early cancels it. */
export async function* bytesOf({ body }: Response): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const reader = body.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    // Does nothing at the end. A body that is neither read nor cancelled keeps its connection.
    await reader.cancel().catch(() => undefined);
  }
}

export interface ReadText {
  readonly text: string;
  /** false: there are more bytes than the limit, and the rest was not read. */
  readonly isComplete: boolean;
}

/** Decodes up to `max` bytes, with U+FFFD for what is not UTF-8. */
export async function readText(chunks: AsyncIterable<Uint8Array>, max: number): Promise<ReadText> {
  const decoder = new TextDecoder();
  let text = "";
  let left = max;
  for await (const chunk of chunks) {
    text += decoder.decode(chunk.subarray(0, left), { stream: true });
    left -= chunk.byteLength;
    if (left < 0) return { text, isComplete: false };
  }
  return { text: text + decoder.decode(), isComplete: true };
}
