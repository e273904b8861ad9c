import { expect, it } from "@jest/globals";
import { NEUTRAL_TEXTS } from "../../../src/search/index/neutral-texts.js";
import { type Language, languageOf } from "../../../src/search/text/language.js";

const TEXTS: Readonly<Record<Language, readonly string[]>> = {
  ja: [
    ...[
      "有給休暇は何日ありますか",
      "出張旅費",
      "就業規則第16条",
      "育児休業申請期限",
      "退職金支給率",
      "賞与",
      "ﾊﾟｰﾄの時給",
    ],
    ...[
      "Microsoft Teamsの使い方",
      "VPNに接続できない",
      "PCのpasswordをresetしたい",
      "e-Taxとは",
      "出張の宿泊費 上限 円",
    ],
    ...[
      "別表第1 日当 3,000円",
      "東京都千代田区",
      "会議室予約",
      "時間外労働の割増率は何％？",
      "在宅勤務手当 対象者",
      "請求書の発行",
      "当該従業員",
    ],
    ...["号俸表", "条例", "国会図書館", "個人情報保護", "学校法人 残業 規程"],
  ],
  en: [
    ...[
      "How many days of annual leave do I have?",
      "travel expenses",
      "Article 16",
      "12,000",
      "",
      "???",
      "WFH policy",
      "dress code",
      "Can I die at my desk?",
    ],
    ...[
      "Where is the form for 休暇 requests in the employee portal?",
      "３ days ｌｅａｖｅ",
      "overtime rate for part-timers",
    ],
    `就業規則（英語版） > Article 5\n${"Employees shall follow the instructions of their superiors. ".repeat(4)}`,
    `Leave is granted on request; see the résumé of the rules. ${"It is paid. ".repeat(20)}`,
  ],
  other: [
    ...[
      "年假有多少天？",
      "加班费怎么算",
      "请假流程",
      "我可以在家工作吗",
      "病假如何申请",
      "怀孕了可以休息多久",
      "工资什么时候发",
    ],
    ...["請問年假有幾天", "我們的加班費", "员工的出差费用由公司承担。", "离职需要提前几天通知"],
    ...["Tôi được nghỉ phép bao nhiêu ngày?", "nghỉ ốm có lương không", "Làm thêm giờ được trả bao nhiêu"],
    ...["Quantos dias de férias eu tenho?", "licença-maternidade", "Posso trabalhar em casa às sextas?"],
    ...[
      "¿Cuántos días de vacaciones tengo?",
      "연차는 며칠입니까?",
      "야근 수당",
      "Сколько дней отпуска?",
      "วันลาพักร้อนมีกี่วัน",
    ],
    ...[
      "बिदा कति दिन हुन्छ?",
      "كم عدد أيام الإجازة؟",
      "Combien de jours de congés payés ai-je à l’année ?",
      "Wie viele Überstunden",
    ],
    ...["Como cancelo a reserva da sala?", "Berapa hari cuti yang saya punya", "我忘記密碼了該怎麼辦"],
  ],
};

it("tells Japanese, English and other languages apart in short texts", () => {
  for (const [language, texts] of Object.entries(TEXTS))
    for (const text of texts) expect([text, languageOf(text)]).toEqual([text, language]);
});

it("reads neutral texts as their language, but for a few without any sign beyond English", () => {
  for (const kind of ["query", "passage"] as const) {
    for (const language of ["ja", "en", "other"] as const) {
      const texts: readonly string[] = NEUTRAL_TEXTS[kind][language];
      expect(texts).toHaveLength(40);
      expect(new Set(texts).size).toBe(40);
      const read = texts.filter((text) => languageOf(text) === language);
      expect(read.length).toBeGreaterThanOrEqual(language === "other" ? 38 : 40);
    }
  }
});
