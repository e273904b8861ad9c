const LINKED = new Set(["http:", "https:", "mailto:"]);

/**
 * Where a link of a document may lead: an address in full that begins with http, https or mailto. Everything else
 * (another scheme, a path of this site, an address without its scheme) stays text; null then.
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
