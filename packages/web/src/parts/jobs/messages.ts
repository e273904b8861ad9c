import { counted, en, ja } from "../../i18n/format.js";
import { catalog } from "../../i18n/i18n.js";
import type { ListedJob } from "./queries.js";

type Contents = NonNullable<ListedJob["contents"]>;

export const messages = catalog({
  title: ["Jobs", "ジョブ"],
  lead: [
    "Uploaded documents, newest first. A job is deleted 30 days after its end.",
    "文書のアップロードを、新しい順に表示します。終了したジョブは 30 日後に削除されます。",
  ],
  columns: {
    subject: ["What", "対象"],
    state: ["State", "状態"],
    by: ["Sent by", "送信した人"],
    at: ["Sent", "送信日時"],
    actions: ["Actions", "操作"],
  },
  states: {
    queued: ["Waiting", "待機中"],
    running: ["Running", "処理中"],
    done: ["Done", "完了"],
    failed: ["Failed", "失敗"],
    cancelled: ["Cancelled", "取り消し済み"],
  },
  /** What became of an upload that was read. */
  ends: {
    published: ["Published", "公開済み"],
    draft: ["Saved as a draft", "下書きを保存済み"],
    unchanged: ["Unchanged: it is published like this already", "変更なし（公開中の内容と同じです）"],
  },
  progress: (share: string) => [`Running, ${share}`, `処理中（${share}）`],
  none: ["There are no jobs", "ジョブはありません"],
  noneText: ["Uploads of documents appear here.", "文書をアップロードすると、ここに表示されます。"],
  changes: {
    unchanged: (n: number) => [`${en(n)} unchanged`, `変更なし ${ja(n)}`],
    changed: (n: number) => [`${en(n)} changed`, `変更 ${ja(n)}`],
    added: (n: number) => [`${en(n)} added`, `追加 ${ja(n)}`],
    removed: (n: number) => [`${en(n)} removed`, `削除 ${ja(n)}`],
  },
  changesLabel: ["Passages, compared with the previous version", "前の版からの変更箇所"],
  passages: (n: number, contents: Contents | null) => [
    `${counted(n, "passage")} read${contents ? ` (${counted(contents.chapters, "chapter")}, ${counted(contents.articles, "article")}, ${counted(contents.tables, "table")})` : ""}`,
    `${ja(n)} か所を読み取りました${contents ? `（章 ${ja(contents.chapters)}、条 ${ja(contents.articles)}、表 ${ja(contents.tables)}）` : ""}`,
  ],
  warnings: ["Please review", "ご確認ください"],
  seeDraft: ["See the draft", "下書きを見る"],
  seeContents: ["See its contents", "内容を見る"],
  seeAccess: ["Set who may read it", "アクセスルールを設定"],
  again: ["Try again", "やり直す"],
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
