import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { problemWithName, problemWithNewKey, problemWithTitle } from "../src/look-alikes.js";

/** Characters that are invisible, or that change the direction of the text around them. */
const INVISIBLE = [
  0x00ad, 0x034f, 0x061c, 0x115f, 0x1160, 0x17b4, 0x180b, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x202a,
  0x202b, 0x202c, 0x202d, 0x202e, 0x2060, 0x2064, 0x2066, 0x2067, 0x2068, 0x2069, 0x3164, 0xfe00, 0xfe0f, 0xfeff,
  0xffa0, 0xfff9, 0xfffb, 0xfffc, 0x2800, 0x1d159, 0x00a0, 0x1680, 0x2000, 0x2009, 0x200a, 0x202f, 0x205f, 0xe0001,
  0xe0041, 0xe0100, 0xe01ef,
].map((code) => String.fromCodePoint(code));

const SIGNS = [..."aZ0-_:/ 山髙﨑神𠮷カｶが々〆ヶー〜～−－éñß한عא", "\u3000", "👩"];
const VISIBLE = fc.string({ unit: fc.constantFrom(...SIGNS, ".", "か\u3099", "E\u0301") });
const COMPOSED = fc.string({ unit: fc.constantFrom(...SIGNS), minLength: 1 });

describe("a new key", () => {
  it("with an invisible character is refused, by its code point and place", () => {
    fc.assert(
      fc.property(VISIBLE, fc.constantFrom(...INVISIBLE), VISIBLE, (before, char, after) => {
        const code = (char.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0");
        const place = [...before].length + 1;
        expect(problemWithNewKey("key", `${before}${char}${after}`)).toEqual({
          code: "field.invisible_character",
          field: "key",
          character: `U+${code}`,
          place,
        });
      }),
    );
  });

  it("of visible letters, digits and signs is accepted", () => {
    fc.assert(fc.property(COMPOSED, (key) => expect(problemWithNewKey("key", key)).toBeNull()));
  });

  it("that differs from another one only by normalization is refused", () => {
    // The Kelvin sign and the compatibility ideograph are canonically the letter and the ideograph.
    for (const twin of ["か\u30991", "e\u03011", "\u212A1", "\uFA10"])
      expect(problemWithNewKey("key", twin)).toEqual({ code: "field.not_nfc", field: "key" });
  });

  it("that no path can name is refused", () => {
    for (const dots of [".", ".."])
      expect(problemWithNewKey("key", dots)).toEqual({ code: "field.dots", field: "key" });
    for (const key of ["...", "a..", ".a"]) expect(problemWithNewKey("key", key)).toBeNull();
  });
});

describe("a title or a name", () => {
  it("with a character that turns the text around it is refused, by its code point and place", () => {
    for (const char of "\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069") {
      const code = (char.codePointAt(0) as number).toString(16).toUpperCase();
      const problem = { code: "field.invisible_character", field: "f", character: `U+${code}`, place: 2 };
      for (const judge of [problemWithTitle, problemWithName])
        expect(judge("f", `𠮷${char}gnp.exe`, 99)).toEqual(problem);
    }
  });

  it("of any script is accepted, with its marks, joiners and variation selectors", () => {
    fc.assert(fc.property(VISIBLE, (text) => expect(problemWithTitle("f", `a${text}`, 999)).toBeNull()));
    for (const text of ["葛\u{E0100}城", "עברית\u200F (1)", "می\u200Cخواهم", "👩\u200D💻", "総務\u200B部"])
      for (const judge of [problemWithTitle, problemWithName]) expect(judge("f", text, 99)).toBeNull();
  });
});
