import { counted, en, ja } from "../i18n/format.js";
import { catalog } from "../i18n/i18n.js";

export const messages = catalog({
  more: (n: number) => [`Show ${en(n)} more`, `ほか ${ja(n)} 件を表示`],
  service: ["The service itself", "サービス自身"],
  notRegistered: ["not registered", "未登録"],
  erased: ["erased user", "消去された利用者"],
  notInMaster: ["not in the department master", "部署マスターに未登録"],
  inactive: ["deactivated", "無効"],
  documents: {
    hint: ["By title or document ID", "題名または文書 ID"],
    searching: ["Searching…", "検索しています…"],
    notPublished: ["not published now", "公開中の文書にはありません"],
  },
  remove: ["Remove", "削除"],
  departments: {
    title: ["Departments", "部署"],
    add: ["Add a department", "部署を追加"],
    hint: ["By code or name", "部署コードまたは部署名で探せます"],
    noMaster: [
      "There is no department master. Enter codes exactly as in the user records.",
      "部署マスターが登録されていません。ユーザー情報と同じ部署コードを入力してください。",
    ],
    empty: ["No department", "部署の指定なし"],
    enter: (code: string) => [`Add the code “${code}”`, `部署コード「${code}」を追加`],
  },
  groups: {
    title: ["Groups", "グループ"],
    add: ["Add a group", "グループを追加"],
    hint: [
      "Choose one, or enter a name exactly as in the user records",
      "候補から選ぶか、ユーザー情報と同じグループ名を入力してください",
    ],
    empty: ["No group", "グループの指定なし"],
    enter: (name: string) => [`Add the group “${name}”`, `グループ「${name}」を追加`],
    isNew: ["not known yet", "未登録"],
  },
  users: {
    title: ["Users", "ユーザー"],
    add: ["Add a user", "ユーザーを追加"],
    hint: ["By employee number or name", "社員番号または氏名で探せます"],
    empty: ["No individual", "ユーザーの指定なし"],
    enter: (id: string) => [`Add the number “${id}”`, `社員番号「${id}」を追加`],
    searching: ["Searching…", "検索しています…"],
    type: ["Type a number or a name", "社員番号または氏名を入力してください"],
  },
  saveCsv: ["Save as CSV", "CSV で保存"],
  csvFailed: ["The CSV could not be saved", "CSV を保存できませんでした"],
  /** The effects of a change, of a rule or of a user. */
  effects: {
    preview: ["What saving would change", "保存した場合の影響"],
    looking: ["Working out the effects…", "影響を確認しています…"],
    noneAffected: ["The user gains and loses no document.", "閲覧できる文書は変わりません。"],
    gains: (n: number) => [`Can read ${counted(n, "document")} more`, `新たに ${ja(n)} 件を閲覧できます`],
    rest: (n: number) => [`and ${en(n)} more`, `ほか ${ja(n)} 件`],
    loses: (n: number) => [`Can no longer read ${counted(n, "document")}`, `${ja(n)} 件を閲覧できなくなります`],
  },
});
