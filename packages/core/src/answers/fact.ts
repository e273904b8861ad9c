import { referencesIn } from "../chunks/section-label.js";
import type { Unit } from "./units.js";

/** What a question asks for, as a text shows it. */
export interface Fact {
  /** Whether a unit has it, such as an amount for いくら. */
  isIn(unit: Pick<Unit, "text" | "cells"> & { readonly above?: string }): boolean;
}

/** A kind of fact: a text shows it by words, or by a number with a unit. */
interface Kind {
  readonly asks: RegExp;
  readonly has?: RegExp;
  /** Behind a number; a table may have it in the name of a column or in the text above, with the number in a cell. */
  readonly unit?: RegExp;
}

const NUMBER =
  /(?:[0-9０-９〇一二三四五六七八九十百千万]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten)\b)\s*/gi;
const AMOUNT = /[¥￥€$＄£￡]\s*[0-9０-９]/;
const HAS_DIGIT = /[0-9０-９〇一二三四五六七八九十百千万]/;
/** Characters behind a number in which its unit stands. */
const UNIT_WITHIN = 40;

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
  { asks: /何割|何パーセント|何[％%]|[率]$|\bwhat percentage\b/i, unit: /[％%割]|パーセント|分の|percent/i },
  { asks: /\bhow many\b|\bhow often\b/i, unit: /times|percent|\w/i },
  {
    asks: /いくら|何円|[金の定給]額|料金|\bhow (?:much|high)\b|\bwhat (?:amount|rate|cost)\b/i,
    unit: /円|万円|千円|ドル|ユーロ|ポンド|％|%|割|yen|euros?|dollars?|pounds?|EUR|USD|GBP|JPY|percent/i,
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
];

/** null: any text may answer. */
export function factAskedBy(question: string): Fact | null {
  const kind = KINDS.find(({ asks }) => asks.test(question));
  if (kind === undefined) return null;
  const { has, unit } = kind;
  return {
    isIn: ({ text, cells, above = "" }) =>
      has?.test(text) === true ||
      (unit !== undefined &&
        (hasNumberWith(unit, text) || (cells !== null && unit.test(`${text}\n${above}`) && HAS_DIGIT.test(text)))),
  };
}

function hasNumberWith(unit: RegExp, text: string): boolean {
  if (AMOUNT.test(text)) return true;
  for (const { 0: number, index } of text.matchAll(NUMBER)) {
    const end = index + number.length;
    if (text.slice(end, end + UNIT_WITHIN).search(unit) === 0) return true;
  }
  return false;
}

/** One word, or two Latin ones, that ask nothing. */
const KEYWORD = /^(?!.*[何誰幾几吗怎哪谁]|.*多少|.*什么)[^\s\p{Script=Hiragana}?？]+(?: [a-z'-]+)?$/iu;

/** Whether a text only names a subject, as 旅費 does: it has no answer, only articles about it. */
export const isKeyword = (question: string) => KEYWORD.test(question.trim());

/** The annex that a text names, as it is written there. */
export function annexIn(text: string): string | null {
  for (const { kind, start, end } of referencesIn(text)) if (kind !== "article") return text.slice(start, end);
  return null;
}
