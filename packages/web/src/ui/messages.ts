import { catalog } from "../i18n/i18n.js";

export const messages = catalog(
  {
    loading: "Loading…",
    more: "Show more",
    failed: "This could not be loaded",
    tryAgain: "Try again",
    busy: (seconds: string) => `The service is busy. Trying again in ${seconds} s.`,
    unreachable: (seconds: string) => `The service cannot be reached. Trying again in ${seconds} s.`,
    trying: "Trying again…",
    tryNow: "Try now",
    waiting: "Waiting for the service",
    errors: {
      UNREACHABLE: "The service cannot be reached. Check the connection.",
      UNAVAILABLE: "The service cannot answer at the moment.",
      RATE_LIMITED: "There were too many requests at once. Wait a moment, then try again.",
      INTERNAL_ERROR: "Something went wrong inside the service.",
      FORBIDDEN: "Only administrators can do this.",
      UNAUTHORIZED: "The session has ended.",
      SESSION_CHANGED: "Somebody else signed in meanwhile, so this was not sent again.",
    } as Readonly<Record<string, string>>,
  },
  {
    loading: "読み込み中…",
    more: "さらに表示",
    failed: "読み込めませんでした",
    tryAgain: "再試行",
    busy: (seconds: string) => `サービスが混み合っています。${seconds} 秒後に再試行します。`,
    unreachable: (seconds: string) => `サービスに接続できません。${seconds} 秒後に再試行します。`,
    trying: "再試行しています…",
    tryNow: "今すぐ再試行",
    waiting: "サービスの応答待ち",
    errors: {
      UNREACHABLE: "サービスに接続できません。ネットワークの接続を確認してください。",
      UNAVAILABLE: "サービスが一時的に応答できない状態です。",
      RATE_LIMITED: "短時間に操作が集中しました。しばらくしてから、もう一度お試しください。",
      INTERNAL_ERROR: "サービスの内部でエラーが発生しました。",
      FORBIDDEN: "この操作には管理者の権限が必要です。",
      UNAUTHORIZED: "セッションが終了しました。",
      SESSION_CHANGED: "別の利用者がサインインしたため、送信を取りやめました。",
    },
  },
);
