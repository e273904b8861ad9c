/** Times of which one cannot stand for another. */
const TIMES: readonly (readonly RegExp[])[] = [
  [
    // 月・水・金曜日 names three of them.
    /(?<![0-9〇一二三四五六七八九十毎])月(?=(?:[・、,及びと]{0,2}[月火水木金土日]){0,6}曜)|\bmondays?\b/g,
    /(?<![0-9〇一二三四五六七八九十毎])火(?=(?:[・、,及びと]{0,2}[月火水木金土日]){0,6}曜)|\btuesdays?\b/g,
    /(?<![0-9〇一二三四五六七八九十毎])水(?=(?:[・、,及びと]{0,2}[月火水木金土日]){0,6}曜)|\bwednesdays?\b/g,
    /(?<![0-9〇一二三四五六七八九十毎])木(?=(?:[・、,及びと]{0,2}[月火水木金土日]){0,6}曜)|\bthursdays?\b/g,
    /(?<![0-9〇一二三四五六七八九十毎])金(?=(?:[・、,及びと]{0,2}[月火水木金土日]){0,6}曜)|\bfridays?\b/g,
    /(?<![0-9〇一二三四五六七八九十毎])土(?=(?:[・、,及びと]{0,2}[月火水木金土日]){0,6}曜)|\bsaturdays?\b/g,
    /(?<![0-9〇一二三四五六七八九十毎])日(?=(?:[・、,及びと]{0,2}[月火水木金土日]){0,6}曜)|\bsundays?\b/g,
  ],
  [/平日|\b(?:weekdays?|working days?)\b/g, /週末|休日|\bweekends?\b/g],
  [
    /毎日|日ごと|\b(?:daily(?! (?:allowance|rate|wage|pay))|(?:every|each) day)\b/g,
    /毎週|週ごと|週次|\b(?:weekly|(?:every|each) week)\b/g,
    /毎月|月次|月ごと|\b(?:monthly(?! (?:allowance|rate|wage|pay|salary|amount))|(?:every|each) month)\b/g,
    /四半期|\b(?:quarterly|(?:every|each) quarter)\b/g,
    /半年|半期|\b(?:half-yearly|semi-annually)\b/g,
    /毎年|(?<![0-9〇一二三四五六七八九十])年ごと|\b(?:annually|yearly|(?:every|each) year)\b/g,
  ],
  [
    /時給|時間給|\bhourly (?:wage|rate|pay)\b/g,
    /日給|\bdaily (?:wage|rate|pay)\b/g,
    /月給|\bmonthly (?:wage|pay|salary)\b/g,
    /年俸|\bannual (?:wage|pay|salary)\b/g,
  ],
  [/春(?!日)|\bspring\b/g, /夏|\bsummer\b/g, /秋|\bautumn\b/g, /冬|\bwinter\b/g],
  // Times with a number are compared by value: 午後6時 is 18時.
  [
    /午前(?! ?[0-9〇一二三四五六七八九十])|\bmornings?\b/g,
    /午後(?! ?[0-9〇一二三四五六七八九十])|\bafternoons?\b/g,
    /夕方|\bevenings?\b/g,
    /夜間|深夜|\bnights?\b/g,
  ],
];

/** Of which month, day or year something is; at the beginning or the end of which. */
const RELATIVE: readonly (readonly RegExp[])[] = [
  [
    /翌々月/g,
    /翌月|来月|\b(?:following|next) month\b/g,
    /前月|先月|\b(?:previous|preceding|last) month\b/g,
    /当月|同月|今月|\b(?:same|current|this) month\b/g,
  ],
  [
    /翌々(?:営業)?日/g,
    /翌(?:営業)?日|\b(?:following|next) (?:business |working )?day\b/g,
    /前(?:営業)?日(?![0-9])|\b(?:previous|preceding) (?:business |working )?day\b/g,
    /当日|同日|\b(?:same|that) day\b/g,
  ],
  [
    /翌年度?|来年度?|\b(?:following|next) (?:fiscal )?year\b/g,
    /前年度?|昨年度?|\b(?:previous|preceding|last) (?:fiscal )?year\b/g,
    /当年度?|今年度?|\b(?:same|current|this) (?:fiscal )?year\b/g,
  ],
  [/以降|以後|\bonwards?\b/g, /まで|以前|以内|\b(?:until|till|within|no later than)\b/g],
  [/月初|上旬|年初|期首/g, /中旬/g, /月末|末日|下旬|年末|年度末|期末/g],
  // Behind an amount, "a month" is a rate and no time.
  [
    /(?<=\b(?:yen|jpy|usd|eur|gbp|percent|once|twice|(?:dollar|euro|pound|time|day|hour)s?) |% )(?:an?|per|each|every) day\b/g,
    /(?<=\b(?:yen|jpy|usd|eur|gbp|percent|once|twice|(?:dollar|euro|pound|time|day|hour)s?) |% )(?:an?|per|each|every) week\b/g,
    /(?<=\b(?:yen|jpy|usd|eur|gbp|percent|once|twice|(?:dollar|euro|pound|time|day|hour)s?) |% )(?:an?|per|each|every) month\b/g,
    /(?<=\b(?:yen|jpy|usd|eur|gbp|percent|once|twice|(?:dollar|euro|pound|time|day|hour)s?) |% )(?:an?|per|each|every) year\b/g,
  ],
];

export const CONTRARY_TIMES = [...TIMES, ...RELATIVE];
