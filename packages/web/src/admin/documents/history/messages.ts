import { counted, en, ja } from "../../../i18n/format.js";
import { catalog } from "../../../i18n/i18n.js";

export const messages = catalog({
  hint: [
    "Every access rule that this document has had, newest first.",
    "この文書のアクセスルールの変更を、新しい順に表示します。",
  ],
  none: ["No history yet", "変更履歴はありません"],
  noneText: [
    "A document has no access rule until it is first published.",
    "一度も公開されていない文書には、アクセスルールの履歴がありません。",
  ],
  version: (n: number) => [`Version ${en(n)}`, `第 ${ja(n)} 版`],
  inForce: ["In force", "現在有効"],
  by: ["By: ", "変更者："],
  cause: {
    upload: ["Set with an upload", "アップロード時に指定"],
    default: ["Default for new documents", "新しい文書の既定値"],
    edit: ["Edited", "編集"],
    restore: ["Restored", "過去の版を復元"],
    found: ["Found when the audit log began", "監査ログの記録開始時の内容"],
  },
  opened: ["Opened to everyone", "全員が閲覧できるように変更"],
  restricted: ["Restricted to those named", "指定した人のみに制限"],
  same: ["Nothing changed", "変更なし"],
  first: (access: string) => [`Read by: ${access}`, `閲覧できる人：${access}`],
  named: ["Named", "指定"],
  added: ["Added", "追加"],
  removed: ["Removed", "削除"],
  gained: (n: number) => [`${counted(n, "user")} gained access`, `${ja(n)} 人が閲覧可能に`],
  lost: (n: number) => [`${counted(n, "user")} lost access`, `${ja(n)} 人が閲覧不可に`],
  noneAffected: ["No user gained or lost access", "閲覧できる人の増減なし"],
  restore: ["Restore", "復元"],
  restoreVersion: (version: string) => [`Restore ${version}`, `${version}を復元`],
  restoreTitle: (n: number) => [`Restore version ${en(n)}?`, `第 ${ja(n)} 版のアクセスルールを復元しますか`],
  restoreText: (access: string) => [`Read by: ${access}.`, `閲覧できる人：${access}`],
  confirm: ["Restore this version", "この版を復元する"],
  raced: [
    "The rule was changed in the meantime. The effects below are now compared with the current rule.",
    "確認中にアクセスルールが変更されました。現在有効な内容との差を、あらためて表示しています。",
  ],
  failed: ["The version was not restored", "復元できませんでした"],
  previewFailed: ["The effects could not be worked out", "影響を確認できませんでした"],
  looking: ["Working out the effects…", "影響を確認しています…"],
  restored: (n: number, version: string) => [
    `Version ${en(n)} is restored as version ${version}.`,
    `第 ${ja(n)} 版の内容を、第 ${version} 版として有効にしました。`,
  ],
});
