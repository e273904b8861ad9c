const LINKED = new Set(["http:", "https:", "mailto:"]);

/**
 * The target of a document's link if it is allowed: a full address that begins with http, https or mailto. Every other
 * link (another scheme, a path of this site, an address without a scheme) stays text; null then.
 */
export function linkAddress(address: string): string | null {
  // Browsers drop tabs and line breaks, and spaces at the ends, before they read the scheme.
  if ([...address].some((char) => char <= "\u0020" || char === "\u007f")) return null;
  try {
    return LINKED.has(new URL(address).protocol) ? address : null;
  } catch {
    return null;
  }
}
