import { counted, en, ja } from "../../../i18n/format.js";
import { catalog } from "../../../i18n/i18n.js";

export const messages = catalog({
  hint: [
    "Every version of the contents that is kept, newest first. Readers see only the published one.",
    "保存されている内容の版を、新しい順に表示します。ユーザーに表示されるのは、公開中の版だけです。",
  ],
  none: ["There are no versions", "版はありません"],
  noneText: [
    "A document has versions once it is published. They are deleted with the document.",
    "版は、文書を公開すると保存されます。文書を削除すると、版も削除されます。",
  ],
  name: (n: number) => [`Version ${en(n)}`, `第 ${ja(n)} 版`],
  published: ["Published", "公開中"],
  by: ["By", "公開者"],
  originalFor: {
    admins: ["Original file for administrators", "元のファイル：管理者用"],
    readers: ["Original file for readers", "元のファイル：閲覧者にも公開"],
  },
  confirmations: ["Confirmations", "確認の状況"],
  confirmationsOf: (n: number) => [`Confirmations of version ${en(n)}`, `第 ${ja(n)} 版の確認の状況`],
  certificate: ["Record of notice", "周知の記録"],
  certificateOf: (n: number) => [`Record of notice of version ${en(n)}`, `第 ${ja(n)} 版の周知の記録`],
  compare: ["Compare", "比較"],
  compareVersion: (n: number) => [
    `Compare version ${en(n)} with the published one`,
    `第 ${ja(n)} 版を公開中の版と比較`,
  ],
  compareDraft: ["Compare with the published version", "公開中の版と比較"],
  restore: ["Restore", "復元"],
  restoreVersion: (n: number) => [`Restore version ${en(n)}`, `第 ${ja(n)} 版を復元`],
  restoreTitle: (n: number) => [`Restore version ${en(n)}?`, `第 ${ja(n)} 版の内容を復元しますか`],
  restoreText: (title: string, version: string) => [
    `“${title}” (${version}) is published again as a new version, and every reader of the document sees it immediately. Who may read it stays as it is, and the version published now is kept.`,
    `「${title}」（${version}）を新しい版として公開し、この文書を閲覧できる人全員にすぐに表示します。アクセスルールは変わりません。現在公開中の版は、過去の版として残ります。`,
  ],
  restoreDraftText: (title: string, version: string) => [
    `“${title}” (${version}) is kept as a draft, which another administrator approves. Who may read the document stays as it is.`,
    `「${title}」（${version}）を下書きとして保存します。ほかの管理者が承認すると公開されます。アクセスルールは変わりません。`,
  ],
  restoredAsDraft: (n: number) => [
    `Version ${en(n)} is kept as a draft. Another administrator approves it.`,
    `第 ${ja(n)} 版の内容を下書きとして保存しました。ほかの管理者が承認すると公開されます。`,
  ],
  draftDropped: [
    "This document has a draft, which will be deleted.",
    "公開待ちの下書きがあり、復元すると削除されます。",
  ],
  draftUnknown: [
    "It could not be checked whether the document has a draft, which would be deleted",
    "下書きの有無を確認できませんでした（下書きがある場合、復元すると削除されます）",
  ],
  confirm: ["Restore this version", "この版を復元する"],
  failed: ["The version was not restored", "復元できませんでした"],
  restored: (n: number, as: number, changed: number) => [
    `Version ${en(n)} is published again as version ${en(as)}. ${counted(changed, "passage")} changed.`,
    `第 ${ja(n)} 版の内容を、第 ${ja(as)} 版として公開しました。変更のあった箇所：${ja(changed)}`,
  ],
});
