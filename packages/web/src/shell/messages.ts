import { catalog } from "../i18n/i18n.js";

export const messages = catalog({
  name: ["Document search", "文書検索"],
  skip: ["Skip to the content", "本文へ移動"],
  main: ["Main", "メイン"],
  menu: ["Menu", "メニュー"],
  search: ["Search", "検索"],
  documents: ["Documents", "文書一覧"],
  admin: ["Administration", "管理"],
  tokens: ["Access tokens", "アクセストークン"],
  help: ["Help", "ヘルプ"],
  otherLanguage: ["日本語", "English"],
  broken: ["This page could not be shown", "ページを表示できませんでした"],
  brokenText: [
    "There may be a newer version of the document search. Load the page again.",
    "文書検索が新しい版に更新された可能性があります。ページを読み込み直してください。",
  ],
  reload: ["Load again", "読み込み直す"],
  notFound: ["Page not found", "ページが見つかりません"],
  notFoundText: [
    "Check the address. The page may also have moved.",
    "アドレスが間違っているか、ページが移動した可能性があります。",
  ],
  toSearch: ["Back to search", "検索へ戻る"],
});
