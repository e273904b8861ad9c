import { FORMATS } from "../../i18n/format.js";
import { catalog } from "../../i18n/i18n.js";

const { number: en } = FORMATS.en;
const { number: ja } = FORMATS.ja;

export const messages = catalog(
  {
    title: "Usage",
    lead: "What employees look for, do not find, and read. So that no user can be recognised, only what at least three users have in common is shown, from the next day on. It is deleted after 90 days.",
    period: "Period",
    days: (n: number) => (n === 1 ? "Yesterday" : `The last ${en(n)} days`),
    off: "Usage is not counted",
    offText: "The setting USAGE is false. What was counted before is being deleted.",
    none: "Nothing yet",
    noneText: "There is nothing that three users did on the same day.",
    kinds: {
      "search-unmet": {
        title: "Searches without a fitting result",
        lead: "Words in them. Add the ones that documents call otherwise to the vocabulary.",
      },
      "question-unanswered": { title: "Questions without an answer", lead: "Words in them." },
      "answer-wrong": { title: "Answers judged not helpful: what they were asked", lead: "Words in the questions." },
      "answer-wrong-in": {
        title: "Answers judged not helpful: where they came from",
        lead: "Documents that these answers quoted.",
      },
      "document-read": { title: "What users read", lead: "Documents that were opened." },
    },
    columns: { word: "Word", document: "Document", users: "Users", days: "Days", actions: "Actions" },
    users: (n: number) => `at least ${en(n)}`,
    toVocabulary: "Add to the vocabulary",
    search: "Search",
    read: "Read",
    save: "Save as CSV",
    saveFailed: "The CSV could not be saved",
  },
  {
    title: "利用状況",
    lead: "社員が検索した言葉のうち見つからなかったものや、よく読まれている文書を表示します。個人が特定されないよう、3 人以上に共通する内容だけを、翌日から表示します。90 日で削除されます。",
    period: "期間",
    days: (n: number) => (n === 1 ? "昨日" : `過去 ${ja(n)} 日間`),
    off: "利用状況は集計していません",
    offText: "設定 USAGE が false になっています。以前に集計した内容は削除されます。",
    none: "表示できる内容はまだありません",
    noneText: "同じ日に 3 人以上に共通する内容がありません。",
    kinds: {
      "search-unmet": {
        title: "見つからなかった検索",
        lead: "検索に含まれていた言葉です。文書での言い方が違う言葉は、語彙に追加してください。",
      },
      "question-unanswered": { title: "回答できなかった質問", lead: "質問に含まれていた言葉です。" },
      "answer-wrong": { title: "「役に立たなかった」回答の質問", lead: "質問に含まれていた言葉です。" },
      "answer-wrong-in": { title: "「役に立たなかった」回答の出典", lead: "回答に引用されていた文書です。" },
      "document-read": { title: "よく読まれている文書", lead: "開かれた文書です。" },
    },
    columns: { word: "言葉", document: "文書", users: "人数", days: "日数", actions: "操作" },
    users: (n: number) => `${ja(n)} 人以上`,
    toVocabulary: "語彙に追加",
    search: "検索",
    read: "読む",
    save: "CSV で保存",
    saveFailed: "CSV を保存できませんでした",
  },
);
