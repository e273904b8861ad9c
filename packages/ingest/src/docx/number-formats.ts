/** How Word writes a number, by the names of ECMA-376 Part 1, 17.18.59 (ST_NumberFormat). */
export function formatNumber(format: string, value: number): string | null {
  const write = FORMATS[format];
  return write ? (write(value) ?? String(value)) : null;
}

/** null: the format cannot write the number, so Word writes digits. */
type Write = (value: number) => string | null;

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, "M"],
  [900, "CM"],
  [500, "D"],
  [400, "CD"],
  [100, "C"],
  [90, "XC"],
  [50, "L"],
  [40, "XL"],
  [10, "X"],
  [9, "IX"],
  [5, "V"],
  [4, "IV"],
  [1, "I"],
];

const roman: Write = (value) => {
  if (value < 1 || value > 3999) return null;
  let rest = value;
  let text = "";
  for (const [worth, sign] of ROMAN) {
    text += sign.repeat(Math.floor(rest / worth));
    rest %= worth;
  }
  return text;
};

/** a … z, then aa, bb: Word repeats the letter. */
const letter: Write = (value) =>
  value < 1 || value > 780 ? null : String.fromCharCode(65 + ((value - 1) % 26)).repeat(Math.ceil(value / 26));

const KANJI = [..."〇一二三四五六七八九"];

const counting: Write = (value) => {
  if (value < 1 || value > 9999) return value === 0 ? "〇" : null;
  return ["千", "百", "十", ""]
    .map((unit, i) => {
      const digit = Math.floor(value / 10 ** (3 - i)) % 10;
      return digit === 0 ? "" : `${digit === 1 && unit !== "" ? "" : KANJI[digit]}${unit}`;
    })
    .join("");
};

const digits =
  (signs: readonly string[]): Write =>
  (value) =>
    value < 0 ? null : [...String(value)].map((digit) => signs[Number(digit)]).join("");

/** One character for each number, from `first` on. */
const signs =
  (list: string, first = 1): Write =>
  (value) =>
    [...list][value - first] ?? null;

const AIUEO = "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン";
const IROHA = "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン";
const AIUEO_HALF = "ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ";
const IROHA_HALF = "ｲﾛﾊﾆﾎﾍﾄﾁﾘﾇﾙｦﾜｶﾖﾀﾚｿﾂﾈﾅﾗﾑｳヰﾉｵｸﾔﾏｹﾌｺｴﾃｱｻｷﾕﾒﾐｼヱﾋﾓｾｽﾝ";
const CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳㉑㉒㉓㉔㉕㉖㉗㉘㉙㉚㉛㉜㉝㉞㉟㊱㊲㊳㊴㊵㊶㊷㊸㊹㊺㊻㊼㊽㊾㊿";
const PARENTHESISED = "⑴⑵⑶⑷⑸⑹⑺⑻⑼⑽⑾⑿⒀⒁⒂⒃⒄⒅⒆⒇";
const WITH_STOP = "⒈⒉⒊⒋⒌⒍⒎⒏⒐⒑⒒⒓⒔⒕⒖⒗⒘⒙⒚⒛";

const ordinal: Write = (value) => {
  const isTeen = value % 100 >= 11 && value % 100 <= 13;
  return `${value}${(isTeen ? undefined : ["th", "st", "nd", "rd"][value % 10]) ?? "th"}`;
};

const FORMATS: Readonly<Record<string, Write>> = {
  decimal: String,
  decimalHalfWidth: String,
  decimalFullWidth: digits([..."０１２３４５６７８９"]),
  decimalFullWidth2: digits([..."０１２３４５６７８９"]),
  decimalZero: (value) => String(value).padStart(2, "0"),
  upperRoman: roman,
  lowerRoman: (value) => roman(value)?.toLowerCase() ?? null,
  upperLetter: letter,
  lowerLetter: (value) => letter(value)?.toLowerCase() ?? null,
  ordinal,
  numberInDash: (value) => `- ${value} -`,
  japaneseCounting: counting,
  japaneseDigitalTenThousand: digits(KANJI),
  ideographDigital: digits(KANJI),
  ideographTraditional: signs("甲乙丙丁戊己庚辛壬癸"),
  ideographZodiac: signs("子丑寅卯辰巳午未申酉戌亥"),
  aiueo: signs(AIUEO_HALF),
  aiueoFullWidth: signs(AIUEO),
  iroha: signs(IROHA_HALF),
  irohaFullWidth: signs(IROHA),
  decimalEnclosedCircle: signs(CIRCLED),
  decimalEnclosedCircleChinese: signs(CIRCLED),
  decimalEnclosedParen: signs(PARENTHESISED),
  decimalEnclosedFullstop: signs(WITH_STOP),
  bullet: () => "",
  none: () => "",
};
