import { catalog } from "../../../i18n/i18n.js";

/** The texts of one user's page; those that the list shares are in `user-messages.ts`. */
export const messages = catalog({
  all: ["All users", "ユーザーの一覧"],
  unknown: ["No such user", "該当するユーザーはいません"],
  unknownText: [
    "No user has this number. Check it, or find the user in the list.",
    "この社員番号のユーザーは登録されていません。番号を確認するか、一覧から探してください。",
  ],
  registered: ["Known to the service since", "登録日"],
  activeSince: (date: string) => [`Active since ${date}`, `${date}から有効`],
  inactiveSince: (date: string) => [`Inactive since ${date}`, `${date}から無効`],
  lastSignIn: ["Last sign-in", "最後のサインイン"],
  neverSignedIn: ["None in the audit log", "監査ログに記録なし"],
  auditLog: ["Audit log of this user", "このユーザーの監査ログ"],
  change: ["Change", "変更"],
  department: ["Department code", "部署コード"],
  departmentText: [
    "Not shown here. The portal sets it again with the next file or record that has a department.",
    "現在の部署は表示されません。次にポータルのファイルや同期データに部署があれば、その部署に戻ります。",
  ],
  keep: ["Leave as it is", "変更しない"],
  noDepartment: ["No department code", "部署コードなし"],
  addGroups: ["Add groups", "追加するグループ"],
  removeGroups: ["Remove groups", "外すグループ"],
  groupsText: [
    "The user’s groups are not shown. Those that you do not name here stay.",
    "現在のグループは表示されません。ここで指定しないグループは、そのまま残ります。",
  ],
  chosenAdd: ["Groups to add", "追加するグループの一覧"],
  chosenRemove: ["Groups to remove", "外すグループの一覧"],
  unchoose: ["Do not change this group", "選択を取り消す"],
  saved: ["Saved. It takes effect with the user’s next request.", "保存しました。ユーザーの次の操作から有効です。"],
  discard: ["Discard", "元に戻す"],
  readable: ["Documents that the user may read", "閲覧できる文書"],
  readableText: ["Each look is recorded in the audit log.", "表示するたびに、監査ログに記録されます。"],
  show: ["Show the documents, and why", "文書とその理由を表示"],
  sessions: ["Sessions", "セッション"],
  sessionsText: [
    "Signs the user out on every device and ends every access token. The user can sign in again.",
    "すべての端末からサインアウトさせ、アクセストークンもすべて無効にします。ユーザーは再びサインインできます。",
  ],
  data: ["Personal data", "個人データ"],
  dataText: [
    "For a request of access or erasure. The audit log records each.",
    "開示や消去の請求があったときに使います。監査ログに記録されます。",
  ],
  exportData: ["Export data", "データを出力"],
  exportFailed: ["The data was not exported", "データを出力できませんでした"],
  erase: ["Erase", "個人データを消去"],
  eraseLater: [
    "An active user cannot be erased: deactivate the user first, and erase after 24 hours.",
    "有効なユーザーの個人データは消去できません。先に無効にし、24 時間が経過してから消去してください。",
  ],
  eraseTitle: (user: string) => [`Erase the personal data of ${user}?`, `${user} さんの個人データを消去しますか`],
  eraseGoes: [
    "Name, e-mail, department, groups, tokens and the number of the user go, also from the audit log.",
    "氏名、メールアドレス、部署、グループ、トークン、社員番号が、監査ログからも消去されます。",
  ],
  eraseStays: [
    "The entries, confirmations and grants stay under a random pseudonym, so that all numbers stay.",
    "記録、確認、個別の許可は、無作為な仮名で残ります。確認などの人数は変わりません。",
  ],
  eraseForever: [
    "It cannot be undone. Remove the user from the portal’s data too.",
    "元に戻せません。ポータルのデータからも除いてください。",
  ],
  eraseConfirm: ["Erase for good", "消去する"],
  notErased: ["Nothing was erased", "消去できませんでした"],
  noSessions: ["An inactive user has no session.", "無効なユーザーには、セッションはありません。"],
});
