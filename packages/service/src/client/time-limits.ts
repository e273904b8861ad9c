/**
 * For uploads on a slow line, for dry runs, which check every user and every document, and for restorations, which
 * publish a whole document before they answer. In milliseconds.
 */
export const LONG_TIMEOUT_MS = 5 * 60_000;

/** How long the service may take for the next part of a long answer, in milliseconds. */
export const SILENCE_MS = 60_000;
