import { catalog } from "../i18n/i18n.js";

export const messages = catalog(
  {
    never: "You are not signed in",
    neverText: "Open the document search from the portal: it signs you in by itself.",
    expired: "Your session has ended",
    expiredText: "Sessions last a few hours. Open the document search from the portal again to go on.",
    byHand: "You have signed out",
    byHandText: "To come back, open the document search from the portal.",
    toPortal: "Go to the portal",
    returning: "This page opens by itself as soon as you are signed in, also from another tab.",
    link: {
      doubled:
        "The link that opened this page held more than one sign-in. Open the document search from the portal again.",
      malformed: "The link that opened this page was damaged. Open the document search from the portal again.",
      "too-long": "The link that opened this page was far too long. Open the document search from the portal again.",
      "not-accepted":
        "The link that opened this page is no longer valid: it has expired, or was made for another service. Open the document search from the portal again.",
    },
    keptLink: (reason: string, name: string) => `${reason} You are still signed in as ${name}.`,
    dismiss: "Dismiss",
    switchTitle: "Change who is signed in?",
    switchText: (current: string, arriving: string) =>
      `You are signed in as ${current}. The link that you opened is for ${arriving}.`,
    switchYes: (name: string) => `Continue as ${name}`,
    switchNo: (name: string) => `Stay ${name}`,
    opening: "Opening…",
    noStorage: "This browser keeps nothing for this site",
    noStorageText: "Signing in needs the browser's local storage. Allow it for this site, and open the page again.",
    failed: "The service cannot be reached",
    failedText: "Nothing is lost. Try again in a moment.",
    tryAgain: "Try again",
    signOut: "Sign out",
    signedInAs: "Signed in as",
  },
  {
    never: "サインインしていません",
    neverText: "社内ポータルから文書検索を開いてください。自動的にサインインします。",
    expired: "セッションの有効期限が切れました",
    expiredText: "安全のため、数時間で終了します。続けるには、社内ポータルからもう一度文書検索を開いてください。",
    byHand: "サインアウトしました",
    byHandText: "もう一度使うには、社内ポータルから文書検索を開いてください。",
    toPortal: "社内ポータルへ",
    returning: "別のタブでサインインしたときも、このページは自動的に開きます。",
    link: {
      doubled: "開いたリンクにサインイン情報が複数含まれています。社内ポータルからもう一度開いてください。",
      malformed: "開いたリンクが壊れています。社内ポータルからもう一度開いてください。",
      "too-long": "開いたリンクが長すぎます。社内ポータルからもう一度開いてください。",
      "not-accepted":
        "開いたリンクは無効です（期限切れ、または別のサービス用です）。社内ポータルからもう一度開いてください。",
    },
    keptLink: (reason: string, name: string) => `${reason}${name} さんのままサインインしています。`,
    dismiss: "閉じる",
    switchTitle: "利用者を切り替えますか",
    switchText: (current: string, arriving: string) =>
      `現在 ${current} さんでサインインしています。開いたリンクは ${arriving} さんのものです。`,
    switchYes: (name: string) => `${name} さんに切り替える`,
    switchNo: (name: string) => `${name} さんのまま続ける`,
    opening: "開いています…",
    noStorage: "このブラウザーではサイトのデータを保存できません",
    noStorageText: "サインインにはローカルストレージが必要です。このサイトで許可してから、開き直してください。",
    failed: "サービスに接続できません",
    failedText: "データは失われていません。しばらくしてからもう一度お試しください。",
    tryAgain: "再試行",
    signOut: "サインアウト",
    signedInAs: "サインイン中",
  },
);
