import { catalog } from "../../../i18n/i18n.js";

export const messages = catalog(
  {
    hint: "What is published, as readers see it.",
    open: "Open",
    kinds: { paragraph: "Text", table: "Table", list: "List", heading: "Heading", annex_title: "Annex" },
    draftHint: "The draft as readers will see it once it is published. They do not see it yet.",
    noDraft: "There is no draft of this document",
    noDraftText: "To make one, choose “Keep it as a draft” when you upload.",
    upload: "Upload a new version",
    publish: "Publish",
    publishTitle: "Publish this draft?",
    publishText:
      "Every reader of the document sees it immediately. It replaces the published version, which is kept among the versions.",
    publishConfirm: "Publish the draft",
    publishFailed: "The draft was not published",
    publishedTitle: "The draft is published",
    noChunks: "It is empty",
    seeChunks: "See its contents",
    raced: "The draft is no longer there. It was published or replaced in the meantime.",
  },
  {
    hint: "公開中の内容を、ユーザーに表示されるとおりに確認できます。",
    open: "開く",
    kinds: { paragraph: "本文", table: "表", list: "箇条書き", heading: "見出し", annex_title: "別表" },
    draftHint: "下書きの内容を、公開後に表示されるとおりに確認できます。ユーザーにはまだ表示されていません。",
    noDraft: "公開待ちの下書きはありません",
    noDraftText: "アップロードの際に「下書きとして保存する」を選ぶと、ここに表示されます。",
    upload: "新しい版をアップロード",
    publish: "公開",
    publishTitle: "この下書きを公開しますか",
    publishText:
      "この文書を閲覧できる人全員に、すぐに表示されます。公開中の版がある場合は置き換わり、置き換え前の内容は過去の版として残ります。",
    publishConfirm: "下書きを公開する",
    publishFailed: "公開できませんでした",
    publishedTitle: "下書きを公開しました",
    noChunks: "内容がありません",
    seeChunks: "内容を見る",
    raced: "公開待ちの下書きはありません。すでに公開されたか、別の下書きに置き換えられました。",
  },
);
