import type { Unit } from "./units.js";

/** What a question asks for, and how a text shows that it has it: by words, or by a number with a unit. */
interface Kind {
  readonly asks: RegExp;
  readonly has?: RegExp;
  /** Behind a number; a table may have it in the name of a column or in the text above, with the number in a cell. */
  readonly unit?: RegExp;
  /** The words that show it are not all there are. */
  readonly isLoose?: boolean;
}

const NUMBER =
  /(?:[0-9０-９〇一二三四五六七八九十百千万]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten)\b)\s*/gi;
const AMOUNT = /[¥￥€$＄£￡]\s*[0-9０-９]/;
const HAS_DIGIT = /[0-9０-９〇一二三四五六七八九十百千万]/;
/** Characters behind a number in which its unit stands. */
const UNIT_WITHIN = 40;

function hasNumberWith(unit: RegExp, text: string): boolean {
  if (AMOUNT.test(text)) return true;
  for (const { 0: number, index } of text.matchAll(NUMBER)) {
    const end = index + number.length;
    if (unit.exec(text.slice(end, end + UNIT_WITHIN))?.index === 0) return true;
  }
  return false;
}

const MONEY = /円|万円|千円|ドル|ユーロ|ポンド|％|%|割|yen|euros?|dollars?|pounds?|EUR|USD|GBP|JPY|percent/i;

/** The first kind that a question has decides. Each expression is linear. */
const KINDS: readonly Kind[] = [
  {
    asks: /いつまで|何日前|何[かヶケカ箇]月前|期限|締め?切|までに|\bby what (?:date|time)\b|\bdeadline\b|\buntil\b|\bhow (?:much notice|far ahead|early)\b/i,
    has: /まで|以内|[日月間]前|期限|直ちに|\b(?:within|no later than|in advance|before|until|ahead)\b/i,
  },
  {
    asks: /何歳|何才|いくつ(?:になる)?まで|\bhow old\b|\bwhat age\b/i,
    has: /\bage of\b|年生|学年|就学/i,
    unit: /歳|才|years of age|years old|年齢|\bage\b/i,
  },
  {
    asks: /\bhow much (?:\w+ ){0,2}(?:leave|vacation|holiday|time|rest|overtime)\b/i,
    unit: /(?:\w{1,20} )?(?:hours?|days?|weeks?|months?)\b/i,
  },
  { asks: /何日|日数|\bhow many (?:\w+ )?days\b/i, unit: /日|半日|(?:\w{1,20} )?days?\b/i },
  {
    asks: /何時間|何分|\bhow many (?:\w+ )?(?:hours|minutes)\b/i,
    unit: /時間|分|(?:\w{1,20} )?(?:hours?|minutes?)\b/i,
  },
  {
    asks: /何週|何[かヶケカ箇]月|何年間?|期間|どのくらいの間|\bhow many (?:\w+ )?(?:weeks|months|years)\b|\bhow long\b/i,
    unit: /日|週|[かヶケカ箇]月|月|年|半年|(?:\w{1,20} )?(?:days?|weeks?|months?|years?)\b/i,
  },
  { asks: /何[人名]/, unit: /[人名]/ },
  { asks: /何割|何パーセント|何[％%]|\bwhat percentage\b/i, unit: /[％%割]|パーセント|分の|percent/i },
  { asks: /\bhow many\b|\bhow often\b/i, unit: /times|percent|\w/i },
  {
    asks: /いくら|何円|金額|\bhow (?:much|high)\b|\bwhat (?:amount|rate|cost)\b/i,
    unit: MONEY,
  },
  {
    asks: /いつ|何月|何曜|何時|\bwhen\b/i,
    has: /毎月|毎年|毎週|末日|[前翌]|以内|までに|あらかじめ|事前|直ちに|速やかに|遅滞なく|\b(?:without undue delay|immediately|before|after|within|by|[0-9]{1,2}(?:st|nd|rd|th)|last (?:working )?day)\b/i,
    unit: /日|時|月|年|週|days?\b|hours?\b|weeks?\b|months?\b|years?\b/i,
  },
  {
    asks: /誰|だれ|どなた|どの部署|どこに(?:言|出|電話|連絡|報告|相談|申)|担当|承認者|\bwho(?:m|se)?\b/i,
    has: /[長部課係者員室局会]|責任者|委員|窓口|内線|\b(?:extension|desk|manager|officer|authority|controller|processor|committee|board|department|supervisor|employee|employer|member)s?\b/i,
  },
  {
    asks: /どこ|場所|\bwhere\b/i,
    has: /[部課室局所場駅]|窓口|システム|ポータル|\b(?:at|in|on|to) the\b/i,
  },
  {
    asks: /料金|費用|単価|手当額|日当|上限|\b(?:costs?|allowance|limit|maximum|fees?|price)\b/i,
    unit: MONEY,
    isLoose: true,
  },
  {
    asks: /(?:して|っ?て|で)(?:も)?(?:いい|良い|よい|大丈夫|OK)|(?:でき|取れ|使え|行け|働け|乗れ|休め|断れ|もらえ|繰り越せ)(?:る|ます)(?:か|の|？|\?|$)|\b(?:can|may) (?:i|we)\b|\bam i allowed\b/i,
    has: /でき|認め|許可|承認|禁|ならない|限る|限り|を要する|支給|\b(?:may|can|must|allowed|permitted|forbidden|prohibited|approval)\b/i,
    isLoose: true,
  },
  {
    asks: /(?:給料|賃金|手当|お金|補助|有給)[はがも]?.{0,6}(?:出る|出ます|もらえ|つく|つきます)|\bdo (?:i|we) get paid\b|\bpaid\?/i,
    has: /支給|支払|有給|無給|給付|補償|\bpaid\b|\bunpaid\b|\bpay\b/i,
    isLoose: true,
  },
  {
    asks: /どうす|どうし|どうなる|どうやって|方法|手続|やり方|の仕方|したら[？?]?$|たときは?[？?]?$|てしまった|\bhow (?:do|can) (?:i|we)\b|\bwhat (?:do i|to) do\b/i,
    has: /届け|届出|申請|申し出|申出|提出|報告|連絡|相談|承認|ならない|行う|講ずる|支給|\b(?:report|apply|notify|submit|hand in|ask|tell|must|contact)\b/i,
    isLoose: true,
  },
];

