import { en, ja } from "../../i18n/format.js";
import { catalog } from "../../i18n/i18n.js";

export const messages = catalog({
  title: ["Usage", "利用状況"],
  lead: [
    "What employees look for, do not find, and read. So that no user can be recognised, only what at least three users have in common is shown, from the next day on. It is deleted after 90 days.",
    "社員が検索した言葉のうち見つからなかったものや、よく読まれている文書を表示します。個人が特定されないよう、3 人以上に共通する内容だけを、翌日から表示します。90 日で削除されます。",
  ],
  period: ["Period", "期間"],
  days: (n: number) => [n === 1 ? "Yesterday" : `The last ${en(n)} days`, n === 1 ? "昨日" : `過去 ${ja(n)} 日間`],
  off: ["Usage is not counted", "利用状況は集計していません"],
  offText: [
    "The setting USAGE is false. What was counted before is being deleted.",
    "設定 USAGE が false になっています。以前に集計した内容は削除されます。",
  ],
  none: ["Nothing yet", "表示できる内容はまだありません"],
  noneText: ["There is nothing that three users did on the same day.", "同じ日に 3 人以上に共通する内容がありません。"],
  /** Most useful first: what is missing, then what is read. */
  kinds: {
    "search-unmet": {
      title: ["Searches without a fitting result", "見つからなかった検索"],
      lead: [
        "Words in them. Add the ones that documents call otherwise to the vocabulary.",
        "検索に含まれていた言葉です。文書での言い方が違う言葉は、語彙に追加してください。",
      ],
    },
    "question-unanswered": {
      title: ["Questions without an answer", "回答できなかった質問"],
      lead: ["Words in them.", "質問に含まれていた言葉です。"],
    },
    "answer-wrong": {
      title: ["Answers judged not helpful: what they were asked", "「役に立たなかった」回答の質問"],
      lead: ["Words in the questions.", "質問に含まれていた言葉です。"],
    },
    "answer-wrong-in": {
      title: ["Answers judged not helpful: where they came from", "「役に立たなかった」回答の出典"],
      lead: ["Documents that these answers quoted.", "回答に引用されていた文書です。"],
    },
    "document-read": {
      title: ["What users read", "よく読まれている文書"],
      lead: ["Documents that were opened.", "開かれた文書です。"],
    },
  },
  columns: {
    word: ["Word", "言葉"],
    document: ["Document", "文書"],
    users: ["Users", "人数"],
    days: ["Days", "日数"],
    actions: ["Actions", "操作"],
  },
  users: (n: number) => [`at least ${en(n)}`, `${ja(n)} 人以上`],
  toVocabulary: ["Add to the vocabulary", "語彙に追加"],
  search: ["Search", "検索"],
  read: ["Read", "読む"],
});
