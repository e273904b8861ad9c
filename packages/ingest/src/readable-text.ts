import type { StructuredChunk } from "@retrieval/core/chunks";
import type { ReadDocument } from "@retrieval/core/ports";
import type { Problem } from "@retrieval/core/problems";

/** White space that is neither a tab nor a line feed. */
const OTHER_SPACE = /[\r\v\f]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: this finds them
const CONTROL = /[\0-\x08\x0e-\x1f]/g;
const UNREADABLE = "\ufffd";
/** The lengths of the text before and from the first unreadable character that show where it is. */
const BEFORE_MAX = 10;
const FROM_MAX = 10;

/**
 * Makes all texts of a document well-formed and replaces control characters by U+FFFD, as CommonMark section 2.3 does
 * for NUL, so that a database can store what any reader returns.
 */
export function withReadableText(document: ReadDocument): ReadDocument {
  return mapTexts(document, (text) =>
    text.toWellFormed().replace(OTHER_SPACE, " ").replace(CONTROL, UNREADABLE),
  ) as ReadDocument;
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, map)]));
}

/** Counts U+FFFD in the content of chunks, whether a reader wrote it or {@link withReadableText}. */
export function warnOfUnreadable(chunks: readonly StructuredChunk[]): Problem[] {
  const contents = chunks.map(({ content }) => content ?? "").filter((content) => content.includes(UNREADABLE));
  const [first] = contents;
  if (first === undefined) return [];
  const characters = contents.reduce((sum, content) => sum + content.split(UNREADABLE).length - 1, 0);
  const at = first.indexOf(UNREADABLE);
  const around = [...[...first.slice(0, at)].slice(-BEFORE_MAX), ...[...first.slice(at)].slice(0, FROM_MAX)];
  return [{ code: "text.unreadable_characters", characters, around: around.join("").replace(/\s+/g, " ") }];
}
