import { catalog } from "../i18n/i18n.js";

export const messages = catalog({
  title: ["Access for assistants and scripts", "アシスタント・スクリプト用のアクセス"],
  lead: [
    "With an access token, an assistant or a script reads and searches the documents that the access rules allow you. It changes nothing, and it ends at the latest after 90 days. You can create one within 10 minutes of signing in; later, open the document search from the portal again first. Applications that you connected are listed here too.",
    "アクセストークンを使うと、アシスタントやスクリプトから、アクセスルールであなたに許可されている文書を検索・閲覧できます。変更の操作はできません。有効期間は最長 90 日です。発行できるのは、サインインから 10 分以内です。過ぎた場合は、社内ポータルから文書検索を開き直してください。接続したアプリケーションも、ここに表示されます。",
  ],
  off: ["Access tokens are turned off", "アクセストークンは利用できません"],
  offText: [
    "The operator has turned them off for this service.",
    "このサービスでは、運用担当者がアクセストークンの利用を停止しています。",
  ],
  create: ["Create a token", "トークンを発行"],
  name: ["Name", "名前"],
  nameHint: [
    "For yourself, to tell your tokens apart. Administrators see it too.",
    "トークンを見分けるための名前です。管理者にも表示されます。",
  ],
  audience: ["For", "用途"],
  audiences: {
    mcp: ["An assistant (MCP)", "アシスタント（MCP）"],
    api: ["A script (API)", "スクリプト（API）"],
    authzen: ["Another service (AuthZEN)", "ほかのサービス（AuthZEN）"],
  },
  application: ["A connected application (MCP)", "接続したアプリケーション（MCP）"],
  audienceTexts: {
    mcp: ["Opens the address for assistants, and nothing else.", "アシスタント用のアドレスだけを利用できます。"],
    api: ["Opens the reading operations of the API.", "API のうち、閲覧の操作だけを利用できます。"],
    authzen: [
      "Asks who may read which document, for as long as you are an administrator. It reads no document.",
      "誰がどの文書を閲覧できるかを、あなたが管理者である間、照会できます。文書は閲覧できません。",
    ],
  },
  allDocuments: ["Reads all documents", "すべての文書を閲覧"],
  allDocumentsHint: [
    "Also those that the access rules close to you, for as long as you are an administrator.",
    "アクセスルールであなたに許可されていない文書も、あなたが管理者である間は閲覧できます。",
  ],
  days: ["Lives for", "有効期間"],
  daysOf: (n: number) => [n === 1 ? "1 day" : `${n} days`, `${n} 日間`],
  createConfirm: ["Create", "発行"],
  notCreated: ["The token was not created", "トークンを発行できませんでした"],
  created: (name: string) => [`The token “${name}” is created`, `トークン「${name}」を発行しました`],
  once: [
    "Copy it now: it is not shown again. Keep it like a password: its holder can read what the token reads.",
    "今すぐコピーしてください。この画面を閉じると、二度と表示されません。このトークンを持つ人は、トークンで閲覧できる文書をすべて閲覧できますので、パスワードと同じように管理してください。",
  ],
  copy: ["Copy the token", "トークンをコピー"],
  copyExample: ["Copy the example", "例をコピー"],
  example: {
    api: ["Example for a script", "スクリプトでの使用例"],
    mcp: ["Example for an assistant’s configuration", "アシスタントの設定例"],
    authzen: ["Example of a question", "照会の例"],
  },
  close: ["I have copied it", "コピーしたので閉じる"],
  list: ["Your tokens", "発行済みのトークン"],
  none: ["There are no tokens", "トークンはありません"],
  expires: ["Expires", "有効期限"],
  lastUsed: ["Last used", "最後の使用"],
  never: ["Never", "未使用"],
  actions: ["Actions", "操作"],
  revoke: ["Revoke", "取り消す"],
  of: (what: string) => [` ${what}`, `（${what}）`],
  revokeTitle: (name: string) => [`Revoke the token “${name}”?`, `トークン「${name}」を取り消しますか？`],
  revokeText: [
    "What uses it loses access at once. This cannot be undone.",
    "このトークンを使っているアシスタントやスクリプトは、すぐに利用できなくなります。元に戻すことはできません。",
  ],
  notRevoked: ["The token was not revoked", "トークンを取り消せませんでした"],
  revoked: (name: string) => [`The token “${name}” is revoked.`, `トークン「${name}」を取り消しました。`],
  ofUser: ["Access tokens", "アクセストークン"],
  ofUserText: [
    "The user created them for assistants and scripts. They read only what the user may read.",
    "ユーザーがアシスタントやスクリプト用に発行したものです。本人が閲覧できる文書だけを閲覧できます。",
  ],
});
