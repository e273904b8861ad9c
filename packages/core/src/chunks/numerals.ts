/** Numbers as rules write them: 36, ３６, 三十六, XXXVI. */

const KANJI_DIGITS = "〇一二三四五六七八九";
const KANJI_UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };
const ROMAN: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };

/** A run of Arabic digits (half or full width) or kanji numerals, for use inside other patterns. */
export const NUMERAL = "(?:[0-9０-９]{1,6}|[〇零一二三四五六七八九十百千]{1,9})";

/** The value of a text that {@link NUMERAL} matches. */
export function numeralValue(text: string): number {
  const plain = text.normalize("NFKC").replaceAll("零", "〇");
  if (/^[0-9]+$/.test(plain)) return Number(plain);
  if (![...plain].some((sign) => sign in KANJI_UNITS)) {
    // Written by position: 二〇 is 20.
    return Number([...plain].map((sign) => KANJI_DIGITS.indexOf(sign)).join(""));
  }
  let value = 0;
  let digit: number | null = null;
  for (const sign of plain) {
    const unit = KANJI_UNITS[sign];
    if (unit === undefined) {
      digit = KANJI_DIGITS.indexOf(sign);
    } else {
      value += (digit ?? 1) * unit;
      digit = null;
    }
  }
  return value + (digit ?? 0);
}

/** The value of a Roman numeral in its usual spelling, or null. */
export function romanValue(text: string): number | null {
  if (!/^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/.test(text) || text === "") return null;
  const values = [...text].map((sign) => ROMAN[sign] as number);
  return values.reduce((sum, value, i) => sum + (value < (values[i + 1] ?? 0) ? -value : value), 0);
}
