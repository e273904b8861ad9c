import { catalog } from "../i18n/i18n.js";

export const messages = catalog(
  {
    never: "You are not signed in",
    neverText: "Open the document search from the portal. It signs you in automatically.",
    expired: "Your session has ended",
    expiredText: "A session lasts a few hours. To continue, open the document search from the portal again.",
    byHand: "You have signed out",
    byHandText: "To come back, open the document search from the portal.",
    toPortal: "Go to the portal",
    returning: "If you sign in from another tab, this page continues by itself.",
    link: {
      doubled:
        "The link that opened this page held more than one sign-in. Open the document search from the portal again.",
      malformed: "The link that opened this page was damaged. Open the document search from the portal again.",
      "too-long": "The link that opened this page was too long. Open the document search from the portal again.",
      "not-accepted":
        "The link that opened this page is no longer valid: it has expired, or was made for another service. Open the document search from the portal again.",
    },
    keptLink: (reason: string, name: string) => `${reason} You are still signed in as ${name}.`,
    dismiss: "Dismiss",
    switchTitle: "Switch to another user?",
    switchText: (current: string, arriving: string) =>
      `You are signed in as ${current}. The link that you opened is for ${arriving}.`,
    switchYes: (name: string) => `Continue as ${name}`,
    switchNo: (name: string) => `Stay signed in as ${name}`,
    opening: "Opening…",
    noStorage: "This browser does not store data for this site",
    noStorageText: "Signing in needs the browser’s local storage. Allow it for this site, then open the page again.",
    failed: "The service cannot be reached",
    failedText: "Nothing is lost. Try again in a moment.",
    tryAgain: "Try again",
    signOut: "Sign out",
    signedInAs: "Signed in as",
  },
  {
    never: "サインインしていません",
    neverText: "社内ポータルから文書検索を開いてください。自動的にサインインされます。",
    expired: "セッションの有効期限が切れました",
    expiredText:
      "安全のため、サインインから数時間で終了します。続けるには、社内ポータルから文書検索を開き直してください。",
    byHand: "サインアウトしました",
    byHandText: "もう一度使うには、社内ポータルから文書検索を開いてください。",
    toPortal: "社内ポータルへ",
    returning: "別のタブでサインインすると、このページも自動的に再開します。",
    link: {
      doubled: "開いたリンクにサインイン情報が複数含まれています。社内ポータルから開き直してください。",
      malformed: "開いたリンクが壊れています。社内ポータルから開き直してください。",
      "too-long": "開いたリンクが長すぎます。社内ポータルから開き直してください。",
      "not-accepted":
        "開いたリンクは無効です（期限切れ、または別のサービス用です）。社内ポータルから開き直してください。",
    },
    keptLink: (reason: string, name: string) => `${reason}現在は、${name} さんでサインインしたままです。`,
    dismiss: "閉じる",
    switchTitle: "ユーザーを切り替えますか",
    switchText: (current: string, arriving: string) =>
      `現在 ${current} さんでサインインしています。開いたリンクは ${arriving} さんのものです。`,
    switchYes: (name: string) => `${name} さんに切り替える`,
    switchNo: (name: string) => `${name} さんのまま続ける`,
    opening: "開いています…",
    noStorage: "このブラウザーには、このサイトのデータを保存できません",
    noStorageText:
      "サインインには、ブラウザーのローカルストレージが必要です。このサイトに許可してから、開き直してください。",
    failed: "サービスに接続できません",
    failedText: "データは失われていません。しばらくしてから、もう一度お試しください。",
    tryAgain: "再試行",
    signOut: "サインアウト",
    signedInAs: "サインイン中",
  },
);
