/**
 * Whether PostgreSQL can hold a text as it is. It has no U+0000, and a lone surrogate would reach it as U+FFFD: another
 * text. What cannot be held is not there, so a look-up of it needs no query.
 */
export function canBeStored(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}
