import type { JOB_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

const STATES = {
  queued: "待機中です",
  running: "処理中です",
  done: "すでに完了しています",
  failed: "すでに失敗しています",
  cancelled: "すでに取り消されています",
};

const seeLog = (job_id: string) => `詳細は、サービスのログ（ジョブ ${job_id}）を確認してください`;

export const jobs: TextsOf<keyof typeof JOB_PROBLEMS> = {
  "job.unknown": () => "このジョブはありません",
  "job.not_waiting": ({ state }) => `このジョブは${STATES[state]}。取り消せるのは、待機中のジョブだけです`,
  "job.ended_service": ({ attempts, job_id }) =>
    `この文書の読み取り中にサービスが ${attempts} 回停止したため、再試行しません。ファイルが大きすぎるか、壊れている可能性があります。分割するか、保存し直してください。${seeLog(job_id)}`,
  "job.ended_by_database": ({ attempts, job_id }) =>
    `データベースの処理が ${attempts} 回中断されました。しばらくしてから、もう一度お試しください。${seeLog(job_id)}`,
  "job.failed": ({ attempts, job_id }) => `サービスの内部でエラーが ${attempts} 回発生しました。${seeLog(job_id)}`,
};
