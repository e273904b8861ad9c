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
    errors: {
      UNREACHABLE: "The service cannot be reached. Check the connection.",
      UNAVAILABLE: "The service cannot answer for the moment.",
      RATE_LIMITED: "That was too many requests at once.",
      INTERNAL_ERROR: "Something went wrong inside the service.",
      FORBIDDEN: "This needs the role admin.",
      UNAUTHORIZED: "The session has ended.",
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
    errors: {
      UNREACHABLE: "サービスに接続できません。接続を確認してください。",
      UNAVAILABLE: "サービスが一時的に応答できません。",
      RATE_LIMITED: "一度に送られた要求が多すぎます。",
      INTERNAL_ERROR: "サービスの内部でエラーが起きました。",
      FORBIDDEN: "管理者の権限が必要です。",
      UNAUTHORIZED: "セッションが終了しました。",
    },
  },
);
