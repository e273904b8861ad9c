import { FORMATS } from "../../../i18n/format.js";
import { catalog } from "../../../i18n/i18n.js";

const { number: en } = FORMATS.en;
const { number: ja } = FORMATS.ja;

const passages = (n: number) => (n === 1 ? "1 passage" : `${en(n)} passages`);

export const messages = catalog(
  {
    hint: "Every version of the contents that is kept, newest first. Readers see only the published one.",
    none: "There are no versions",
    noneText: "A document has versions once it is published. They are deleted with the document.",
    name: (n: number) => `Version ${en(n)}`,
    published: "Published",
    by: "By",
    originalFor: { admins: "Original file for administrators", readers: "Original file for readers" },
    compare: "Compare",
    compareVersion: (n: number) => `Compare version ${en(n)} with the published one`,
    comparison: (before: string, after: string) => `${before} compared with the ${after.toLowerCase()}`,
    back: "All versions",
    toDraft: "The draft",
    before: (n: number) => `Version ${en(n)}`,
    inForce: "Published version",
    draft: "Draft",
    compareDraft: "Compare with the published version",
    kind: { changed: "Changed", added: "Added", removed: "Removed" },
    same: (n: number) => (n === 1 ? "1 unchanged passage" : `${en(n)} unchanged passages`),
    noDifference: "Both versions have the same passages",
    comparing: "Comparing…",
    more: (n: number) => `Show ${en(n)} more`,
    restore: "Restore",
    restoreVersion: (n: number) => `Restore version ${en(n)}`,
    restoreTitle: (n: number) => `Restore version ${en(n)}?`,
    restoreText: (title: string, version: string) =>
      `“${title}” (${version}) is published again as a new version, and every reader of the document sees it immediately. Who may read it stays as it is, and the version published now is kept.`,
    draftDropped: "This document has a draft, which will be deleted.",
    draftUnknown: "It could not be checked whether the document has a draft, which would be deleted",
    confirm: "Restore this version",
    failed: "The version was not restored",
    restored: (n: number, as: number, changed: number) =>
      `Version ${en(n)} is published again as version ${en(as)}. ${passages(changed)} changed.`,
  },
  {
    hint: "保存されている内容の版を、新しい順に表示します。ユーザーに表示されるのは、公開中の版だけです。",
    none: "版はありません",
    noneText: "版は、文書を公開すると保存されます。文書を削除すると、版も削除されます。",
    name: (n: number) => `第 ${ja(n)} 版`,
    published: "公開中",
    by: "公開者",
    originalFor: { admins: "元のファイル：管理者用", readers: "元のファイル：閲覧者にも公開" },
    compare: "比較",
    compareVersion: (n: number) => `第 ${ja(n)} 版を公開中の版と比較`,
    comparison: (before: string, after: string) => `${before}と${after}の比較`,
    back: "版の一覧",
    toDraft: "下書きへ戻る",
    before: (n: number) => `第 ${ja(n)} 版`,
    inForce: "公開中の版",
    draft: "下書き",
    compareDraft: "公開中の版と比較",
    kind: { changed: "変更", added: "追加", removed: "削除" },
    same: (n: number) => `変更のない箇所 ${ja(n)}`,
    noDifference: "内容に違いはありません",
    comparing: "比較しています…",
    more: (n: number) => `ほか ${ja(n)} 件を表示`,
    restore: "復元",
    restoreVersion: (n: number) => `第 ${ja(n)} 版を復元`,
    restoreTitle: (n: number) => `第 ${ja(n)} 版の内容を復元しますか`,
    restoreText: (title: string, version: string) =>
      `「${title}」（${version}）を新しい版として公開し、この文書を閲覧できる人全員にすぐに表示します。アクセスルールは変わりません。現在公開中の版は、過去の版として残ります。`,
    draftDropped: "公開待ちの下書きがあり、復元すると削除されます。",
    draftUnknown: "下書きの有無を確認できませんでした（下書きがある場合、復元すると削除されます）",
    confirm: "この版を復元する",
    failed: "復元できませんでした",
    restored: (n: number, as: number, changed: number) =>
      `第 ${ja(n)} 版の内容を、第 ${ja(as)} 版として公開しました。変更のあった箇所：${ja(changed)}`,
  },
);
