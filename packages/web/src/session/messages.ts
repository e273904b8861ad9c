import { catalog } from "../i18n/i18n.js";

export const messages = catalog({
  never: ["You are not signed in", "サインインしていません"],
  neverText: [
    "Open the document search from the portal. It signs you in automatically.",
    "社内ポータルから文書検索を開いてください。自動的にサインインされます。",
  ],
  expired: ["Your session has ended", "セッションの有効期限が切れました"],
  expiredText: [
    "A session lasts a few hours. To continue, open the document search from the portal again.",
    "安全のため、サインインから数時間で終了します。続けるには、社内ポータルから文書検索を開き直してください。",
  ],
  byHand: ["You have signed out", "サインアウトしました"],
  byHandText: [
    "To come back, open the document search from the portal.",
    "もう一度使うには、社内ポータルから文書検索を開いてください。",
  ],
  toPortal: ["Go to the portal", "社内ポータルへ"],
  returning: [
    "If you sign in from another tab, this page continues by itself.",
    "別のタブでサインインすると、このページも自動的に再開します。",
  ],
  link: {
    doubled: [
      "The link that opened this page held more than one sign-in. Open the document search from the portal again.",
      "開いたリンクにサインイン情報が複数含まれています。社内ポータルから開き直してください。",
    ],
    malformed: [
      "The link that opened this page was damaged. Open the document search from the portal again.",
      "開いたリンクが壊れています。社内ポータルから開き直してください。",
    ],
    "too-long": [
      "The link that opened this page was too long. Open the document search from the portal again.",
      "開いたリンクが長すぎます。社内ポータルから開き直してください。",
    ],
    "not-accepted": [
      "The link that opened this page is no longer valid: it has expired, or was made for another service. Open the document search from the portal again.",
      "開いたリンクは無効です（期限切れ、または別のサービス用です）。社内ポータルから開き直してください。",
    ],
  },
  keptLink: (reason: string, name: string) => [
    `${reason} You are still signed in as ${name}.`,
    `${reason}現在は、${name} さんでサインインしたままです。`,
  ],
  dismiss: ["Dismiss", "閉じる"],
  switchTitle: ["Switch to another user?", "ユーザーを切り替えますか"],
  switchText: (current: string, arriving: string) => [
    `You are signed in as ${current}. The link that you opened is for ${arriving}.`,
    `現在 ${current} さんでサインインしています。開いたリンクは ${arriving} さんのものです。`,
  ],
  switchYes: (name: string) => [`Continue as ${name}`, `${name} さんに切り替える`],
  switchNo: (name: string) => [`Stay signed in as ${name}`, `${name} さんのまま続ける`],
  opening: ["Opening…", "開いています…"],
  noStorage: [
    "This browser does not store data for this site",
    "このブラウザーには、このサイトのデータを保存できません",
  ],
  noStorageText: [
    "Signing in needs the browser’s local storage. Allow it for this site, then open the page again.",
    "サインインには、ブラウザーのローカルストレージが必要です。このサイトに許可してから、開き直してください。",
  ],
  failed: ["The service cannot be reached", "サービスに接続できません"],
  failedText: [
    "Nothing is lost. Try again in a moment.",
    "データは失われていません。しばらくしてから、もう一度お試しください。",
  ],
  signOut: ["Sign out", "サインアウト"],
  signedInAs: ["Signed in as", "サインイン中"],
});
