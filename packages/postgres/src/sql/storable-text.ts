/**
 * Whether PostgreSQL can store a text unchanged. It has no U+0000, and a lone surrogate would arrive as U+FFFD: another
 * text. A text that cannot be stored does not exist, so a look-up of it needs no query.
 */
export function canBeStored(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}
