import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { isolate } from "../src/i18n/isolate.js";

const RIGHT_TO_LEFT = [
  "\u200F",
  "\u061C",
  "\u202A",
  "\u202B",
  "\u202D",
  "\u202E",
  "\u2066",
  "\u2067",
  "\u2068",
  "\u2069",
  "א",
  "ع",
];

describe("a name inside a sentence", () => {
  it.each(["髙橋 𠮷", "O'Brien", "葛\u{E0100}", "か\u3099", "D1010", "", "👩‍💻"])("stays as it is: %j", (name) => {
    expect(isolate(name)).toBe(name);
  });

  it("with right-to-left text is isolated, and cannot end the isolate", () => {
    const part = fc.string({ unit: fc.constantFrom("a", "1", " ", "名", ...RIGHT_TO_LEFT) });
    fc.assert(
      fc.property(part, fc.constantFrom(...RIGHT_TO_LEFT), part, (before, char, after) => {
        const isolated = isolate(`${before}${char}${after}`);
        expect(isolated).toMatch(/^\u2068[^\u202A-\u202E\u2066-\u2069]*\u2069$/u);
      }),
    );
  });
});
