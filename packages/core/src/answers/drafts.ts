import { isObject } from "../is-object.js";
import type { Draft } from "./prove.js";

/** The most output that is read of a model, and the longest line, in bytes of UTF-8. */
export const OUTPUT_MAX = 64 * 1024;
export const LINE_MAX = 8 * 1024;

const FENCE = /^`{3,}[a-z]{0,10}$/i;
const ENCODER = new TextEncoder();

/**
 * Reads the lines that a model writes, one JSON object for each sentence, while they arrive in pieces. Blank lines and
 * code fences are skipped; every other line counts as malformed. It never throws, whatever the text.
 */
export class DraftReader {
  /** How many lines were no sentence. */
  malformed = 0;
  #line = "";
  #lineBytes = 0;
  #bytes = 0;

  /** Whether the model has written as much as is read; the rest is left out. */
  get isFull(): boolean {
    return this.#bytes >= OUTPUT_MAX;
  }

  /** The sentences that this piece completes. */
  take(piece: string): Draft[] {
    const drafts: Draft[] = [];
    const [first = "", ...others] = piece.split("\n");
    this.#add(first);
    for (const part of others) {
      if (this.isFull) break;
      this.#bytes += 1;
      drafts.push(...this.#ended());
      this.#add(part);
    }
    return drafts;
  }

  /** The sentence of a last line that has no end; none if the output was cut there. */
  end(): Draft[] {
    if (!this.isFull) return this.#ended();
    if (this.#line !== "") this.malformed += 1;
    this.#line = "";
    this.#lineBytes = 0;
    return [];
  }

  #add(part: string): void {
    if (part === "" || this.isFull) return;
    const bytes = ENCODER.encode(part).length;
    this.#bytes += bytes;
    this.#lineBytes += bytes;
    // What is too long is not kept; one character says that the line is not blank.
    this.#line = this.#lineBytes > LINE_MAX ? "x" : this.#line + part;
  }

  #ended(): Draft[] {
    const [line, bytes] = [this.#line.trim(), this.#lineBytes];
    this.#line = "";
    this.#lineBytes = 0;
    if (bytes <= LINE_MAX && (line === "" || FENCE.test(line))) return [];
    const draft = bytes > LINE_MAX ? null : readDraft(line);
    if (draft === null) this.malformed += 1;
    return draft === null ? [] : [draft];
  }
}

/** The sentences of a model's output as they are complete. Stops reading when the reader is full. */
export async function* draftsIn(pieces: AsyncIterable<string>, reader: DraftReader): AsyncGenerator<Draft> {
  for await (const piece of pieces) {
    yield* reader.take(piece);
    if (reader.isFull) break;
  }
  yield* reader.end();
}

function readDraft(line: string): Draft | null {
  const value = parsed(line);
  if (!isObject(value)) return null;
  const { text, source, quote } = value;
  const isDraft = typeof text === "string" && Number.isSafeInteger(source) && typeof quote === "string";
  return isDraft ? { text, source: source as number, quote } : null;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
