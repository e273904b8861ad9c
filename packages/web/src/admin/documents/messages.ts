import { FORMATS } from "../../i18n/format.js";
import { catalog } from "../../i18n/i18n.js";
import type { JobAnswer } from "./answers.js";

const { number: en } = FORMATS.en;
const { number: ja } = FORMATS.ja;

type Contents = NonNullable<JobAnswer["contents"]>;

const counted = (n: number, one: string, many: string) => `${en(n)} ${n === 1 ? one : many}`;

/** @param one false: it is about several documents */
const it = (one: boolean) => (one ? "it" : "each of them");
const readers = (n: number, one: boolean) =>
  `${n === 0 ? "Only administrators and developers" : counted(n, "user", "users")} will be able to read ${it(one)}`;
const readersJa = (n: number) => (n === 0 ? "閲覧できるのは管理者と開発者だけです" : `${ja(n)} 人が閲覧できます`);

export const messages = catalog(
  {
    title: "Documents",
    hint: "All published documents, and who may read them.",
    upload: "Upload documents",
    filter: "Filter by title or document ID",
    columns: { title: "Title", id: "Document ID", version: "Version", access: "Who may read" },
    none: "There are no documents yet",
    noneText: "Upload the first one.",
    noMatch: "No documents match",
    picker: { hint: "By title or document ID", searching: "Searching…", notPublished: "not published now" },
    meaning: (done: number, all: number) =>
      `Search by meaning: ${en(done)} of ${en(all)} ${all === 1 ? "document" : "documents"} ready`,
    meaningKeptBack: (n: number) =>
      `${n === 1 ? "1 document is" : `${en(n)} documents are`} found by words only: restricted documents are not sent to the model.`,
    models: {
      sentTo: (hosts: readonly string[]) => `Documents and questions are sent to ${hosts.join(", ")}`,
      purpose: {
        embedding: (model: string) => `Search by meaning: ${model}`,
        rerank: (model: string) => `Order of results: ${model}`,
        answer: (model: string) => `Answers: ${model}`,
      },
      at: (model: string, host: string, isOwn: boolean) =>
        `${model} at ${host}, ${isOwn ? "in your own network" : "outside your network"}`,
      onlyOpen: "Questions, and documents that are open to everyone",
      every: "Questions, and every document, restricted ones too",
    },
    drafts: "Drafts waiting to be published",
    draftOfNew: "Not published before",
    draftOfPublished: "An older version is published",
    access: {
      everyone: "Everyone",
      restricted: "Only administrators and developers",
      departments: (n: number) => counted(n, "department", "departments"),
      groups: (n: number) => counted(n, "group", "groups"),
      users: (n: number) => counted(n, "user", "users"),
      together: (parts: readonly string[]) => parts.join(", "),
    },
    named: {
      kinds: {
        allowed_department_codes: (n: number): string => (n === 1 ? "department " : "departments "),
        allowed_groups: (n: number): string => (n === 1 ? "group " : "groups "),
        allowed_users: (n: number): string => (n === 1 ? "user " : "users "),
      },
      between: ", ",
      betweenLists: "; ",
      more: (n: number) => ` and ${en(n)} more`,
    },
    publication: {
      atOnce: (n: number, one: boolean) => `${readers(n, one)} immediately`,
      later: (n: number, one: boolean) => `${readers(n, one)} once it is published`,
      byFile: (n: number, one: boolean) =>
        `${readers(n, one)} once it is published, unless the file brings a rule of its own`,
      documents: (named: readonly string[], n: number) =>
        `${n === 1 ? "Document" : `${en(n)} documents`}: ${named.join(", ")}${n > named.length ? ` and ${en(n - named.length)} more` : ""}.`,
      rule: "Access rule: ",
      ruleEnd: ".",
      now: (n: number, one: boolean) =>
        n === 0
          ? `Apart from administrators and developers, no user can read ${one ? "it" : "any of them"} today.`
          : `Today ${counted(n, "user", "users")} can read ${it(one)}.`,
    },
    all: "All documents",
    version: (version: string) => `Version ${version}`,
    read: "Open the document",
    newVersion: "Upload a new version",
    parts: "Manage this document",
    part: {
      access: "Access",
      history: "History",
      explain: "Check a user",
      chunks: "Contents",
      versions: "Versions",
      draft: "Draft",
    },
    notPublished: "Not published",
    gone: "This document is not published",
    goneText: "It does not exist, was deleted, or is waiting as a draft.",
    seeDraft: "Look for a draft",
    more: (n: number) => `Show ${en(n)} more`,
    delete: "Delete",
    deleteTitle: (title: string) => `Delete “${title}”?`,
    deleteText:
      "The document is deleted immediately, with its older versions, its original files and any draft, for all users. This cannot be undone; to restore the document, upload it again. The history of its access rule is kept.",
    deleteType: (document_id: string) => `To delete it, type its document ID: ${document_id}`,
    deleteConfirm: "Delete this document",
    deleteFailed: "The document was not deleted",
    service: "The service itself",
    notRegistered: "not registered",
    notInMaster: "not in the department master",
    inactive: "deactivated",
    kinds: { allowed_department_codes: "Department", allowed_groups: "Group", allowed_users: "User" },
    changes: {
      unchanged: (n: number) => `${en(n)} unchanged`,
      changed: (n: number) => `${en(n)} changed`,
      added: (n: number) => `${en(n)} added`,
      removed: (n: number) => `${en(n)} removed`,
    },
    changesLabel: "Passages, compared with the previous version",
    passages: (n: number, contents: Contents | null) =>
      `${counted(n, "passage", "passages")} read${contents ? ` (${counted(contents.chapters, "chapter", "chapters")}, ${counted(contents.articles, "article", "articles")}, ${counted(contents.tables, "table", "tables")})` : ""}`,
    warnings: "Please review",
  },
  {
    title: "文書の管理",
    hint: "公開中の文書と、それぞれを閲覧できる人の一覧です。",
    upload: "文書をアップロード",
    filter: "題名または文書 ID で絞り込む",
    columns: { title: "題名", id: "文書 ID", version: "版", access: "閲覧できる人" },
    none: "文書はまだありません",
    noneText: "最初の文書をアップロードしてください。",
    noMatch: "条件に合う文書はありません",
    picker: { hint: "題名または文書 ID", searching: "検索しています…", notPublished: "公開中の文書にはありません" },
    meaning: (done: number, all: number) => `意味による検索の準備：${ja(all)} 件中 ${ja(done)} 件完了`,
    meaningKeptBack: (n: number) =>
      `${ja(n)} 件の文書は、閲覧が制限されているためモデルに送信されません。キーワードでのみ検索できます。`,
    models: {
      sentTo: (hosts: readonly string[]) => `文書と質問の送信先：${hosts.join("、")}`,
      purpose: {
        embedding: (model: string) => `意味による検索：${model}`,
        rerank: (model: string) => `検索結果の並べ替え：${model}`,
        answer: (model: string) => `回答の作成：${model}`,
      },
      at: (model: string, host: string, isOwn: boolean) => `${model}（${host}、${isOwn ? "社内" : "社外"}）`,
      onlyOpen: "質問と、全員に公開している文書",
      every: "質問と、閲覧が制限された文書を含むすべての文書",
    },
    drafts: "公開待ちの下書き",
    draftOfNew: "未公開の文書",
    draftOfPublished: "前の版を公開中",
    access: {
      everyone: "全員",
      restricted: "管理者と開発者のみ",
      departments: (n: number) => `${ja(n)} 部署`,
      groups: (n: number) => `${ja(n)} グループ`,
      users: (n: number) => `${ja(n)} 人`,
      together: (parts: readonly string[]) => parts.join("・"),
    },
    named: {
      kinds: {
        allowed_department_codes: () => "部署 ",
        allowed_groups: () => "グループ ",
        allowed_users: () => "ユーザー ",
      },
      between: "、",
      betweenLists: " ／ ",
      more: (n: number) => `、ほか ${ja(n)} 件`,
    },
    publication: {
      atOnce: (n: number) => `公開後すぐに、${readersJa(n)}`,
      later: (n: number) => `公開後は、${readersJa(n)}`,
      byFile: (n: number) => `ファイルにアクセスルールの指定がない場合、公開後は、${readersJa(n)}`,
      documents: (named: readonly string[], n: number) =>
        `対象の文書${n === 1 ? "" : `（${ja(n)} 件）`}：${named.join("、")}${n > named.length ? ` ほか ${ja(n - named.length)} 件` : ""}`,
      rule: "アクセスルール：",
      ruleEnd: "。",
      now: (n: number) =>
        n === 0 ? "管理者と開発者を除き、現在閲覧できるユーザーはいません。" : `現在は ${ja(n)} 人が閲覧できます。`,
    },
    all: "文書の一覧",
    version: (version: string) => `版 ${version}`,
    read: "文書を開く",
    newVersion: "新しい版をアップロード",
    parts: "この文書の管理項目",
    part: {
      access: "アクセスルール",
      history: "変更履歴",
      explain: "閲覧可否の確認",
      chunks: "内容",
      versions: "内容の版",
      draft: "下書き",
    },
    notPublished: "未公開",
    gone: "この文書は公開されていません",
    goneText: "文書が存在しないか、削除されたか、下書きだけが保存されています。",
    seeDraft: "下書きを確認",
    more: (n: number) => `ほか ${ja(n)} 件を表示`,
    delete: "削除",
    deleteTitle: (title: string) => `「${title}」を削除しますか`,
    deleteText:
      "文書は、過去の版、元のファイル、公開前の下書きも含めて直ちに削除され、誰も検索・閲覧できなくなります。この操作は取り消せません。元に戻すには、もう一度アップロードする必要があります。アクセスルールの変更履歴は残ります。",
    deleteType: (document_id: string) => `削除するには、文書 ID「${document_id}」を入力してください`,
    deleteConfirm: "この文書を削除する",
    deleteFailed: "文書を削除できませんでした",
    service: "サービス自身",
    notRegistered: "未登録",
    notInMaster: "部署マスターに未登録",
    inactive: "無効",
    kinds: { allowed_department_codes: "部署", allowed_groups: "グループ", allowed_users: "ユーザー" },
    changes: {
      unchanged: (n: number) => `変更なし ${ja(n)}`,
      changed: (n: number) => `変更 ${ja(n)}`,
      added: (n: number) => `追加 ${ja(n)}`,
      removed: (n: number) => `削除 ${ja(n)}`,
    },
    changesLabel: "前の版からの変更箇所",
    passages: (n: number, contents: Contents | null) =>
      `${ja(n)} か所を読み取りました${contents ? `（章 ${ja(contents.chapters)}、条 ${ja(contents.articles)}、表 ${ja(contents.tables)}）` : ""}`,
    warnings: "ご確認ください",
  },
);
