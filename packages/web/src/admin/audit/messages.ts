import type { AuditKind } from "@retrieval/core/ports";
import { en, ja } from "../../i18n/format.js";
import { catalog } from "../../i18n/i18n.js";

/** All kinds, each with its name. */
const kinds = <Kinds extends Readonly<Record<AuditKind, readonly [string, string]>>>(names: Kinds) => names;

export const messages = catalog({
  title: ["Audit log", "監査ログ"],
  lead: [
    "What happened in the service, newest first. Entries are only added, never changed.",
    "サービスで行われた操作を、新しい順に表示します。記録の変更や削除はできません。",
  ],
  questions: {
    entries: ["What happened", "操作の一覧"],
    "who-could-read": ["Who could read a document", "文書を閲覧できた人"],
    "could-read": ["What a user could read", "ユーザーが閲覧できた文書"],
  },
  user: ["User", "ユーザー"],
  as: (typed: string) => [`“${typed}”, as typed`, `「${typed}」をそのまま指定`],
  number: ["Employee number", "社員番号"],
  document: ["Document", "文書"],
  kind: ["Kind", "種類"],
  allKinds: ["Everything", "すべて"],
  /** In the order in which users look for them: changes of access first. */
  kinds: kinds({
    "rule-changed": ["Changes to access", "アクセスルールの変更"],
    "document-published": ["Published documents", "文書の公開"],
    "version-in-force": ["Versions that came into force", "版の施行"],
    "version-withdrawn": ["Withdrawn versions", "版の取り下げ"],
    "version-changed": ["Corrected versions", "版の訂正"],
    "abolition-planned": ["Planned abolitions", "廃止の予定"],
    "abolition-cancelled": ["Cancelled abolitions", "廃止の取りやめ"],
    "document-abolished": ["Abolished documents", "文書の廃止"],
    "document-destroyed": ["Destroyed texts", "本文の破棄"],
    "document-unchanged": ["Uploads without a change", "変更のないアップロード"],
    "document-deleted": ["Deleted documents", "文書の削除"],
    "document-changed": ["Changes to a document’s fields", "文書の項目の変更"],
    "readers-reminded": ["Reminders to confirm", "確認の再通知"],
    "user-changed": ["Changes to a user", "ユーザーの変更"],
    "users-imported": ["Imports of users", "ユーザーの取り込み"],
    "user-signed-out": ["Sessions ended by an administrator", "管理者によるサインアウト"],
    "user-exported": ["Exports of a user’s data", "個人データの出力"],
    "user-erased": ["Erased users", "個人データの消去"],
    "token-created": ["Created access tokens", "アクセストークンの発行"],
    "token-first-used": ["First uses of access tokens", "アクセストークンの最初の使用"],
    "token-revoked": ["Revoked access tokens", "アクセストークンの取り消し"],
    "departments-replaced": ["Changes to the department master", "部署マスターの更新"],
    "draft-saved": ["Saved drafts", "下書きの保存"],
    "draft-returned": ["Returned drafts", "下書きの差し戻し"],
    "draft-read": ["Drafts that were read", "下書きの閲覧"],
    "draft-deleted": ["Deleted drafts", "下書きの削除"],
    "access-explained": ["Questions about access", "閲覧可否の照会"],
    "front-page-changed": ["Questions on the front page", "トップページの質問の変更"],
    "vocabulary-changed": ["Vocabulary", "語彙の変更"],
    "question-answered": ["Answered questions", "質問への回答"],
    "answer-judged": ["Judged answers", "回答の評価"],
    "audit-exported": ["Exports of the audit log", "監査ログの書き出し"],
    "webhook-changed": ["Changes of webhooks", "Webhook の変更"],
    "job-cancelled": ["Cancelled jobs", "ジョブの取り消し"],
    "sign-in": ["Sign-ins", "サインイン"],
    "sign-in-refused": ["Refused sign-ins", "サインインの拒否"],
    "management-refused": ["Refused management requests", "管理操作の拒否"],
  }),
  hideSignIns: ["Hide sign-ins", "サインインを表示しない"],
  hideSignInsHint: ["Refused ones stay.", "拒否されたサインインは表示します。"],
  from: ["From", "開始日時"],
  to: ["To", "終了日時"],
  reversed: ["This is before the start; choose a later time.", "開始日時より前です。開始日時以降を指定してください。"],
  zone: (zone: string) => [`This browser’s time (${zone})`, `このブラウザーの時刻（${zone}）`],
  show: ["Show", "表示"],
  clear: ["Clear the filters", "条件をすべて解除"],
  nothing: ["There are no entries yet", "記録はまだありません"],
  noMatch: ["No entries match", "条件に合う記録はありません"],
  noMatchText: ["Remove a filter, or choose a longer period.", "条件を減らすか、期間を広げてください。"],
  searching: ["Searching…", "検索しています…"],
  list: ["Entries", "記録の一覧"],
  details: ["Details", "詳細"],
  at: ["As of", "基準日時"],
  atHint: (zone: string) => [
    `This browser’s time (${zone}). A future time shows the present state.`,
    `このブラウザーの時刻（${zone}）です。未来の日時を指定すると、現在の状態を表示します。`,
  ],
  ask: ["Ask", "照会"],
  erasedThen: (n: number) => [
    `${n === 1 ? "1 erased user was" : `${en(n)} erased users were`} active then. By departments and groups, which are erased too, they may have been able to read it.`,
    `ほかに、当時は有効で、その後に個人データが消去された利用者が ${ja(n)} 人います。部署とグループの記録も消去されたため、閲覧できたかどうかはわかりません。`,
  ],
  past: {
    "who-could-read": {
      lead: [
        "The users who could read the document at a given time, and why. The audit log records each question.",
        "指定した時点でその文書を閲覧できた人と、その理由を表示します。照会したことも監査ログに記録されます。",
      ],
      choose: ["Choose a document", "文書を指定してください"],
      count: (n: number) => [
        n === 0 ? "No user could read it." : n === 1 ? "1 user could read it." : `${en(n)} users could read it.`,
        n === 0 ? "閲覧できた人はいません。" : `閲覧できた人は ${ja(n)} 人です。`,
      ],
      notThen: ["The document did not exist at that time", "この文書は、指定の時点では存在していません"],
    },
    "could-read": {
      lead: [
        "The documents that the user could read at a given time, and why. The audit log records each question.",
        "指定した時点でそのユーザーが閲覧できた文書と、その理由を表示します。照会したことも監査ログに記録されます。",
      ],
      choose: ["Choose a user", "ユーザーを指定してください"],
      count: (n: number) => [
        n === 0
          ? "The user could not read any document."
          : n === 1
            ? "The user could read 1 document."
            : `The user could read ${en(n)} documents.`,
        n === 0 ? "閲覧できた文書はありません。" : `閲覧できた文書は ${ja(n)} 件です。`,
      ],
      notThen: ["The user did not exist at that time", "このユーザーは、指定の時点では登録されていません"],
    },
  },
  askText: [
    "You can ask about any time since the audit log began.",
    "監査ログの記録開始以降であれば、どの時点の状態でも照会できます。",
  ],
  asOf: (what: string, moment: string) => [`${what}, as of ${moment}`, `${what}（${moment} 時点）`],
  name: ["Name", "氏名"],
  why: ["Why", "理由"],
  documentTitle: ["Title", "題名"],
  version: ["Version", "版"],
  and: ["; ", "、"],
  notThenText: [
    "Check the employee number or document ID, and the time. The audit log does not reach back before its beginning.",
    "文書 ID または社員番号と、日時を確認してください。監査ログの記録開始より前の状態は照会できません。",
  ],
});
