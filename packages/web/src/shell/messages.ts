import { catalog } from "../i18n/i18n.js";

export const messages = catalog(
  {
    name: "Document search",
    skip: "Skip to the content",
    main: "Main",
    search: "Search",
    documents: "Documents",
    admin: "Administration",
    otherLanguage: "日本語",
    account: "Account",
    notFound: "There is nothing at this address",
    notFoundText: "The address may be mistyped, or the page may have moved.",
    toSearch: "To the search",
  },
  {
    name: "文書検索",
    skip: "本文へ移動",
    main: "メイン",
    search: "検索",
    documents: "文書一覧",
    admin: "管理",
    otherLanguage: "English",
    account: "アカウント",
    notFound: "ページが見つかりません",
    notFoundText: "アドレスが間違っているか、ページが移動した可能性があります。",
    toSearch: "検索へ戻る",
  },
);
