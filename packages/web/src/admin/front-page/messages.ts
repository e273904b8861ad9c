import { catalog } from "../../i18n/i18n.js";

export const messages = catalog({
  title: ["Front page", "トップページ"],
  lead: [
    "Questions that users open with one click, below the field for their own.",
    "検索欄の下に表示する質問です。ユーザーは 1 クリックで検索できます。",
  ],
  questions: ["Questions", "質問"],
  hint: [
    "One in each line, at most five. All users see them, also users who may not read the answer: name nothing that some must not know of.",
    "1 行に 1 つ、5 つまで入力できます。答えを閲覧できない人にも表示されます。一部の人だけが知る事柄は書かないでください。",
  ],
  save: ["Save", "保存"],
  saved: ["Saved.", "保存しました。"],
  notSaved: ["The questions were not saved", "質問を保存できませんでした"],
  now: ["The questions are now:", "現在の質問："],
  again: ["Save again to replace them with yours.", "もう一度保存すると、入力した質問に置き換わります。"],
});
