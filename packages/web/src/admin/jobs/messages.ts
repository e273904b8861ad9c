import { catalog } from "../../i18n/i18n.js";

export const messages = catalog({
  title: ["Jobs", "ジョブ"],
  lead: [
    "Uploaded documents and imports of users, newest first. A job is deleted 30 days after its end.",
    "文書のアップロードとユーザーの取り込みを、新しい順に表示します。終了したジョブは 30 日後に削除されます。",
  ],
  list: ["Jobs", "ジョブ"],
  columns: {
    subject: ["What", "対象"],
    state: ["State", "状態"],
    by: ["Sent by", "送信した人"],
    at: ["Sent", "送信日時"],
    actions: ["Actions", "操作"],
  },
  importOfUsers: ["Import of users", "ユーザーの取り込み"],
  states: {
    checked: ["Checked", "確認済み"],
    queued: ["Waiting", "待機中"],
    running: ["Running", "処理中"],
    done: ["Done", "完了"],
    failed: ["Failed", "失敗"],
    cancelled: ["Cancelled", "取り消し済み"],
  },
  progress: (share: string) => [`Running, ${share}`, `処理中（${share}）`],
  none: ["There are no jobs", "ジョブはありません"],
  noneText: [
    "Uploads of documents and imports of users appear here.",
    "文書をアップロードするか、ユーザーを取り込むと、ここに表示されます。",
  ],
  cancel: ["Cancel", "取り消す"],
  of: (what: string) => [` the job of ${what}`, `（${what}）`],
  cancelTitle: ["Cancel this job?", "このジョブを取り消しますか"],
  cancelText: (what: string) => [
    `${what} is waiting and has not started. If you cancel the job, the uploaded file is deleted unprocessed.`,
    `${what}は待機中で、まだ始まっていません。取り消すと、送信したファイルは処理されずに削除されます。`,
  ],
  cancelConfirm: ["Cancel the job", "ジョブを取り消す"],
  keep: ["Keep it", "取り消さない"],
  cancelFailed: ["The job was not cancelled", "ジョブを取り消せませんでした"],
  cancelled: (what: string) => [`The job of ${what} is cancelled.`, `${what}のジョブを取り消しました。`],
});
