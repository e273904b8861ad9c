import { counted, en, ja } from "../../i18n/format.js";
import { catalog } from "../../i18n/i18n.js";

/** @param one false: it is about several documents */
const it = (one: boolean) => (one ? "it" : "each of them");
const readers = (n: number, one: boolean) =>
  `${n === 0 ? "Only administrators and developers" : counted(n, "user")} will be able to read ${it(one)}`;
const readersJa = (n: number) => (n === 0 ? "閲覧できるのは管理者と開発者だけです" : `${ja(n)} 人が閲覧できます`);

export const messages = catalog({
  title: ["Documents", "文書の管理"],
  hint: [
    "All documents in force or to come, and who may read them.",
    "施行中と施行予定の文書と、それぞれを閲覧できる人の一覧です。",
  ],
  upload: ["Upload documents", "文書をアップロード"],
  filter: ["Filter by title or document ID", "題名または文書 ID で絞り込む"],
  reviewDue: ["Only those due for a review", "見直しの時期が来たものだけ"],
  abolished: ["Only abolished ones", "廃止された文書だけ"],
  showOnly: (name: string) => [`Only ${name}`, `${name}の文書だけを表示`],
  showAll: (name: string) => [`Not only ${name}`, `「${name}」の絞り込みを解除`],
  selection: {
    select: (title: string) => [`Select “${title}”`, `「${title}」を選択`],
    column: ["Selected", "選択"],
    selected: (n: number) => [`${counted(n, "document")} selected`, `${ja(n)} 件を選択中`],
    selectShown: (n: number) => [`Select the ${en(n)} shown`, `表示中の ${ja(n)} 件を選択`],
    selectNone: ["Select none", "選択を解除"],
    begin: ["Change who may read them", "閲覧できる人をまとめて変更"],
    tooMany: (max: number) => [
      `One change is for at most ${en(max)} documents.`,
      `一度に変更できるのは ${ja(max)} 件までです。`,
    ],
    title: (n: number) => [`Change who may read ${counted(n, "document")}`, `${ja(n)} 件の文書を閲覧できる人の変更`],
    close: ["Back to the list", "一覧に戻る"],
  },
  columns: {
    title: ["Title", "題名"],
    review: ["Review by", "見直し期限"],
    access: ["Who may read", "閲覧できる人"],
  },
  none: ["There are no documents yet", "文書はまだありません"],
  noneText: ["Upload the first one.", "最初の文書をアップロードしてください。"],
  noMatch: ["No documents match", "条件に合う文書はありません"],
  meaning: (done: number, all: number) => [
    `Search by meaning: ${en(done)} of ${en(all)} ${all === 1 ? "document" : "documents"} ready`,
    `意味による検索の準備：${ja(all)} 件中 ${ja(done)} 件完了`,
  ],
  meaningKeptBack: (n: number) => [
    `${n === 1 ? "1 document is" : `${en(n)} documents are`} found by words only: restricted documents are not sent to the model.`,
    `${ja(n)} 件の文書は、閲覧が制限されているためモデルに送信されません。キーワードでのみ検索できます。`,
  ],
  models: {
    sentTo: (hosts: readonly string[]) => [
      `Documents and questions are sent to ${hosts.join(", ")}`,
      `文書と質問の送信先：${hosts.join("、")}`,
    ],
    purpose: {
      embedding: (model: string) => [`Search by meaning: ${model}`, `意味による検索：${model}`],
      rerank: (model: string) => [`Order of results: ${model}`, `検索結果の並べ替え：${model}`],
      answer: (model: string) => [`Answers: ${model}`, `回答の作成：${model}`],
    },
    at: (model: string, host: string, isOwn: boolean) => [
      `${model} at ${host}, ${isOwn ? "in your own network" : "outside your network"}`,
      `${model}（${host}、${isOwn ? "社内" : "社外"}）`,
    ],
    onlyOpen: ["Questions, and documents that are open to everyone", "質問と、全員に公開している文書"],
    every: ["Questions, and every document, restricted ones too", "質問と、閲覧が制限された文書を含むすべての文書"],
  },
  drafts: ["Drafts waiting to be published", "公開待ちの下書き"],
  draftOfNew: ["Not published before", "未公開の文書"],
  draftReviews: {
    returned: ["Returned", "差し戻し済み"],
    byYou: ["Waiting for your approval", "あなたの承認待ち"],
    byOthers: ["Waiting for another administrator", "ほかの管理者の承認待ち"],
  },
  draftOfPublished: ["An older version is published", "前の版を公開中"],
  access: {
    everyone: ["Everyone", "全員"],
    restricted: ["Only administrators and developers", "管理者と開発者のみ"],
    counts: {
      allowed_department_codes: (n: number) => [counted(n, "department"), `${ja(n)} 部署`],
      allowed_groups: (n: number) => [counted(n, "group"), `${ja(n)} グループ`],
      allowed_users: (n: number) => [counted(n, "user"), `${ja(n)} 人`],
    },
    together: (parts: readonly string[]) => [parts.join(", "), parts.join("・")],
  },
  entries: {
    kinds: {
      allowed_department_codes: (n: number) => [n === 1 ? "department " : "departments ", "部署 "],
      allowed_groups: (n: number) => [n === 1 ? "group " : "groups ", "グループ "],
      allowed_users: (n: number) => [n === 1 ? "user " : "users ", "ユーザー "],
    },
    between: [", ", "、"],
    betweenLists: ["; ", " ／ "],
    more: (n: number) => [` and ${en(n)} more`, `、ほか ${ja(n)} 件`],
  },
  publication: {
    atOnce: (n: number, one: boolean) => [`${readers(n, one)} immediately`, `公開後すぐに、${readersJa(n)}`],
    later: (n: number, one: boolean) => [`${readers(n, one)} once it is published`, `公開後は、${readersJa(n)}`],
    byFile: (n: number, one: boolean) => [
      `${readers(n, one)} once it is published, unless the file brings a rule of its own`,
      `ファイルにアクセスルールの指定がない場合、公開後は、${readersJa(n)}`,
    ],
    documents: (named: readonly string[], n: number) => [
      `${n === 1 ? "Document" : `${en(n)} documents`}: ${named.join(", ")}${n > named.length ? ` and ${en(n - named.length)} more` : ""}.`,
      `対象の文書${n === 1 ? "" : `（${ja(n)} 件）`}：${named.join("、")}${n > named.length ? ` ほか ${ja(n - named.length)} 件` : ""}`,
    ],
    rule: ["Access rule: ", "アクセスルール："],
    ruleEnd: [".", "。"],
    now: (n: number, one: boolean) => [
      n === 0
        ? `Apart from administrators and developers, no user can read ${one ? "it" : "any of them"} today.`
        : `Today ${counted(n, "user")} can read ${it(one)}.`,
      n === 0 ? "管理者と開発者を除き、現在閲覧できるユーザーはいません。" : `現在は ${ja(n)} 人が閲覧できます。`,
    ],
  },
  all: ["All documents", "文書の一覧"],
  version: (version: string) => [`Version ${version}`, `版 ${version}`],
  read: ["Open the document", "文書を開く"],
  newVersion: ["Upload a new version", "新しい版をアップロード"],
  parts: ["Manage this document", "この文書の管理項目"],
  part: {
    access: ["Access", "アクセスルール"],
    history: ["History", "変更履歴"],
    explain: ["Check a user", "閲覧可否の確認"],
    fields: ["About", "文書の情報"],
    chunks: ["Contents", "内容"],
    versions: ["Versions", "内容の版"],
    draft: ["Draft", "下書き"],
  },
  notPublished: ["Not published", "未公開"],
  gone: ["This document is not published", "この文書は公開されていません"],
  goneText: [
    "It does not exist, was deleted, or is waiting as a draft.",
    "文書が存在しないか、削除されたか、下書きだけが保存されています。",
  ],
  seeDraft: ["Look for a draft", "下書きを確認"],
  delete: ["Delete", "削除"],
  deleteTitle: (title: string) => [`Delete “${title}”?`, `「${title}」を削除しますか`],
  deleteText: [
    "The document is deleted immediately, with its older versions, its original files and any draft, for all users. This cannot be undone; to restore the document, upload it again. The history of its access rule is kept.",
    "文書は、過去の版、元のファイル、公開前の下書きも含めて直ちに削除され、誰も検索・閲覧できなくなります。この操作は取り消せません。元に戻すには、もう一度アップロードする必要があります。アクセスルールの変更履歴は残ります。",
  ],
  deleteType: (document_id: string) => [
    `To delete it, type its document ID: ${document_id}`,
    `削除するには、文書 ID「${document_id}」を入力してください`,
  ],
  deleteConfirm: ["Delete this document", "この文書を削除する"],
  deleteFailed: ["The document was not deleted", "文書を削除できませんでした"],
  kinds: {
    allowed_department_codes: ["Department", "部署"],
    allowed_groups: ["Group", "グループ"],
    allowed_users: ["User", "ユーザー"],
  },
});
