import { catalog } from "../../../i18n/i18n.js";

export const messages = catalog({
  fields: {
    number: {
      label: ["Number", "規程番号"],
      description: ["The number that your company gave it, as HR-001.", "社内で付けた番号です（例：人-001）。"],
    },
    category: {
      label: ["Category", "分類"],
      description: [
        "The list of documents is by category. A slash divides it: HR/Working hours.",
        "文書一覧は分類の順に並びます。階層は「/」で区切ります（例：人事/就業）。",
      ],
    },
    owner: {
      label: ["Owner", "主管"],
      description: ["The department that is responsible.", "この文書に責任を持つ部署です。"],
    },
    contact: {
      label: ["Contact", "問い合わせ先"],
      description: ["Whom readers can ask.", "閲覧者からの問い合わせ先です（例：内線 1234）。"],
    },
    review_by: {
      label: ["Review by", "見直し期限"],
      description: [
        "From this day on it is in the list of due reviews. Readers do not see it.",
        "この日から「見直しの時期」の一覧に載ります。閲覧者には表示されません。",
      ],
    },
  },
  editors: ["Only these administrators may change it", "変更できる管理者"],
  noEditors: ["All administrators may change it", "すべての管理者が変更できます"],
  history: ["Who reads older versions", "過去の版を閲覧できる人"],
  histories: {
    admins: {
      label: ["Administrators and developers", "管理者と開発者"],
      description: [
        "An older version may hold what was taken out before the document was opened to others.",
        "公開の範囲を広げる前に削除した内容が、過去の版に残っている場合があります。",
      ],
    },
    readers: {
      label: ["Everyone who may read it", "この文書を閲覧できる人全員"],
      description: ["With the field for the text of a day.", "改定履歴と、日付を指定した条文も表示されます。"],
    },
  },
  save: ["Save", "保存"],
  saved: ["Saved.", "保存しました。"],
  notSaved: ["It was not saved", "保存できませんでした"],
});
