const [QUOTE, BACKSLASH, OPEN, CLOSE] = [0x22, 0x5c, 0x7b, 0x7d];
const COLON = /[ \t\r\n]*:/y;
/** The longest name that a problem shows, in UTF-16 units. */
const SHOWN_MAX = 64;

/**
 * The first name that an object of this JSON has twice, or null. Parsers keep the last of them and other readers the
 * first one, so that a text says one thing to a reviewer and another one to the service (RFC 8259 §4).
 *
 * @param json valid JSON
 * @example repeatedName('{"allow_all":false,"allow_all":true}') // "allow_all"
 */
export function repeatedName(json: string): string | null {
  const objects: Set<string>[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const unit = json.charCodeAt(at);
    if (unit === OPEN) objects.push(new Set());
    else if (unit === CLOSE) objects.pop();
    else if (unit === QUOTE) {
      const from = at;
      for (at += 1; json.charCodeAt(at) !== QUOTE; at += 1) if (json.charCodeAt(at) === BACKSLASH) at += 1;
      COLON.lastIndex = at + 1;
      if (!COLON.test(json)) continue;
      const name: string = JSON.parse(json.slice(from, at + 1));
      const names = objects.at(-1);
      if (names?.has(name)) return name.slice(0, SHOWN_MAX).toWellFormed();
      names?.add(name);
    }
  }
  return null;
}
