import { en, ja } from "../../../i18n/format.js";
import { catalog } from "../../../i18n/i18n.js";

export const messages = catalog({
  hint: ["What is published, as readers see it.", "公開中の内容を、ユーザーに表示されるとおりに確認できます。"],
  open: ["Open", "開く"],
  kinds: {
    paragraph: ["Text", "本文"],
    table: ["Table", "表"],
    list: ["List", "箇条書き"],
    heading: ["Heading", "見出し"],
    annex_title: ["Annex", "別表"],
  },
  draftHint: [
    "The draft as readers will see it once it is published. They do not see it yet.",
    "下書きの内容を、公開後に表示されるとおりに確認できます。ユーザーにはまだ表示されていません。",
  ],
  noDraft: ["There is no draft of this document", "公開待ちの下書きはありません"],
  noDraftText: [
    "To make one, choose “Keep it as a draft” when you upload.",
    "アップロードの際に「下書きとして保存する」を選ぶと、ここに表示されます。",
  ],
  upload: ["Upload a new version", "新しい版をアップロード"],
  publish: ["Publish", "公開"],
  approve: ["Approve and publish", "承認して公開"],
  uploadedBy: ["Uploaded by: ", "アップロードした人："],
  waits: ["Waiting for another administrator", "ほかの管理者の承認待ち"],
  waitsText: [
    "You uploaded this draft, so another administrator approves it or returns it.",
    "ご自身がアップロードした下書きのため、ほかの管理者が承認または差し戻しします。",
  ],
  returned: ["Returned by: ", "差し戻した人："],
  returnedText: [
    "Upload a corrected version; it replaces this draft.",
    "修正した版をアップロードすると、この下書きと置き換わります。",
  ],
  return: ["Return", "差し戻し"],
  returnTitle: ["Return this draft?", "この下書きを差し戻しますか"],
  returnText: [
    "The draft stays, with your comment, until a corrected version replaces it.",
    "下書きはコメントとともに残り、修正した版がアップロードされると置き換わります。",
  ],
  comment: ["What has to be changed", "修正してほしい点"],
  returnConfirm: ["Return the draft", "差し戻す"],
  notReturned: ["The draft was not returned", "差し戻せませんでした"],
  delete: ["Delete the draft", "下書きを削除"],
  deleteTitle: ["Delete this draft?", "この下書きを削除しますか"],
  deleteText: [
    "Only the draft is deleted. What is published stays. This cannot be undone.",
    "削除されるのは下書きだけで、公開中の版は変わりません。この操作は取り消せません。",
  ],
  notDeleted: ["The draft was not deleted", "下書きを削除できませんでした"],
  publishTitle: (title: string) => [`Publish “${title}”`, `${title}の公開`],
  differences: (changed: number, added: number, removed: number) => [
    changed + added + removed === 0
      ? "No article differs from the text in force"
      : `Articles: ${en(changed)} changed, ${en(added)} added, ${en(removed)} removed`,
    changed + added + removed === 0
      ? "現行の条文と違いはありません"
      : `現行との違い　変更 ${ja(changed)} 件、新設 ${ja(added)} 件、削除 ${ja(removed)} 件`,
  ],
  compare: ["Compare with the text in force", "新旧対照表を見る"],
  from: ["In force from", "施行日"],
  fromHint: [
    "The text changes at the beginning of this day. Until then it is shown as the next version.",
    "この日の午前0時に切り替わります。それまでは現行のままで、改定予定として示されます。",
  ],
  past: {
    at_once: [
      "This day is over. The version is in force immediately.",
      "施行日が過去です。公開するとすぐに施行されます。",
    ],
    past: (day: string) => [
      `The version in force since ${day} is newer. This one is kept as a past version.`,
      `${day}に施行された版のほうが新しいため、過去の版として残ります。`,
    ],
  },
  label: ["Name of the version", "版の名前"],
  labelHint: ["If empty, the day from which it is in force.", "空欄の場合は、施行日を使います。"],
  otherLabel: [
    "The date in this name is another one than the day from which it is in force.",
    "版の名前の日付が施行日と違います。",
  ],
  note: ["Reason for the change", "改定の理由"],
  noteHint: [
    "Readers see it on their home page, in the history and beside the comparison.",
    "改定のお知らせ、改定履歴、新旧対照表に載ります。",
  ],
  notice: ["Who is told", "周知"],
  notices: {
    none: { label: ["No reader", "知らせない"], description: ["Such as the correction of a word.", "誤字の訂正など"] },
    tell: {
      label: ["Tell the readers", "知らせる"],
      description: [
        "It is on their home page until 30 days after it is in force.",
        "閲覧者のホームに、施行の30日後まで載ります",
      ],
    },
    confirm: {
      label: ["Ask for a confirmation", "確認を求める"],
      description: ["Each reader’s confirmation is recorded.", "一人ひとりの確認を記録します"],
    },
  },
  confirmBy: ["To confirm by", "確認の期限"],
  publishFrom: {
    coming: (day: string) => [`Publish (in force from ${day})`, `公開する（${day}施行）`],
    at_once: (day: string) => [`Publish (in force immediately, from ${day})`, `公開する（${day}施行、すぐに切り替え）`],
    past: (day: string) => [`Publish as a past version (${day})`, `過去の版として公開する（${day}施行）`],
  },
  keepDraft: ["Keep it as a draft", "下書きのまま閉じる"],
  publishFailed: ["The draft was not published", "公開できませんでした"],
  publishedTitle: ["The draft is published", "下書きを公開しました"],
  noChunks: ["It is empty", "内容がありません"],
  seeChunks: ["See its contents", "内容を見る"],
  raced: [
    "The draft is no longer there. It was published or replaced in the meantime.",
    "公開待ちの下書きはありません。すでに公開されたか、別の下書きに置き換えられました。",
  ],
});
