import { describe, expect, it } from "@jest/globals";
import { type ParameterKind, PROBLEMS, type Problem } from "@retrieval/core/problems";
import { LANGUAGES, type LanguageCode, phraseOf, sentenceOf } from "../src/texts.js";

/** Values of a parameter that a text shows as they are. */
const SHOWN = { text: "Ａ1-z", number: 4711, texts: ["Ａ1-z", "b2"], numbers: [4711, 815] } as const;

/** Each problem with sample parameters, once for each word that a parameter may be. */
function samplesOf(code: string): Problem[] {
  const kinds = Object.entries(PROBLEMS[code as keyof typeof PROBLEMS] as Readonly<Record<string, ParameterKind>>);
  const words = Math.max(1, ...kinds.map(([, kind]) => (typeof kind === "string" ? 1 : kind.length)));
  return Array.from({ length: words }, (_, i) => {
    const parameters = kinds.map(([name, kind]) => [
      name,
      typeof kind === "string" ? SHOWN[kind.replace("|null", "") as keyof typeof SHOWN] : kind[i % kind.length],
    ]);
    return { code, ...Object.fromEntries(parameters) } as Problem;
  });
}

const languages = Object.keys(LANGUAGES) as LanguageCode[];

describe.each(languages)("the texts in %s", (language) => {
  it.each(Object.keys(PROBLEMS))("say what %s is about", (code) => {
    for (const problem of samplesOf(code)) {
      const text = phraseOf([problem], language);
      expect(text).not.toBe("");
      expect(text).not.toMatch(/undefined|\[object|NaN|[.。]$/);
      for (const [name, value] of Object.entries(problem)) {
        const kind = (PROBLEMS[problem.code] as Readonly<Record<string, ParameterKind>>)[name];
        if (typeof kind !== "string") continue;
        for (const shown of [value].flat()) expect(text).toContain(String(shown));
      }
    }
  });
});

it.each(Object.keys(PROBLEMS))("the Japanese text of %s has the identifiers that English has", (code) => {
  for (const problem of samplesOf(code)) {
    const identifiers = phraseOf([problem], "en").match(/\w+_\w+?(?=s?\b)|\bDELETE\b|\b[A-Z][a-z]+-[A-Z]\w+/g) ?? [];
    for (const identifier of identifiers) expect(phraseOf([problem], "ja")).toContain(identifier);
  }
});

describe("the texts of problems", () => {
  const [empty, long]: Problem[] = [
    { code: "field.empty", field: "display_name" },
    { code: "field.too_long", field: "permission_groups[2]", max: 128 },
  ];

  it("name fields as each language does, and end with a full stop as a sentence", () => {
    const problems = [empty as Problem, long as Problem];
    expect(phraseOf(problems, "en")).toBe(
      "display_name must not be empty; permission_groups[2] must have at most 128 characters",
    );
    expect(sentenceOf(problems, "ja")).toBe(
      "氏名（display_name）が空です。グループ（permission_groups[2]）は 128 文字以内にしてください。",
    );
  });

  it("are true of every body, whichever operation or page it is for", () => {
    const bodies = [
      { code: "body.too_large", bytes: 16_384 },
      { code: "body.undecodable" },
      { code: "body.cut_off" },
    ] as const;
    for (const problem of bodies) {
      expect(phraseOf([problem], "ja")).toMatch(/^送信内容/);
      expect(phraseOf([problem], "ja")).not.toMatch(/ファイル|アップロード/);
    }
    expect(phraseOf([bodies[0]], "ja")).toContain("16384 バイト");
    expect(phraseOf([{ code: "body.too_large", bytes: 16 * 1024 * 1024 }], "ja")).toContain("16 MiB");
  });

  it("name a column of a file without its field", () => {
    expect(phraseOf([{ code: "line.empty_cell", field: "display_name" }], "ja")).toBe("氏名が空です");
  });

  it("say where and how often", () => {
    const problem: Problem = { code: "user.gone", at: "001234", times: 3 };
    expect(phraseOf([problem], "en")).toBe("001234: the user no longer exists (3 times)");
    const places: Problem = { code: "picture.left_out", times: 3, headings: ["第1条", "第2条"] };
    expect(phraseOf([places], "en")).toBe(
      "a picture without alternative text was left out (3 times, below 第1条 / 第2条 …)",
    );
    expect(phraseOf([places], "ja")).toBe(
      "代替テキストのない画像は取り込んでいません（3 か所：「第1条」「第2条」など）",
    );
    expect(phraseOf([{ code: "table.nested", headings: ["第1条"] }], "en")).toMatch(/ \(below 第1条\)$/);
    expect(phraseOf([problem], "ja")).toBe("001234：このユーザーはすでに存在しません（3 か所）");
  });

  it("name the pages of a list as ranges", () => {
    const problem: Problem = { code: "pdf.no_text", pages: [1, 2, 3, 7] };
    expect(phraseOf([problem], "en")).toBe("no text on pages 1-3, 7");
    expect(phraseOf([problem], "ja")).toBe("1～3、7 ページには文字がありません");
  });

  it("of a newer version are shown by their codes", () => {
    for (const code of ["pdf.too_new", "toString"]) {
      const problems = [{ code, pages: 3, at: "a.pdf" } as unknown as Problem, { code: "file.empty" } as const];
      expect(phraseOf(problems, "en")).toMatch(new RegExp(`^a\\.pdf: ${code}; The file has no text`));
      expect(sentenceOf(problems.slice(0, 1), "ja")).toBe(`a.pdf：${code}。`);
    }
  });
});
