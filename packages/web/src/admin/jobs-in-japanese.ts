import type { SentenceRule } from "../i18n/sentence-rules.js";

const seeLog = (job_id: string) => `詳細は、サービスのログ（ジョブ ${job_id}）を確認してください。`;

/** How a job ended that the service could not do, whatever it was to do. */
export const ABOUT_JOBS: readonly SentenceRule[] = [
  [
    /^The service ended (\d+) times while reading this document, .* under job (\S+)\.$/,
    (times, job_id = "") =>
      `この文書の読み取り中にサービスが ${times} 回停止したため、再試行しません。ファイルが大きすぎるか、壊れている可能性があります。分割するか、保存し直してください。${seeLog(job_id)}`,
  ],
  [
    /^The service ended (\d+) times while applying this import, .* under job (\S+)\.$/,
    (times, job_id = "") =>
      `この取り込みの適用中にサービスが ${times} 回停止したため、再試行しません。${seeLog(job_id)}`,
  ],
  [
    /^The database gave up (\d+) times over this\. .* under job (\S+)\.$/,
    (times, job_id = "") =>
      `データベースの処理が ${times} 回中断されました。しばらくしてから、もう一度お試しください。${seeLog(job_id)}`,
  ],
  [
    /^Something went wrong inside the service (\d+) times\. .* under job (\S+)\.$/,
    (times, job_id = "") => `サービスの内部でエラーが ${times} 回発生しました。${seeLog(job_id)}`,
  ],
];
