import { lengthOf } from "./text.js";

// Unicode's Default_Ignorable_Code_Point has the zero-width characters, soft hyphens, fillers, variation selectors and
// bidirectional controls. As invisible and not in it: the anchors of interlinear annotation, the place of an object, the
// empty Braille cell, the null notehead, and spaces that look like U+0020. U+0020 and U+3000 are typed by people.
const INVISIBLE = /(?![ \u3000])[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zs}\uFFF9-\uFFFC\u2800\u{1D159}]/u;

/**
 * Why `key` must not become a new user id, department code, group or document id: with an invisible character in it, it
 * looks like another key. Names may have them (葛󠄀 has a variation selector), and keys that exist already go on working.
 *
 * @returns the character by its code point and its place, counted from 1; or null
 */
export function problemWithNewKey(key: string): string | null {
  const found = INVISIBLE.exec(key);
  if (found === null) return null;
  const code = (found[0].codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0");
  return `must not contain the invisible character U+${code} (character ${lengthOf(key.slice(0, found.index)) + 1})`;
}
