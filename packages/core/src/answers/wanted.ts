import type { Unit } from "./units.js";

/** What a question asks for, and how a text shows that it has it: by words, or by a number with a unit. */
interface Kind {
  readonly asks: RegExp;
  readonly has?: RegExp;
  /** Behind a number; a table may have it in the name of a column, with the number in another cell. */
  readonly unit?: RegExp;
}

const NUMBER =
  /(?:[0-9０-９〇一二三四五六七八九十百千万]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten)\b)\s*/gi;
const AMOUNT = /[¥￥€$]\s*[0-9]/;
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

/** The first kind that a question has decides. Each expression is linear. */
const KINDS: readonly Kind[] = [
  {
    asks: /何歳|何才|いくつまで|\bhow old\b|\bwhat age\b/i,
    has: /\bage of\b|年生|就学/i,
    unit: /歳|才|years of age|years old|年齢|\bage\b/i,
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
  {
    asks: /何人|何名|何回|何件|何割|何パーセント|何％|何倍|\bhow many\b|\bhow often\b|\bwhat percentage\b/i,
    unit: /人|名|回|件|割|％|%|パーセント|倍|times|percent|\w/i,
  },
  {
    asks: /いくら|何円|金額|料金|費用|単価|手当額|日当|上限|\bhow much\b|\bwhat (?:amount|rate|cost)\b|\bcosts?\b/i,
    unit: /円|万円|千円|％|%|割|yen|euros?|dollars?|EUR|USD|JPY|percent/i,
  },
  {
    asks: /いつ|何月|何曜|何時|期限|締め?切|までに|\bwhen\b|\bby what (?:date|time)\b|\bdeadline\b|\buntil\b/i,
    has: /毎月|毎年|毎週|末日|翌|以内|までに|あらかじめ|事前|直ちに|速やかに|遅滞なく|\b(?:without undue delay|immediately|before|after|within|by)\b/i,
    unit: /日|時|月|年|週|days?\b|hours?\b|weeks?\b|months?\b|years?\b/i,
  },
  {
    asks: /誰|だれ|どなた|どの部署|どこに(?:言|出|連絡|報告|相談|申)|担当|承認者|\bwho(?:m|se)?\b/i,
    has: /[長部課係者員室局会]|責任者|委員|窓口|\b(?:manager|officer|authority|controller|processor|committee|board|department|supervisor|employee|employer|member)s?\b/i,
  },
  {
    asks: /どこ|場所|\bwhere\b/i,
    has: /[部課室局所場駅]|窓口|システム|ポータル|\b(?:at|in|on|to) the\b/i,
  },
];

/** Whether a part of a text has what the question asks for, such as an amount for いくら; null: any text may answer. */
export function wantedIn(question: string): ((unit: Pick<Unit, "text" | "cells">) => boolean) | null {
  const kind = KINDS.find(({ asks }) => asks.test(question));
  if (kind === undefined) return null;
  const { has, unit } = kind;
  return ({ text, cells }) => {
    if (has?.test(text)) return true;
    if (unit === undefined) return false;
    return hasNumberWith(unit, text) || (cells !== null && unit.test(text) && HAS_DIGIT.test(text));
  };
}
