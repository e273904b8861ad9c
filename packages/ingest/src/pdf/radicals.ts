/**
 * Characters that a Japanese font draws as the radicals of U+2E80 to U+2EFF, and 戸, for which NFKC has the Chinese 戶.
 * Unicode names no equivalent of the others, so that no search would find 社長 in 社⻑.
 */
const DRAWN_AS = "⺎兀⺒巳⺟母⺠民⻁虎⻄西⻆角⻑長⻘青⻝食⻣骨⻤鬼⻨麦⻩黄⻫斉⻭歯⻯竜⻲亀⼾戸";
const CHARACTERS = new Map(DRAWN_AS.match(/../g)?.map(([radical, character]) => [radical, character]));

/**
 * Writes 日 and 長 where a file has the radicals ⽇ and ⻑ (U+2E80 to U+2FDF). A PDF names the shapes of its fonts; fonts use
 * one shape for both, and Chromium, macOS and others then write the radical into the file.
 */
export const withoutRadicals = (text: string): string =>
  text.replace(/[\u2e80-\u2fdf]/g, (radical) => CHARACTERS.get(radical) ?? radical.normalize("NFKC"));
