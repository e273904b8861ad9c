import type { LanguageCode } from "@retrieval/api/texts";

/** The portal's texts, once in each language. */
export interface Texts {
  readonly language: string;
  readonly portal: string;
  readonly sample: string;
  readonly otherLanguage: { readonly language: LanguageCode; readonly name: string };
  readonly logIn: {
    readonly title: string;
    readonly intro: string;
    readonly cast: string;
    readonly everyone: string;
    readonly search: string;
    readonly find: string;
    readonly noMatch: string;
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
  sample: "サンプル",
  otherLanguage: { language: "en", name: "English" },
  logIn: {
    title: "ログイン",
    intro:
      "サンプルの会社の社員ポータルです。社員を選ぶと、その社員としてログインします。パスワードは不要です。選んだ社員によって、閲覧できる文書が変わります。",
    cast: "代表的な社員",
    everyone: "本社の全社員",
    search: "氏名・社員番号・部署・メールアドレスで絞り込む",
    find: "検索",
    noMatch: "条件に合う社員はいません。",
    range: (from, to, of) => `${of} 人中 ${from}～${to} 人目`,
    previous: "前へ",
    next: "次へ",
    pages: "ページ",
    gone: "この社員は見つかりません。選び直してください。",
  },
  home: {
    title: "ホーム",
    greeting: (name) => `${name} さん`,
    number: "社員番号",
    department: "部署",
    email: "メールアドレス",
    documents: "社内文書",
    explanation: "社内の規程や手引きを検索・閲覧できます。あらためてログインする必要はありません。",
    open: "文書検索を開く",
    newTab: "新しいタブで開きます",
    logOut: "ログアウト",
  },
  problems: {
    "not-registered": {
      title: "文書検索に登録されていません",
      sentence: "この社員番号は、文書検索に登録されていません。文書検索を利用できるのは、登録されている社員だけです。",
    },
    away: {
      title: "文書検索に接続できません",
      sentence: "文書検索が応答していません。しばらくしてから、もう一度お試しください。",
    },
    refused: {
      title: "文書検索を開けませんでした",
      sentence:
        "文書検索が、このポータルからの要求を受け付けませんでした。理由は、デモを起動した端末に表示されています。",
    },
    "not-found": { title: "ページが見つかりません", sentence: "アドレスをご確認ください。" },
    "wrong-method": { title: "この操作はできません", sentence: "このアドレスでは、要求された操作を行えません。" },
    foreign: { title: "受け付けできません", sentence: "この操作は、社員ポータルのページから行ってください。" },
    unreadable: { title: "読み取れませんでした", sentence: "送信された内容を読み取れませんでした。" },
    broken: { title: "エラーが発生しました", sentence: "ポータルの内部で問題が発生しました。" },
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
      "This is the staff portal of a sample company. Choose an employee to log in as; you need no password. Your choice decides which documents you can read.",
    cast: "Employees to start with",
    everyone: "Everyone at the head office",
    search: "Filter by name, employee number, department or e-mail",
    find: "Find",
    noMatch: "No employees match.",
    range: (from, to, of) => `${from} to ${to} of ${of} employees`,
    previous: "Previous",
    next: "Next",
    pages: "Pages",
    gone: "This employee was not found. Choose again.",
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
      sentence: "This employee number is not registered. Only registered employees can use the document search.",
    },
    away: {
      title: "The document search does not answer",
      sentence: "The document search does not answer at the moment. Try again shortly.",
    },
    refused: {
      title: "The document search did not open",
      sentence: "The document search refused this portal's request. The terminal of the demo says why.",
    },
    "not-found": { title: "Page not found", sentence: "Check the address." },
    "wrong-method": { title: "Not possible here", sentence: "This address does not take that kind of request." },
    foreign: { title: "Not accepted", sentence: "Use the portal's own pages for this." },
    unreadable: { title: "Not readable", sentence: "The portal could not read the request." },
    broken: { title: "Something went wrong", sentence: "The portal has an internal error." },
  },
  back: "Back to the portal",
};

export const TEXTS: Readonly<Record<LanguageCode, Texts>> = { ja, en };
