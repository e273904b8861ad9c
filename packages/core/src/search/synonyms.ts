import { searchCharacters } from "./characters.js";
import { type Term, termsOf } from "./terms.js";

/**
 * Everyday words, and the words that rules use for them. A question uses everyday words and an article uses the words
 * of the law; without these pairs, neither finds the other. A query with the word on the left also searches for those
 * on the right, with less weight.
 */
const SPOKEN: Readonly<Record<string, string>> = {
  有休: "年次有給休暇",
  有給: "年次有給休暇",
  休み: "休暇 休日",
  休め: "休暇 休業",
  給料: "賃金 給与",
  給料日: "賃金 支払日",
  ボーナス: "賞与",
  残業: "時間外労働 時間外勤務",
  残業代: "割増賃金",
  交通費: "通勤手当 旅費",
  家賃: "住宅手当",
  マイカー: "自家用車 自動車",
  前借り: "非常時払",
  クビ: "解雇",
  辞め: "退職",
  辞表: "退職届 退職願",
  罰: "懲戒 制裁",
  ご褒美: "表彰",
  査定: "評価",
  昇進: "昇格",
  転勤: "異動 配置転換",
  引っ越し: "転居 移転",
  単身: "単身赴任",
  産休: "産前産後 休業",
  育休: "育児休業",
  赤ちゃん: "育児 生児 出生",
  授乳: "育児時間",
  妊婦: "妊娠 母性健康管理",
  子ども: "子の 子女",
  親の世話: "介護",
  病気: "傷病 疾病",
  うつ病: "傷病 休職",
  けが: "負傷 災害 労災",
  葬式: "慶弔 死亡",
  亡くな: "慶弔 死亡",
  結婚: "慶弔 婚姻",
  夜勤: "深夜",
  夜遅く: "深夜",
  家で仕事: "在宅勤務 テレワーク",
  バイト: "アルバイト パートタイム",
  副業: "兼業",
  パワハラ: "パワーハラスメント",
  セクハラ: "セクシュアルハラスメント",
  不正: "通報 法令違反",
  健診: "健康診断",
  勉強: "研修 教育訓練 自己啓発",
  飛行機: "航空機",
  ホテル: "宿泊",
  自腹: "自己負担",
  キャンセル: "取消",
  マイナンバー: "個人番号 特定個人情報",
  捨て: "廃棄",
  漏れ: "漏えい 漏洩",
  パソコン: "端末 情報機器",
  chatgpt: "生成AI",
  delete: "erasure erase",
  wipe: "erasure erase",
  wrong: "inaccurate rectification",
  fix: "rectification",
  switch: "portability",
  advertising: "direct marketing object",
  hacked: "breach",
  stolen: "breach",
  leak: "breach",
  authorities: "supervisory authority notification",
  ticked: "consent withdraw",
  "changed my mind": "withdraw consent",
  agreed: "consent",
  religion: "special categories religious",
  illness: "health special categories",
  abroad: "third country transfer",
  america: "third country transfer",
  cloud: "processor",
  provider: "processor",
  complain: "complaint",
  "claim money": "compensation damage",
  damages: "compensation",
  encrypt: "encryption security",
  cameras: "monitoring surveillance",
  risks: "impact assessment",
  "privacy officer": "data protection officer",
  kids: "child",
  children: "child parental responsibility",
  computer: "automated profiling",
  copy: "access",
  fined: "administrative fine",
  penalty: "administrative fine sanction",
  details: "personal data",
  vacation: "annual leave",
  holiday: "annual leave",
  salary: "wage remuneration",
  overtime: "overtime premium",
  sick: "sickness leave",
  fired: "dismissal",
  sack: "dismissal dismiss",
  quit: "resignation resign",
  bonus: "bonus allowance",
  boss: "manager supervisor",
};

interface Spoken {
  readonly said: string;
  /** Whole words only, where words have spaces between them. */
  readonly isWord: boolean;
  readonly terms: readonly Term[];
}

const folded = (text: string) =>
  searchCharacters(text)
    .map(({ character }) => character)
    .join("");

const LIST: readonly Spoken[] = Object.entries(SPOKEN).map(([said, meant]) => ({
  said: folded(said),
  isWord: /^[a-z ]+$/.test(said),
  terms: meant.split(" ").flatMap(pairsOf),
}));

/** The pairs and words of one word, without the last character of a run, which has no meaning by itself. */
function pairsOf(word: string): Term[] {
  const terms = termsOf(word);
  return terms.length > 1 ? terms.filter(({ text }) => [...text].length > 1) : terms;
}

/** The terms that rules use for the everyday words of a query. */
export function meantTerms(query: string): Term[] {
  const text = folded(query);
  const words = ` ${text.replace(/[^\p{L}\p{N}]+/gu, " ")} `;
  return LIST.filter(({ said, isWord }) => (isWord ? words.includes(` ${said} `) : text.includes(said))).flatMap(
    ({ terms }) => terms,
  );
}