/** What a question asks for. */
export interface Wanted {
  /** Whether a part of a text has it, such as an amount for いくら. */
  has(unit: Pick<Unit, "text" | "cells"> & { readonly above?: string }): boolean;
  /** The words that show it are all there are: a text without them does not answer. */
  readonly isCertain: boolean;
}

/** null: any text may answer. */
export function wantedIn(question: string): Wanted | null {
  const kind = KINDS.find(({ asks }) => asks.test(question));
  if (kind === undefined) return countedIn(question);
  const { has, unit, isLoose = false } = kind;
  return {
    has: ({ text, cells, above = "" }) => {
      if (has?.test(text)) return true;
      if (unit === undefined) return false;
      return hasNumberWith(unit, text) || (cells !== null && unit.test(`${text}\n${above}`) && HAS_DIGIT.test(text));
    },
    isCertain: !isLoose,
  };
}

/** A sign that counts, or a unit: 何着, 何キロ. */
const COUNTER = /何(\p{Script=Han}|[\p{Script=Katakana}ー]+)/u;

/** What 何 counts, behind a number or in the name of a number's column. */
function countedIn(question: string): Wanted | null {
  const counter = COUNTER.exec(question)?.[1];
  if (counter === undefined) return null;
  const isCounted = (text: string) =>
    [...text.matchAll(NUMBER)].some(({ 0: number, index }) => text.startsWith(counter, index + number.length));
  return {
    has: ({ text, cells }) => isCounted(text) || (cells !== null && text.includes(counter) && HAS_DIGIT.test(text)),
    isCertain: true,
  };
}
