import { describe, expect, it } from "@jest/globals";
import { isAmong, quantitiesIn } from "../../src/answers/quantities.js";

const saidIn = (text: string) => quantitiesIn(text).map(({ value, unit }) => `${value} ${unit}`.trim());

describe("the quantities of two texts", () => {
  it.each([
    ["55,000円", "５５，０００円"],
    ["55,000円", "5万5千円"],
    ["55,000円", "五万五千円"],
    ["55,000円", "55,000 yen"],
    ["55,000円", "JPY 55,000"],
    ["55,000円", "¥55,000"],
    ["55,000円", "￥５５,０００"],
    ["55,000円", "55 thousand yen"],
    ["55,000円", "5.5万円"],
    ["55,000円", "fifty-five thousand yen"],
    ["1億2,000万円", "120,000,000円"],
    ["1億2,000万円", "120 million yen"],
    ["一億二千万円", "1億2000万円"],
    ["12千円", "12,000円"],
    ["$1,200.50", "1,200.50 dollars"],
    ["€20 000 000", "20,000,000 EUR"],
    ["10 000 000 EUR", "10 million euros"],
    ["十日", "10日"],
    ["十日", "ten days"],
    ["１０日間", "10-day"],
    ["二十五日", "twenty-five days"],
    ["廿五日", "25日"],
    ["卅日", "30日"],
    ["2ダース", "24"],
    ["a dozen", "12"],
    ["a fortnight", "2週間"],
    ["100キロメートル", "100 km"],
    ["2 kilometres", "2km"],
    ["二十五日", "25 consecutive days"],
    ["百日", "one hundred days"],
    ["百二十日", "a hundred and twenty days"],
    ["二〇日", "20日"],
    ["3週間", "three weeks"],
    ["3か月", "3ヶ月"],
    ["3箇月", "３カ月間"],
    ["三か月", "three months"],
    ["1年6か月", "one year and six months"],
    ["五年間", "five years"],
    ["40時間", "forty hours"],
    ["1年半", "1.5年"],
    ["一時間半", "1.5 hours"],
    ["半年", "6か月"],
    ["半日", "half a day"],
    ["45分", "45 minutes"],
    ["30秒", "thirty seconds"],
    ["25%", "２５％"],
    ["25%", "25パーセント"],
    ["25%", "twenty-five percent"],
    ["25%", "2割5分"],
    ["25%", "百分の二十五"],
    ["3割", "30 per cent"],
    ["1/2", "半額"],
    ["2分の1", "half"],
    ["3分の2", "two-thirds"],
    ["5名", "五人"],
    ["5名", "five people"],
    ["年2回", "twice a year"],
    ["3回", "three times"],
    ["満60歳", "60 years of age"],
    ["60歳", "60 years old"],
    ["六十歳", "aged 60"],
    ["2倍", "twice the"],
    ["令和8年4月1日", "2026-04-01"],
    ["令和8年4月1日", "1 April 2026"],
    ["令和８年４月１日", "April 1, 2026"],
    ["令和八年四月一日", "2026/4/1"],
    ["令和8年4月1日", "R8.4.1"],
    ["平成31年4月30日", "30th of April 2019"],
    ["昭和63年12月", "December 1988"],
    ["令和元年", "2019年"],
    ["2019年", "in 2019"],
    ["4月1日", "April 1"],
    ["四月一日", "1st April"],
    ["12月", "in December"],
    ["2026年度", "fiscal year 2026"],
    ["令和8年度", "FY2026"],
    ["9時30分", "9:30"],
    ["午前9時30分", "9:30 a.m."],
    ["午後5時", "17:00"],
    ["午後5時半", "5:30 pm"],
    ["九時十分", "9:10"],
    ["正午", "12 pm"],
    ["3〜5日", "3 to 5 days"],
    ["３～５日", "3日から5日まで"],
    ["毎月25日", "the 25th of each month"],
    ["10営業日", "ten working days"],
    ["٣日", "3日"],
    ["5\u200b000円", "5000円"],
    ["1日につき2,600円", "2,600 yen per day"],
    ["月額3万円", "1か月につき30,000円"],
    ["5名以上及び3通", "5人以上、3通"],
  ])("%s = %s", (one, other) => {
    expect(saidIn(one)).not.toEqual([]);
    expect(saidIn(one).toSorted()).toEqual(saidIn(other).toSorted());
  });

  it.each([
    ["55,000円", "55,500円"],
    ["55,000円", "5,500円"],
    ["55,000円", "55,000ドル"],
    ["55,000円", "55,000"],
    ["5万5千円", "5万5百円"],
    ["5千万円", "5千円"],
    ["1億2,000万円", "1億2,000円"],
    ["3日", "3月"],
    ["3日", "3か月"],
    ["3か月", "3月"],
    ["3年", "3年度"],
    ["3日", "3営業日"],
    ["3時間", "3時"],
    ["10分", "10分の1"],
    ["10分", "10秒"],
    ["二十日", "二十一日"],
    ["twenty days", "twenty-one days"],
    ["one hundred days", "one hundred and one days"],
    ["25%", "2.5%"],
    ["2割", "2%"],
    ["2倍", "2回"],
    ["5人", "5歳"],
    ["3〜5日", "3日"],
    ["3〜5日", "5日"],
    ["令和8年4月1日", "平成8年4月1日"],
    ["令和8年4月1日", "2026-04-02"],
    ["2026-04-01", "2026-01-04"],
    ["April 1", "April 11"],
    ["4月1日", "1月4日"],
    ["9:30", "9:03"],
    ["午前5時", "午後5時"],
    ["5 am", "5 pm"],
    ["10日", "10①日"],
    ["A4", "A3"],
    ["½日", "1日"],
    ["10²", "102"],
    ["3.5", "35"],
    ["0120", "120"],
    ["2.10.3", "2.10.4"],
    ["03-1234-5678", "03-1234-5679"],
    ["$50", "50円"],
  ])("%s is not %s", (one, other) => {
    expect(saidIn(one)).not.toEqual(saidIn(other));
  });
});

