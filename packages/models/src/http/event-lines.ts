/** A line of a server-sent event. An empty line, which ends an event, has neither field nor value. */
export interface EventLine {
  readonly field: string;
  readonly value: string;
}

/** A stream of 64 kB of text in single tokens, each with its JSON around it, has about 6 MB. */
const STREAM_MAX = 32 * 1024 * 1024;
/** UTF-16 units of one line. */
const LINE_MAX = 1_048_576;
const LINE_END = /\r\n|\r|\n/;

/**
 * The lines of a stream of server-sent events (WHATWG HTML §9.2.6) without its comments: each ends with CRLF, LF or CR.
 * U+FFFD stands for what is not UTF-8. A last line without an end is a line too: some servers end so.
 * @throws RangeError at a stream or a line that is too long
 */
export async function* eventLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<EventLine> {
  const decoder = new TextDecoder();
  let begun = "";
  let endsWithCr = false;
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    let text = decoder.decode(chunk, { stream: true });
    if (text === "") continue;
    // The LF of a CRLF that two chunks share.
    if (endsWithCr && text.startsWith("\n")) text = text.slice(1);
    endsWithCr = text.endsWith("\r");
    const [first = "", ...others] = text.split(LINE_END);
    begun += first;
    for (const next of others) {
      if (!begun.startsWith(":")) yield parseLine(begun);
      begun = next;
    }
    if (size > STREAM_MAX || begun.length > LINE_MAX) throw new RangeError("The event stream is too long");
  }
  begun += decoder.decode();
  if (begun !== "" && !begun.startsWith(":")) yield parseLine(begun);
}

function parseLine(line: string): EventLine {
  const colon = line.indexOf(":");
  if (colon < 0) return { field: line, value: "" };
  const value = line.slice(colon + 1);
  return { field: line.slice(0, colon), value: value.startsWith(" ") ? value.slice(1) : value };
}
