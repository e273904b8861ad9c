import type { Problem } from "./problems.js";
import { lengthOf, problemWithKey, problemWithLine } from "./text.js";

// Unicode's Default_Ignorable_Code_Point has the zero-width characters, soft hyphens, fillers, variation selectors and
// bidirectional controls. Also invisible, but not in it: the anchors of interlinear annotation, the object replacement
// character, the empty Braille cell, the null notehead, and spaces that look like U+0020. Users type U+0020 and U+3000.
const INVISIBLE = /(?![ \u3000])[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zs}\uFFF9-\uFFFC\u2800\u{1D159}]/u;

// UAX #9's embeddings, overrides and isolates: U+202E and "gnp.exe" are read as "exe.png". The marks that names from right
// to left need (LRM, RLM, ALM) turn nothing around, and joiners and variation selectors belong to names.
const TURNING = /[\u202A-\u202E\u2066-\u2069]/u;

/** Like {@link problemWithLine}, for a text that is shown: it must read as it is written, wherever it stands. */
export function problemWithTitle(field: string, value: unknown, max: number): Problem | null {
  return problemWithLine(field, value, max) ?? problemWithCharacter(field, value as string, TURNING);
}

/** Like {@link problemWithTitle}, and white space at the edges is a problem too. */
export function problemWithName(field: string, value: unknown, max: number): Problem | null {
  return problemWithKey(field, value, max) ?? problemWithCharacter(field, value as string, TURNING);
}

/**
 * The problem with a new user id, department code, group or document id that looks like another key, or that no address
 * can name. Names may be such (葛󠄀 has a variation selector), and existing keys continue to work.
 */
export function problemWithNewKey(field: string, key: string): Problem | null {
  const problem = problemWithCharacter(field, key, INVISIBLE);
  if (problem !== null) return problem;
  // Browsers and clients remove these segments from a path (RFC 3986 §5.2.4), so such a user could not be managed.
  if (key === "." || key === "..") return { code: "field.dots", field };
  // が in one code point and が in two are the same to a reader (UAX #15).
  return key === key.normalize("NFC") ? null : { code: "field.not_nfc", field };
}

function problemWithCharacter(field: string, text: string, refused: RegExp): Problem | null {
  const found = refused.exec(text);
  if (found === null) return null;
  const hex = (found[0].codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0");
  const place = lengthOf(text.slice(0, found.index)) + 1;
  return { code: "field.invisible_character", field, character: `U+${hex}`, place };
}
