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
  publishTitle: ["Publish this draft?", "この下書きを公開しますか"],
  publishText: [
    "Every reader of the document sees it immediately. It replaces the published version, which is kept among the versions.",
    "この文書を閲覧できる人全員に、すぐに表示されます。公開中の版がある場合は置き換わり、置き換え前の内容は過去の版として残ります。",
  ],
  publishConfirm: ["Publish the draft", "下書きを公開する"],
  publishFailed: ["The draft was not published", "公開できませんでした"],
  publishedTitle: ["The draft is published", "下書きを公開しました"],
  noChunks: ["It is empty", "内容がありません"],
  seeChunks: ["See its contents", "内容を見る"],
  raced: [
    "The draft is no longer there. It was published or replaced in the meantime.",
    "公開待ちの下書きはありません。すでに公開されたか、別の下書きに置き換えられました。",
  ],
});
