import { describe, expect, it } from "@jest/globals";
import { type ParameterKind, PROBLEMS, type Problem, type ProblemCode } from "@retrieval/core/problems";
import { LANGUAGES, type LanguageCode, phraseOf, sentenceOf } from "../src/texts.js";

const CODES = Object.keys(PROBLEMS) as ProblemCode[];
const TONGUES = Object.keys(LANGUAGES) as LanguageCode[];

/** Texts that leave a parameter out on purpose, in one language or in all. */
const NOT_SHOWN: Readonly<Record<string, readonly LanguageCode[]>> = {};

const SAMPLES = { text: "sample-text", number: 4711, texts: ["sample-one", "sample-two"], numbers: [47, 49] };

/** The problem with sample parameters: of a list of texts, the one at `choice`. */
function sample(code: ProblemCode, choice: number): Problem {
  const kinds = Object.entries(PROBLEMS[code] as Readonly<Record<string, ParameterKind>>);
  const parameters = kinds.map(([name, kind]) => {
    return [name, typeof kind === "string" ? SAMPLES[kind] : kind[choice % kind.length]];
  });
  return { code, ...Object.fromEntries(parameters) } as Problem;
}

/** What a text must contain, by parameter. */
function shown(code: ProblemCode): [name: string, texts: readonly string[]][] {
  const kinds = Object.entries(PROBLEMS[code] as Readonly<Record<string, ParameterKind>>);
  return kinds
    .filter(([, kind]) => typeof kind === "string")
    .map(([name, kind]) => [name, [SAMPLES[kind as keyof typeof SAMPLES]].flat().map(String)]);
}

describe.each(TONGUES)("the texts in %s", (language) => {
  it.each(CODES)("say what there is to say of %s", (code) => {
    for (let choice = 0; choice < 6; choice += 1) {
      const text = phraseOf([sample(code, choice)], language);
      expect(text).not.toMatch(/^$|undefined|\[object|[.。]$/);
      for (const [name, texts] of shown(code)) {
        if (NOT_SHOWN[`${code} ${name}`]?.includes(language)) continue;
        for (const part of texts) expect({ name, text }).toEqual({ name, text: expect.stringContaining(part) });
      }
    }
  });
});

describe("problems in words", () => {
  it("have their place, how often they were found, and one full stop at the end", () => {
    const problems: Problem[] = [
      { code: "chunk.not_one_table", at: "chunks[3]" },
      { code: "table.nested", times: 2 },
    ];
    expect(sentenceOf(problems, "en")).toMatch(/^chunks\[3\]: content_md is .+; a table inside .+ \(2 times\)\.$/);
    expect(sentenceOf(problems, "ja")).toMatch(/^chunks\[3\]：content_md が.+。表のセルや.+（2 か所）。$/);
    expect(phraseOf([{ code: "pdf.no_text", pages: [1, 2, 3, 7] }], "en")).toBe("no text on pages 1-3, 7");
    expect(phraseOf([{ code: "pdf.no_text", pages: [1, 2, 3, 7] }], "ja")).toBe("1～3、7 ページには文字がありません");
  });
});
