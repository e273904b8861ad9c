import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import type { ProofSource } from "../../src/answers/prove.js";
import { proveSentence } from "../../src/answers/prove.js";

interface Pair {
  readonly language: "ja" | "en";
  /** Whether before the checks of opposites and columns, or after them and without changing them. */
  readonly written: "before" | "after";
  readonly kind: string;
  /** A sentence of a document; of a table, the first and one other cell of a row, joined by a colon. */
  readonly quote: string;
  readonly honest: string;
  readonly wrong: string;
}

const PAIRS = JSON.parse(readFileSync(new URL("./paraphrases.json", import.meta.url), "utf8")) as Pair[];

const TABLES: Record<Pair["language"], string> = {
  ja: "| 職位 | 日当 | 宿泊料 |\n| --- | ---: | ---: |\n| 役員 | 4,500円 | 16,000円 |\n| 部長 | 3,500円 | 14,000円 |\n| 課長 | 3,000円 | 12,000円 |\n| 係員 | 2,500円 | 10,000円 |",
  en: "| Position | Daily allowance | Hotel limit |\n| --- | ---: | ---: |\n| Director | 40 euros | 140 euros |\n| Manager | 30 euros | 120 euros |\n| Clerk | 25 euros | 100 euros |\n| Trainee | 20 euros | 90 euros |",
};

function sourceOf({ language, kind, quote }: Pair): { source: ProofSource; quoted: string } {
  const isTable = kind === "table";
  const body = isTable ? TABLES[language] : quote;
  const row = body.split("\n").find((line) => quote.split(":").every((cell) => line.includes(cell)));
  const display = { title: "", breadcrumb: [], body_text: isTable ? null : body, body_md: isTable ? body : null };
  const chunk = { chunk_id: "d::1", text_type: isTable ? "table" : "paragraph", display } as const;
  return { source: { section: { label: "" }, chunks: [chunk] }, quoted: isTable ? (row ?? "") : quote };
}

const isProven = (pair: Pair, text: string) => {
  const { source, quoted } = sourceOf(pair);
  return "proof" in proveSentence({ text, source: 1, quote: quoted }, [source]);
};

/** How many wrong sentences pass. No table of words knows that 総務課 is not 経理課, or who pays for whom. */
const PASS = { before: { ja: 5, en: 2 }, after: { ja: 6, en: 5 } } as const;

describe.each([
  ["ja", "before"],
  ["en", "before"],
  ["ja", "after"],
  ["en", "after"],
] as const)("sentences in %s, written %s the checks", (language, written) => {
  const pairs = PAIRS.filter((pair) => pair.language === language && pair.written === written);

  it("are proven if they say what the quote says", () => {
    expect(pairs.filter((pair) => !isProven(pair, pair.honest)).map(({ honest }) => honest)).toEqual([]);
  });

  it("are mostly dropped if they say something else", () => {
    const passing = pairs.filter((pair) => isProven(pair, pair.wrong)).map(({ wrong }) => wrong);
    expect({ passing, many: passing.length > PASS[written][language] }).toMatchObject({ many: false });
  });
});
