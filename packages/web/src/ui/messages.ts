import { catalog } from "../i18n/i18n.js";

export const messages = catalog({
  loading: ["Loading…", "読み込み中…"],
  more: ["Show more", "さらに表示"],
  failed: ["This could not be loaded", "読み込めませんでした"],
  tryAgain: ["Try again", "再試行"],
  busy: (seconds: string) => [
    `The service is busy. Trying again in ${seconds} s.`,
    `サービスが混み合っています。${seconds} 秒後に再試行します。`,
  ],
  unreachable: (seconds: string) => [
    `The service cannot be reached. Trying again in ${seconds} s.`,
    `サービスに接続できません。${seconds} 秒後に再試行します。`,
  ],
  trying: ["Trying again…", "再試行しています…"],
  tryNow: ["Try now", "今すぐ再試行"],
  waiting: ["Waiting for the service", "サービスの応答待ち"],
  noAnswer: [
    "The service cannot be reached. Check the connection.",
    "サービスに接続できません。ネットワークの接続を確認してください。",
  ],
  sessionChanged: [
    "Another user has signed in, so this was not sent again.",
    "別のユーザーがサインインしたため、送信を取りやめました。",
  ],
});
