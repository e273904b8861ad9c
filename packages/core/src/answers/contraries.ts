import { comparedWords } from "./compared-words.js";
import { CONTRARY_TIMES } from "./contrary-times.js";
import { TURNS } from "./turns.js";

/**
 * Words of which one cannot stand for another, in Japanese and English: a table of groups, each a list of meanings. Every
 * expression is linear. A meaning that is found is taken out of the text, so that the ones behind it do not see its words:
 * the first ones of a group are the longest.
 */
type Meanings = readonly RegExp[];

/** What a rule demands: to have no need, to be forbidden, to be advised, to be obliged, to be allowed or able. */
const MODALITY: Meanings = [
  /必要(?:は|が|も)?(?:ない|ありません|なく)|(?:提出|申請|届出|承認|許可)?不要|要しない|なくて(?:も)?(?:よい|良い|いい|構わ)|\b(?:need not|needn['’]t|no need|not (?:have|need|required|obliged) to|not (?:required|necessary|mandatory))\b/g,
  /(?:て|で)は(?:なら|いけ)(?:ない|ません|ず|ぬ)|(?:こと(?:が|は)?)?でき(?:ない|ません|ず|なく)|禁止|厳禁|\b(?:(?:must|shall|may|can|could|should) ?not|mustn['’]t|can['’]t|prohibit\w*|forb[ai]d\w*|not (?:be )?(?:allowed|permitted|entitled))\b/g,
  /(?:努め|つとめ|心がけ|心掛け|配慮し)(?:なければ(?:なら|なり|いけ)(?:ない|ません|ず)|るものと|る|て|ます)?|望まし|推奨|勧め|\b(?:should|ought to|encourag\w*|recommend\w*|advis(?:ed|able)|endeavou?rs?|strives?|aims? to)\b/g,
  /(?:なけれ|ね)ば(?:なら|なり|いけ)(?:ない|ません|ず|ぬ|なかった)|なくては(?:なら|いけ)(?:ない|ません|ず)|必要(?:が(?:ある|あります)(?!場合|とき|時|者|と認)|です|となります)|義務|必ず|必須|\b(?:must|shall(?! (?:be entitled|have the right))|ha(?:ve|s) to|required|(?:is|are|be) (?:obliged|obligated) to|needs? to|(?:is|are) to be|mandatory|compulsory|obligat\w+|always)\b/g,
  /でき(?:る|ます)(?!限り|だけ|よう)|(?:こと|場合|可能性)が(?:ある|あり)|可能(?!な限り|性)|(?:て|で)も(?:よい|良い|いい|構わ|かまわ)|\b(?:may|can|could|might|(?:is|are|be) (?:allowed|permitted|entitled|able|eligible)|(?:have|has) the right|optional\w*|possibl[ey])\b/g,
];

const DIRECTIONS: readonly Meanings[] = [
  [
    /増額|増加|増や|増え|増し|昇給|昇格|昇進|昇級|引き?上げ|引き?上が|上昇|\b(?:increas\w+|rais(?:e|es|ed|ing)|ris(?:e|es|ing)|higher)\b/g,
    /減額|減少|減ら|減り|降給|減給|降格|降級|引き?下げ|引き?下が|低下|\b(?:decreas\w+|reduc\w+|lower\w*)\b/g,
  ],
  [/加算|上乗せ|\badd(?:s|ed)?\b/g, /控除|差し?引|天引|減算|\b(?:deduct\w*|subtract\w*|withh[eo]ld)\b/g],
  [/延長|\b(?:extend\w*|extension|lengthen\w*)\b/g, /短縮|\bshorten\w*\b/g],
  [
    /開始|始ま|始め|始業|\b(?:starts?|started|starting|begins?|began|beginning|commenc\w+)\b/g,
    /終了|終わ|終業|満了|\b(?:ends?|ended|ending|finish\w*|expir\w+|terminat\w+)\b/g,
  ],
  [/開館|開店|開場|\bopen(?:s|ed|ing)?\b/g, /閉館|閉店|閉場|休館|\bclos(?:e|es|ed|ing|ure)\b/g],
  [/事前|前もって|あらかじめ|予め|\b(?:before|prior to|in advance|beforehand)\b/g, /事後|\b(?:after|afterwards)\b/g],
  [/最低|最小|最短|下限|\b(?:minimum|at least)\b/g, /最高|最大|最長|上限|\b(?:maximum|at most)\b/g],
  [/全額|\b(?:full amount|in full|entire)\b/g, /半額|折半|\bhalf\b/g, /一部|\b(?:part|partly|partially|portion)\b/g],
  [/国内|\bdomestic\w*\b/g, /海外|国外|外国|\b(?:overseas|abroad|international\w*|foreign)\b/g],
  [/社内|部内|\binternal\w*\b/g, /社外|部外|\bexternal\w*\b/g],
  [/上期|上半期|前期|前半|\bfirst half\b/g, /下期|下半期|後期|後半|\bsecond half\b/g],
  [/入社|採用|雇入れ/g, /退社|退職|離職/g],
  [/出発|\bdepart\w*\b/g, /帰着|帰社|到着|\barriv\w*\b/g],
  [/加入|入会/g, /脱退|退会/g],
  [/付与|\bgrant\w*\b/g, /取り?消|剥奪|\b(?:revok\w*|withdraw\w*)\b/g],
  [/承認|\bapprov\w*\b/g, /却下|否認|\b(?:reject\w*|refus\w*)\b/g],
  [/税込/g, /税抜|税別/g],
  [/\bgross\b/g, /\bnet\b/g],
  [/\bpermanent\b/g, /\btemporary\b/g],
  [/(?<!非)常勤|フルタイム|\bfull-time\b/g, /非常勤|パートタイム|\bpart-time\b/g],
  [/男性|男子|\b(?:male|men)\b/g, /女性|女子|\b(?:female|women)\b/g],
  [/最初|初日|\b(?:earliest|oldest|first(?! half))\b/g, /最後|最終|最新|\b(?:latest|newest|last)\b/g],
  [/すべて|全て|全員|\ball\b/g, /(?:のみ|だけ)(?!で)|に限[りるっ]|\bonly\b/g, /\bsome\b/g],
];

const GROUPS = [MODALITY, ...DIRECTIONS, ...CONTRARY_TIMES];

/**
 * Whether a text says a word of a group where another one says only others of it (may for must, 減額 for 増額, Tuesday for
 * Monday), or a word that turns a text around and that the other one has not.
 *
 * @param known where a word may also come from, such as the names of a section
 */
export function contradicts(sentence: string, quoted: string, known = ""): boolean {
  const [said, written, named] = [folded(sentence), folded(quoted), folded(known)];
  const turned = meaningsIn(`${written}\n${named}`, TURNS);
  if ([...meaningsIn(said, TURNS)].some((turn) => !turned.has(turn))) return true;
  return GROUPS.some((group) => {
    const inSentence = meaningsIn(said, group);
    if (inSentence.size === 0) return false;
    const inQuote = meaningsIn(written, group);
    if (inQuote.size === 0) return false;
    const missing = [...inSentence].filter((meaning) => !inQuote.has(meaning));
    return missing.length > 0 && !missing.every((meaning) => meaningsIn(named, group).has(meaning));
  });
}

/** May is a month, except at the beginning of a sentence; 土日 are two days. */
const folded = (text: string) =>
  comparedWords(text.replace(/(?<=[^\s.!?]\s)May\b/g, " ")).replaceAll("土日", "土曜日曜");

function meaningsIn(text: string, group: Meanings): ReadonlySet<RegExp> {
  const found = new Set<RegExp>();
  let left = text;
  for (const meaning of group) {
    const without = left.replace(meaning, " ");
    if (without !== left) found.add(meaning);
    left = without;
  }
  return found;
}
