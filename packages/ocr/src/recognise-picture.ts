import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { RecognisedPage, RecognisedWord } from "@retrieval/core/ports";
import { loadTesseract, type Tesseract, trainedData } from "./libraries.js";
import type { Picture } from "./render-page.js";

/**
 * Tried in this order, one at a time: with both at once, the English data read 10 % of the characters of Japanese pages as
 * Latin letters, in twice the time.
 */
export const LANGUAGES = ["jpn", "eng"] as const;
/** A page with a smaller share of Japanese letters is not Japanese. */
const JAPANESE_MIN = 0.1;

interface Engine {
  readonly files: Tesseract["FS"];
  readonly api: InstanceType<Tesseract["TessBaseAPI"]>;
}

type Recognised = Omit<RecognisedPage, "page">;

let engine: Promise<Engine> | undefined;

export async function recognisePicture(picture: Picture): Promise<Recognised> {
  engine ??= startEngine();
  const { files, api } = await engine;
  files.writeFile("/input", greyMap(picture));
  const recogniseAs = (language: (typeof LANGUAGES)[number]): Recognised => {
    if (api.Init(null, language, 1) !== 0) throw new Error("Tesseract does not start");
    api.SetImageFile(1, 0, 0);
    api.Recognize(null);
    return { confidence: Math.max(0, api.MeanTextConf()), lines: linesOf(api.GetTSVText(0), picture.side) };
  };
  const japanese = recogniseAs("jpn");
  if (isJapanese(japanese)) return japanese;
  const english = recogniseAs("eng");
  return english.confidence > japanese.confidence ? english : japanese;
}

async function startEngine(): Promise<Engine> {
  const { FS: files, TessBaseAPI } = await loadTesseract();
  for (const language of LANGUAGES) {
    files.writeFile(`${language}.traineddata`, gunzipSync(readFileSync(trainedData(language))));
  }
  return { files, api: new TessBaseAPI() };
}

function isJapanese({ lines }: Recognised): boolean {
  const letters = lines.flat().flatMap(({ text }) => text.match(/\p{L}/gu) ?? []);
  const japanese = letters.filter((letter) => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(letter));
  return japanese.length >= JAPANESE_MIN * letters.length;
}

/** Netpbm's PGM: the simplest format that Tesseract reads. */
function greyMap({ width, height, dots }: Picture): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), dots]);
}

/** Rows of Tesseract's table with this level are words; all others describe what contains them. */
const WORD = "5";
/** What the lines around a frame or a table look like. */
const BORDER = /^[|｜]*$/;

function linesOf(table: string, side: number): RecognisedWord[][] {
  const lines = new Map<string, RecognisedWord[]>();
  for (const row of table.split("\n")) {
    const [level, , block, paragraph, line, , left, top, width, height, , text = ""] = row.split("\t");
    if (level !== WORD || BORDER.test(text.trim())) continue;
    const [x, y] = [Number(left), Number(top)];
    const box = [x, y, x + Number(width), y + Number(height)].map((dots) => dots * side);
    const key = [block, paragraph, line].join();
    lines.set(key, [...(lines.get(key) ?? []), { text: text.trim(), box: box as unknown as RecognisedWord["box"] }]);
  }
  return [...lines.values()];
}
