import { counted, en, FORMATS, ja } from "../../../i18n/format.js";
import { catalog } from "../../../i18n/i18n.js";

const { day: enDay } = FORMATS.en;
const { day: jaDay } = FORMATS.ja;

/** Moments are written in the service's time zone; `zone` is its IANA name. */
export const messages = catalog({
  title: ["Record of notice", "周知の記録"],
  made: (moment: string, zone: string) => [`Made on ${moment} (times in ${zone})`, `作成 ${moment}（時刻は ${zone}）`],
  print: ["Print", "印刷"],
  back: ["All versions", "版の一覧"],
  none: ["There is no such version", "この版はありません"],
  document: ["Document", "規程"],
  titled: (title: string, number: string) => [`${title} (${number})`, `${title}（${number}）`],
  version: ["Version", "版"],
  numbered: (label: string, n: number) => [`${label} (no. ${en(n)})`, `${label}（第 ${ja(n)} 版）`],
  effective: ["In force from", "施行日"],
  note: ["Why it was changed", "改定の理由"],
  owner: ["Owner", "主管"],
  sha256: ["SHA-256 of the text", "本文の SHA-256"],
  readable: ["When it could be read", "閲覧できる状態"],
  period: ["Period", "閲覧できた期間"],
  since: (from: string) => [`From ${from} until this record was made`, `${from}から、この記録の作成まで`],
  until: (from: string, day: string) => [
    `From ${from} until the day before ${enDay(day)}`,
    `${from}から、${jaDay(day)}の前日まで`,
  ],
  readers: ["Who could read it", "閲覧できる人"],
  everybody: ["All users", "全員"],
  audience: (departments: number, groups: number, users: number) => [
    `Users of ${counted(departments, "department")}, of ${counted(groups, "group")}, and ${en(users)} named`,
    `部署 ${ja(departments)}、グループ ${ja(groups)}、個別指定 ${ja(users)}`,
  ],
  count: (n: number, at: string) => [`${counted(n, "user")} (on ${at})`, `${ja(n)} 人（${at}現在）`],
  ruleChanges: (n: number) => [
    n === 0
      ? "The rule has not changed since the publication."
      : `The rule changed ${n === 1 ? "once" : `${en(n)} times`} since the publication.`,
    n === 0 ? "公開後、アクセスルールの変更なし" : `公開後、アクセスルールを ${ja(n)} 回変更`,
  ],
  told: ["Told on", "知らせた日"],
  notTold: ["Published without a notice", "知らせずに公開"],
  more: (n: number) => [`and ${counted(n, "more reminder")}`, `ほか ${ja(n)} 回`],
  confirmations: ["Confirmations", "確認"],
  notAsked: ["No user is asked to confirm it.", "確認は求めていません。"],
  figure: (n: number, of: number) => [`${en(n)} of ${counted(of, "user")}`, `${ja(n)} / ${ja(of)} 人`],
  between: (first: string, last: string) => [`From ${first} to ${last}.`, `${first}から${last}まで。`],
  confirmBy: (day: string) => [`The last day is ${enDay(day)}.`, `期限は${jaDay(day)}。`],
  names: [
    "Who confirmed when is in the CSV that was saved separately.",
    "一人ひとりの確認の日時は、別に保存した CSV にあります。",
  ],
  csvSha256: ["SHA-256 of the CSV", "CSV の SHA-256"],
  seals: [
    ["Made", "Checked"],
    ["作成", "確認"],
  ],
});
