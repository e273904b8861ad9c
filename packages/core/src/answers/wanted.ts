import type { Unit } from "./units.js";

/** What a question asks for, and how a text shows that it has it. */
interface Kind {
  readonly asks: RegExp;
  readonly has: RegExp;
  /** Of a number: a table may have it in the name of a column, with the number in another cell. */
  readonly unit?: RegExp;
}

const DIGIT = "[0-9０-９〇一二三四五六七八九十百千万]";
const NUMBER = `(?:${DIGIT}|\\b(?:one|two|three|four|five|six|seven|eight|nine|ten)\\b)`;
const HAS_DIGIT = /[0-9０-９〇一二三四五六七八九十百千万]/;

/** A number with one of these units, in either order for those that stand before it. */
function numberWith(unit: string): Pick<Kind, "has" | "unit"> {
  return { has: new RegExp(`${NUMBER}\\s*(?:${unit})|[¥￥€$]\\s*[0-9]`, "i"), unit: new RegExp(unit, "i") };
}

/** The first kind that a question has decides. Each expression is linear. */
const KINDS: readonly Kind[] = [
  {
    asks: /何歳|何才|いくつまで|\bhow old\b|\bwhat age\b/i,
    has: new RegExp(`${NUMBER}\\s*(?:歳|才|years of age|years old)|\\bage of\\b|年生|就学`, "i"),
    unit: /年齢|\bage\b/i,
  },
  { asks: /何日|日数|\bhow many (?:\w+ )?days\b/i, ...numberWith("日|半日|(?:\\w+ )?days?\\b") },
  {
    asks: /何時間|何分|\bhow many (?:\w+ )?(?:hours|minutes)\b/i,
    ...numberWith("時間|分|(?:\\w+ )?(?:hours?|minutes?)\\b"),
  },
  {
    asks: /何週|何[かヶケカ箇]月|何年間?|期間|どのくらいの間|\bhow many (?:\w+ )?(?:weeks|months|years)\b|\bhow long\b/i,
    ...numberWith("日|週|[かヶケカ箇]月|月|年|半年|(?:\\w+ )?(?:days?|weeks?|months?|years?)\\b"),
  },
  {
    asks: /何人|何名|何回|何件|何割|何パーセント|何％|何倍|\bhow many\b|\bhow often\b|\bwhat percentage\b/i,
    ...numberWith("人|名|回|件|割|％|%|パーセント|倍|times|percent|\\w"),
  },
  {
    asks: /いくら|何円|金額|料金|費用|単価|手当額|日当|上限|\bhow much\b|\bwhat (?:amount|rate|cost)\b|\bcosts?\b/i,
    ...numberWith("円|万円|千円|％|%|割|yen|euros?|dollars?|EUR|USD|JPY|percent"),
  },
  {
    asks: /いつ|何月|何曜|何時|期限|締め?切|までに|\bwhen\b|\bby what (?:date|time)\b|\bdeadline\b|\buntil\b/i,
    has: new RegExp(
      `${NUMBER}\\s*(?:日|時|月|年|週|days?\\b|hours?\\b|weeks?\\b|months?\\b|years?\\b)|毎月|毎年|毎週|末日|翌|以内|までに|あらかじめ|事前|直ちに|速やかに|遅滞なく|\\b(?:without undue delay|immediately|before|after|within|by)\\b`,
      "i",
    ),
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
  return ({ text, cells }) =>
    has.test(text) || (unit !== undefined && cells !== null && unit.test(text) && HAS_DIGIT.test(text));
}
