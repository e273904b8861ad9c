import { describe, expect, it } from "@jest/globals";
import { languageOf } from "../src/i18n/language.js";

describe("The language of the pages", () => {
  it.each([
    [null, ["ja-JP", "en"], "ja"],
    [null, ["en-GB", "ja"], "en"],
    [null, ["fr", "de", "JA"], "ja"],
    [null, ["fr"], "en"],
    [null, [], "en"],
    ["en", ["ja"], "en"],
    ["ja", ["en"], "ja"],
    ["xx", ["ja"], "ja"],
  ] as const)("is, with %j chosen and %j preferred, %s", (chosen, preferred, language) => {
    expect(languageOf(chosen, preferred)).toBe(language);
  });
});
