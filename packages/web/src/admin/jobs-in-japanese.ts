import { type SentenceRule, translated } from "../i18n/sentence-rules.js";

const seeLog = (job_id: string) => `詳細は、サービスのログ（ジョブ ${job_id}）を確認してください。`;

const JOB_STATES: Readonly<Record<string, string>> = {
  running: "処理中です",
  done: "すでに完了しています",
  failed: "すでに失敗しています",
  cancelled: "すでに取り消されています",
};

/** What became of a change whose sender is no administrator any more. */
const OUTCOMES: readonly SentenceRule[] = [
  [/^Nothing was changed$/, () => "何も変更していません"],
  [/^This version was not published$/, () => "この版は公開していません"],
  [/^This draft was not kept$/, () => "この下書きは保存していません"],
  [
    /^The import stopped after (\d+) of (\d+) people$/,
    (done, all) => `${all} 人のうち ${done} 人まで取り込んだところで中止しました`,
  ],
];

/** How a job ended that the service could not do, whatever it was to do. */
export const ABOUT_JOBS: readonly SentenceRule[] = [
  ...OUTCOMES,
  [
    /^(.+): (\S.*) is no longer an active administrator\. Another administrator can send it again\.$/,
    (outcome = "", user_id) =>
      `${translated(outcome, OUTCOMES) ?? outcome}。${user_id} は有効な管理者ではなくなりました。ほかの管理者がもう一度送信してください。`,
  ],
  [
    /^This job is (running|done|failed|cancelled); only a job that waits can be cancelled\.$/,
    (state = "") => `このジョブは${JOB_STATES[state] ?? state}。取り消せるのは、待機中のジョブだけです。`,
  ],
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
