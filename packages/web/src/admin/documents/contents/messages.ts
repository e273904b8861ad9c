import { catalog } from "../../../i18n/i18n.js";

export const messages = catalog(
  {
    hint: "What is published, as readers see it.",
    open: "Open",
    draftHint: "What waits to be published, as readers will see it. They see nothing of it yet.",
    noDraft: "No draft of this document is waiting",
    noDraftText: "A draft comes from an upload that is kept to be looked at first.",
    upload: "Upload a new version",
    publish: "Publish",
    publishTitle: "Publish this draft?",
    publishText:
      "It takes the place of what readers see now, at once and for everyone who may read the document. The version before is not kept.",
    publishConfirm: "Publish the draft",
    publishFailed: "The draft was not published",
    publishedTitle: "The draft is published",
    noChunks: "There is nothing in it",
    seeChunks: "See its contents",
    raced: "No draft is waiting any more: it was published or replaced meanwhile.",
  },
  {
    hint: "公開中の内容を、利用者に表示されるとおりに示します。",
    open: "開く",
    draftHint: "公開前の下書きを、公開後の表示のとおりに示します。利用者にはまだ表示されていません。",
    noDraft: "公開を待っている下書きはありません",
    noDraftText: "アップロードの際に「下書きとして保存する」を選ぶと、ここに表示されます。",
    upload: "新しい版をアップロード",
    publish: "公開",
    publishTitle: "この下書きを公開しますか",
    publishText:
      "公開中の内容とすぐに置き換わり、この文書を閲覧できる人全員に表示されます。置き換え前の内容は残りません。",
    publishConfirm: "下書きを公開する",
    publishFailed: "公開できませんでした",
    publishedTitle: "下書きを公開しました",
    noChunks: "内容がありません",
    seeChunks: "内容を見る",
    raced: "公開を待っている下書きはもうありません。すでに公開されたか、別の版に置き換えられました。",
  },
);
