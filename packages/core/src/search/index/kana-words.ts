const KATAKANA = /^[\p{Script=Katakana}ー]+$/u;
const HIRAGANA = /^[\p{Script=Hiragana}ー]+$/u;
/** What can be in front of a word in hiragana: anything but hiragana, or a particle; けが is no word in だけが. */
const BEFORE = /^(?:[^ぁ-ん]|[のにをではがもとや])?$/;

/**
 * Whether a word that the folded text of a question has is a word there. Folded katakana looks like hiragana, so ハイツ is
 * in 賞与はいつ.
 */
export function isKanaWordIn(said: string, text: string): boolean {
  if (KATAKANA.test(said)) return text.normalize("NFKC").includes(said);
  if (!HIRAGANA.test(said)) return true;
  for (let at = text.indexOf(said); at >= 0; at = text.indexOf(said, at + 1))
    if (BEFORE.test(text.charAt(at - 1))) return true;
  return false;
}
