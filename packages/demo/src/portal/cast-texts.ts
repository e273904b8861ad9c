import type { LanguageCode } from "@retrieval/api/texts";
import type { sampleCast } from "../sample-company/index.js";

/** Introduces each member of the cast to the visitor. */
export const CAST_TEXTS: Readonly<Record<keyof typeof sampleCast, Readonly<Record<LanguageCode, string>>>> = {
  admin: {
    ja: "文書検索の管理者です。すべての文書を閲覧し、ユーザーとアクセスルールを管理できます。",
    en: "Administers the document search. Sees every document, manages users and access rules.",
  },
  second_admin: {
    ja: "もう一人の管理者です。最初の管理者が権限を失ったときも、管理を続けられます。",
    en: "The other administrator, who remains when the first one loses the role.",
  },
  developer: {
    ja: "開発者です。すべての文書を閲覧できますが、管理はできません。",
    en: "A developer. Sees every document, but manages nothing.",
  },
  general: {
    ja: "総務部の一般社員です。全員向けの文書だけを閲覧できます。",
    en: "Works in general affairs. Sees only the documents for everyone.",
  },
  accountant: {
    ja: "経理部の社員です。経理部向けの決算業務要領も閲覧できます。",
    en: "Works in accounting. Also sees the closing manual, which is for that department.",
  },
  personnel: {
    ja: "人事部の社員です。人事部向けの人事評価実施要領も閲覧できます。",
    en: "Works in human resources. Also sees the evaluation guide, which is for that department.",
  },
  manager: {
    ja: "国内営業部の管理職です。管理職向けの人事評価実施要領も閲覧できます。",
    en: "A manager in domestic sales. Also sees the evaluation guide, which is for managers.",
  },
  executive: {
    ja: "役員です。役員向けの取締役会議事録も閲覧できます。",
    en: "An executive. Also sees the minutes of the board, which are for executives.",
  },
  granted: {
    ja: "経営企画部の社員です。個人として許可された Project Kingfisher の資料も閲覧できます。",
    en: "Works in corporate planning. Also sees the Project Kingfisher paper, whose rule names this user.",
  },
  second_granted: {
    ja: "法務・コンプライアンス部の管理職です。管理職向けの人事評価実施要領と、個人として許可された Project Kingfisher の資料も閲覧できます。",
    en: "A manager in legal affairs. Also sees the evaluation guide as a manager, and Project Kingfisher by name.",
  },
  factory: {
    ja: "北上工場の社員です。登録されているのは本社の社員だけのため、文書検索を利用できません。",
    en: "Works at the Kitakami plant. Only the head office is registered, so the document search does not open.",
  },
};
