import type { Language } from "./language.js";

/** What the portal says, once in each language. */
export interface Texts {
  readonly language: string;
  readonly portal: string;
  readonly sample: string;
  readonly otherLanguage: { readonly language: Language; readonly name: string };
  readonly logIn: {
    readonly title: string;
    readonly intro: string;
    readonly cast: string;
    readonly everybody: string;
    readonly search: string;
    readonly find: string;
    readonly nobody: string;
    readonly range: (from: number, to: number, of: number) => string;
    readonly previous: string;
    readonly next: string;
    readonly pages: string;
    readonly gone: string;
  };
  readonly home: {
    readonly title: string;
    readonly greeting: (name: string) => string;
    readonly number: string;
    readonly department: string;
    readonly email: string;
    readonly documents: string;
    readonly explanation: string;
    readonly open: string;
    readonly newTab: string;
    readonly logOut: string;
  };
  readonly problems: Readonly<Record<Problem, { readonly title: string; readonly sentence: string }>>;
  readonly back: string;
}

export type Problem =
  | "not-registered"
  | "away"
  | "refused"
  | "not-found"
  | "wrong-method"
  | "foreign"
  | "unreadable"
  | "broken";

const ja: Texts = {
  language: "日本語",
  portal: "あおば精機 社員ポータル",
  sample: "見本",
  otherLanguage: { language: "en", name: "English" },
  logIn: {
    title: "ログイン",
    intro:
      "これは見本の会社のポータルです。だれかを選ぶと、その人としてログインします。パスワードはいりません。選ぶ人によって、見える文書が変わります。",
    cast: "主な人たち",
    everybody: "本社の全員",
    search: "氏名、社員番号、部署、メールアドレスで探す",
    find: "探す",
    nobody: "見つかりませんでした。",
    range: (from, to, of) => `${of}人中 ${from}～${to}人目`,
    previous: "前へ",
    next: "次へ",
    pages: "ページ",
    gone: "そのような人はいません。もう一度お選びください。",
  },
  home: {
    title: "ホーム",
    greeting: (name) => `${name}さん`,
    number: "社員番号",
    department: "部署",
    email: "メールアドレス",
    documents: "社内文書",
    explanation: "規程や手引きを検索して読めます。もう一度ログインする必要はありません。",
    open: "文書検索を開く",
    newTab: "新しいタブで開きます",
    logOut: "ログアウト",
  },
  problems: {
    "not-registered": {
      title: "文書検索に登録されていません",
      sentence: "文書検索を使えるのは、登録されている人だけです。この社員番号は登録されていません。",
    },
    away: {
      title: "文書検索につながりません",
      sentence: "いまは文書検索から返事がありません。しばらくしてから、もう一度お試しください。",
    },
    refused: {
      title: "文書検索を開けませんでした",
      sentence: "文書検索がこのポータルからの依頼を受け付けませんでした。理由は、デモを起動した画面に出ています。",
    },
    "not-found": { title: "ページがありません", sentence: "このアドレスには何もありません。" },
    "wrong-method": { title: "できない操作です", sentence: "このアドレスではその操作はできません。" },
    foreign: { title: "受け付けられません", sentence: "この操作は、このポータルのページからだけできます。" },
    unreadable: { title: "読み取れませんでした", sentence: "送られた内容を読み取れませんでした。" },
    broken: { title: "エラーが起きました", sentence: "ポータルの中で問題が起きました。" },
  },
  back: "ポータルに戻る",
};

const en: Texts = {
  language: "English",
  portal: "Aoba Seiki staff portal",
  sample: "Sample",
  otherLanguage: { language: "ja", name: "日本語" },
  logIn: {
    title: "Log in",
    intro:
      "This is the portal of a sample company. Choose somebody, and you are logged in as that person; there is no password. Who you choose decides which documents you will see.",
    cast: "People to begin with",
    everybody: "Everybody at the head office",
    search: "Name, employee number, department or e-mail",
    find: "Find",
    nobody: "Nobody was found.",
    range: (from, to, of) => `${from} to ${to} of ${of} people`,
    previous: "Previous",
    next: "Next",
    pages: "Pages",
    gone: "There is no such person. Please choose again.",
  },
  home: {
    title: "Home",
    greeting: (name) => name,
    number: "Employee number",
    department: "Department",
    email: "E-mail",
    documents: "Company documents",
    explanation: "Search and read rules and handbooks. You will not be asked to log in again.",
    open: "Open the document search",
    newTab: "Opens in a new tab",
    logOut: "Log out",
  },
  problems: {
    "not-registered": {
      title: "Not registered for the document search",
      sentence: "Only people who are registered can use the document search. This employee number is not registered.",
    },
    away: {
      title: "The document search does not answer",
      sentence: "The document search does not answer for the moment. Please try again shortly.",
    },
    refused: {
      title: "The document search did not open",
      sentence: "The document search refused this portal's request. The terminal of the demo says why.",
    },
    "not-found": { title: "No such page", sentence: "There is nothing at this address." },
    "wrong-method": { title: "Not possible here", sentence: "This address does not take that kind of request." },
    foreign: { title: "Not accepted", sentence: "This can only be done from the portal's own pages." },
    unreadable: { title: "Not understood", sentence: "What was sent could not be read." },
    broken: { title: "Something went wrong", sentence: "Something went wrong inside the portal." },
  },
  back: "Back to the portal",
};

export const TEXTS: Readonly<Record<Language, Texts>> = { ja, en };