describe("no quantity", () => {
  it.each([
    "一部の者は一切一般に一方で一定の要件を一律に満たす",
    "万一の場合は十分な注意を十分に払う",
    "統一した基準を同一の者に、唯一の例外を除き一時的に適用する",
    "一時金を支給する",
    "数十人及び何百回",
    "第三者に対し、四半期ごとに三六協定を",
    "第16条第3項第2号、第2章、第1節及び別表第1",
    "第十六条の二ただし書",
    "就業規則第36条の2に定める",
    "Article 17, Articles 13 and 14, Article 6(1)(a) and Annex II",
    "Section 3, paragraph 2 and chapter 4",
    "no one, one of them and one another; someone may march on",
    "a day off, and a third party",
    "（1）日当\n(2) 宿泊料\n3. 交通費\n① 食費",
    "過半数の同意",
    "",
  ])("is in: %s", (text) => {
    expect(saidIn(text)).toEqual([]);
  });
});

describe("a quantity", () => {
  it("has the place of its number and its unit", () => {
    const text = "𠮷野㈱は㍻三十一年に5万5千円を、ｶﾞｿﾘﾝ代として10 000 EURを払う";
    expect(quantitiesIn(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      "㍻三十一年",
      "5万5千円",
      "10 000 EUR",
    ]);
  });

  it("takes the unit of the one that it is listed with", () => {
    expect(saidIn("3, 4 or 5 days")).toEqual(["3 day", "4 day", "5 day"]);
    expect(saidIn("三又は五日")).toEqual(["3 day", "5 day"]);
    expect(saidIn("between 3 and 5 days")).toEqual(["3~5 day"]);
  });

  it.each([
    ["4月1日", "2026年4月1日", true],
    ["4月", "2026年4月1日", true],
    ["2026年", "2026年4月1日", true],
    ["2026年4月", "2026年4月1日", true],
    ["2026年4月1日", "4月1日", false],
    ["1月", "2026年4月1日", false],
    ["4月10日", "2026年4月1日", false],
    ["3日", "3〜5日", false],
  ])("%s is in %s: %p", (part, whole, isIn) => {
    expect(quantitiesIn(part).every((quantity) => isAmong(quantity, quantitiesIn(whole)))).toBe(isIn);
  });
});
