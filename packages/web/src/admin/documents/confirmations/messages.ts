import { counted, en, FORMATS, ja } from "../../../i18n/format.js";
import { catalog } from "../../../i18n/i18n.js";

const enDay = FORMATS.en.day;
const jaDay = FORMATS.ja.day;

export const messages = catalog({
  title: (day: string) => [`Confirmations of the version in force from ${enDay(day)}`, `${jaDay(day)}施行の版の確認`],
  none: ["No user is asked to confirm this document", "確認を求めている版はありません"],
  noneText: [
    "Publish a version with the notice “confirm” to ask its readers.",
    "閲覧者に確認を求めるには、版を公開するときに「確認を求める」を選んでください。",
  ],
  of: (of: number) => [`of ${en(of)} confirmed`, `/ ${ja(of)} 人が確認`],
  share: ["Share of users who confirmed", "確認した人の割合"],
  confirmBy: (day: string, left: number | null) => [
    `Last day: ${enDay(day)}${left === null ? "" : left === 0 ? " (today)" : ` (${counted(left, "day")} left)`}`,
    `期限 ${jaDay(day)}${left === null ? "" : left === 0 ? "（今日まで）" : `（あと ${ja(left)} 日）`}`,
  ],
  told: (moment: string) => [`Told on ${FORMATS.en.date(moment)}`, `${FORMATS.ja.date(moment)}に知らせました`],
  reminded: (moment: string) => [
    `Last reminded on ${FORMATS.en.date(moment)}`,
    `${FORMATS.ja.date(moment)}に再度知らせました`,
  ],
  remind: (n: number) => [`Remind ${counted(n, "user")}`, `未確認の ${ja(n)} 人に再度知らせる`],
  remindedNow: (n: number) => [
    `Reminded ${counted(n, "user")}: the version is at the top of their list and of the portal’s. No mail was sent.`,
    `${ja(n)} 人に再度知らせました。各自の一覧とポータルの先頭に表示されます（メールは送信していません）。`,
  ],
  remindFailed: ["No user was reminded", "再度知らせることができませんでした"],
  certificate: ["Record of notice", "周知の記録"],
  states: ["Whom to show", "表示する人"],
  state: {
    open: (n: number) => [`Not confirmed ${en(n)}`, `未確認 ${ja(n)}`],
    confirmed: (n: number) => [`Confirmed ${en(n)}`, `確認済み ${ja(n)}`],
    all: (n: number) => [`All ${en(n)}`, `すべて ${ja(n)}`],
  },
  find: ["Employee number or name", "社員番号または氏名"],
  list: {
    open: ["Users who have not confirmed", "未確認の人"],
    confirmed: ["Users who have confirmed", "確認済みの人"],
    all: ["Users who are asked to confirm", "確認を求めている人"],
  },
  name: ["Name", "氏名"],
  number: ["Employee number", "社員番号"],
  lastTold: ["Last told", "最後に知らせた日"],
  confirmedAt: ["Confirmed", "確認した日時"],
  notYet: ["not yet", "未確認"],
  noUsers: {
    open: ["Everybody has confirmed", "全員が確認しました"],
    confirmed: ["No user has confirmed yet", "確認した人はまだいません"],
    all: ["No user with the role “user” may read this document", "この文書を閲覧できる一般ユーザーはいません"],
  },
  noMatch: ["No user matches", "条件に合う人はいません"],
});
