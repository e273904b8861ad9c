import { counted, en, ja } from "../../../i18n/format.js";
import { catalog } from "../../../i18n/i18n.js";

export const messages = catalog({
  hint: [
    "All versions that were published, the last one first. Readers search the version in force. It cannot be withdrawn: publish its successor or abolish the document first.",
    "公開したすべての版を、新しい順に表示します。閲覧者が検索できるのは、現行の版だけです。現行の版は取り下げられません。先に次の版を公開するか、文書を廃止してください。",
  ],
  none: ["There are no versions", "版はありません"],
  noneText: [
    "A document has versions once it is published. They are deleted with the document.",
    "版は、文書を公開すると保存されます。文書を削除すると、版も削除されます。",
  ],
  name: (n: number) => [`Version ${en(n)}`, `第 ${ja(n)} 版`],
  by: ["By: ", "公開者："],
  originalFor: {
    admins: ["Original file for administrators", "元のファイル：管理者用"],
    readers: ["Original file for readers", "元のファイル：閲覧者にも公開"],
  },
  confirmations: ["Confirmations", "確認の状況"],
  confirmationsOf: (n: number) => [`Confirmations of version ${en(n)}`, `第 ${ja(n)} 版の確認の状況`],
  certificate: ["Record of notice", "周知の記録"],
  certificateOf: (n: number) => [`Record of notice of version ${en(n)}`, `第 ${ja(n)} 版の周知の記録`],
  compare: ["Compare", "比較"],
  compareVersions: (from: number, to: number) => [
    `Compare version ${en(from)} with version ${en(to)}`,
    `第 ${ja(from)} 版と第 ${ja(to)} 版を比較`,
  ],
  compareDraft: ["Compare with the version in force", "現行の版と比較"],
  correct: ["Correct", "訂正"],
  correctVersion: (n: number) => [
    `Correct the day or reason of version ${en(n)}`,
    `第 ${ja(n)} 版の施行日・理由を訂正`,
  ],
  correctTitle: (n: number) => [`Correct version ${en(n)}`, `第 ${ja(n)} 版の訂正`],
  correctText: [
    "The text stays. What is in force follows the new day immediately, and the audit log keeps the day before and after.",
    "本文は変わりません。新しい施行日はすぐに反映されます。訂正前と訂正後の施行日は、監査ログに残ります。",
  ],
  from: ["In force from", "施行日"],
  note: ["Reason for the change", "改定の理由"],
  inForceThen: (n: number | null) => [
    n === null
      ? "No version would be in force today: readers would no longer find the document."
      : `Version ${en(n)} would be in force immediately.`,
    n === null
      ? "今日施行されている版がなくなり、閲覧者に文書が表示されなくなります。"
      : `訂正するとすぐに、第 ${ja(n)} 版が現行になります。`,
  ],
  correctConfirm: ["Correct it", "訂正する"],
  corrected: (n: number) => [`Version ${en(n)} is corrected`, `第 ${ja(n)} 版を訂正しました`],
  notCorrected: ["The version was not corrected", "訂正できませんでした"],
  withdraw: ["Withdraw", "取り下げ"],
  withdrawVersion: (n: number) => [`Withdraw version ${en(n)}`, `第 ${ja(n)} 版を取り下げ`],
  withdrawTitle: (n: number) => [`Withdraw version ${en(n)}?`, `第 ${ja(n)} 版を取り下げますか`],
  withdrawText: {
    past: (title: string, version: string) => [
      `For a wrong file, or a secret in it. Readers see nothing of “${title}” (${version}) any more, by no address, and it is not restored. Administrators keep the text. This cannot be undone.`,
      `誤ったファイルや、秘密の情報を含むファイルのための操作です。「${title}」（${version}）は、閲覧者にはどこからも表示されなくなり、復元もできません。本文は管理者用に残ります。この操作は取り消せません。`,
    ],
    coming: (title: string, version: string) => [
      `“${title}” (${version}) will not come into force, and readers see nothing of it any more. Administrators keep the text. This cannot be undone.`,
      `「${title}」（${version}）は施行されず、閲覧者には表示されなくなります。本文は管理者用に残ります。この操作は取り消せません。`,
    ],
  },
  reason: ["Reason", "理由"],
  reasonHint: ["Administrators and developers see it.", "管理者と開発者に表示されます。"],
  withdrawConfirm: ["Withdraw this version", "この版を取り下げる"],
  withdrawnNow: (n: number) => [`Version ${en(n)} is withdrawn`, `第 ${ja(n)} 版を取り下げました`],
  withdrawn: ["Withdrawn by", "取り下げた人"],
  /** A version that was destroyed after its retention has the setting as its reason. */
  reasonOf: (reason: string) => {
    const years = Number(/^RETENTION_YEARS=(\d+)$/.exec(reason)?.[1]);
    return years > 0
      ? [`Destroyed after its retention of ${counted(years, "year")}`, `保存期間（${ja(years)} 年）の満了により破棄`]
      : [reason, reason];
  },
  notWithdrawn: ["The version was not withdrawn", "取り下げられませんでした"],
  restore: ["Restore", "復元"],
  restoreVersion: (n: number) => [`Restore version ${en(n)}`, `第 ${ja(n)} 版を復元`],
  restoreTitle: (n: number) => [`Restore version ${en(n)}`, `第 ${ja(n)} 版の内容の復元`],
  restoreText: (title: string, version: string) => [
    `“${title}” (${version}) is kept as a draft, which you compare and then publish with its day and reason. Who may read the document stays as it is.`,
    `「${title}」（${version}）を下書きとして保存します。変わるところを確認し、施行日と改定の理由を指定して公開してください。アクセスルールは変わりません。`,
  ],
  draftDropped: [
    "This document has a draft, which this one replaces.",
    "公開待ちの下書きがあり、復元すると置き換えられます。",
  ],
  draftUnknown: [
    "It could not be checked whether the document has a draft, which this one would replace",
    "下書きの有無を確認できませんでした（下書きがある場合、復元すると置き換えられます）",
  ],
  confirm: ["Make a draft", "下書きにする"],
  failed: ["The version was not restored", "復元できませんでした"],
});
