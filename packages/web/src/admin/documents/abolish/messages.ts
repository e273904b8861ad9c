import { catalog } from "../../../i18n/i18n.js";

export const messages = catalog({
  abolish: ["Abolish", "廃止"],
  correct: ["Correct the abolition", "廃止の訂正"],
  title: (title: string) => [`Abolish “${title}”`, `${title}の廃止`],
  text: [
    "From this day on readers get the reason and the successor in place of the text. Administrators keep every version.",
    "この日から、閲覧者には本文の代わりに、廃止の理由と、これに代わる規程を表示します。すべての版は管理者用に残ります。",
  ],
  on: ["Abolished from", "廃止日"],
  onHint: ["A day before today means immediately.", "過去の日を指定すると、すぐに廃止されます。"],
  notInForce: (days: readonly string[]) => [
    `The ${days.length === 1 ? "version" : "versions"} of ${days.join(", ")} will not come into force.`,
    `${days.join("、")}施行の版は、施行されなくなります。`,
  ],
  reason: ["Reason", "廃止の理由"],
  reasonHint: ["Readers see it.", "閲覧者に表示されます。"],
  successor: ["Replaced by", "これに代わる規程"],
  confirm: (day: string) => [`Abolish on ${day}`, `廃止する（${day}）`],
  failed: ["It was not abolished", "廃止できませんでした"],
  planned: (day: string) => [`It will be abolished on ${day}`, `${day}に廃止されます`],
  ended: (day: string) => [`It was abolished on ${day}`, `${day}に廃止されました`],
  cancel: ["Do not abolish it", "廃止を取りやめる"],
  notCancelled: ["The abolition was not cancelled", "廃止を取りやめられませんでした"],
});
