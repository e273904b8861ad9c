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
  activeSince: (date: string) => [`Active since ${date}`, `${date} から有効`],
  inactiveSince: (date: string) => [`Inactive since ${date}`, `${date} から無効`],
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
  noSessions: ["An inactive user has no session.", "無効なユーザーには、セッションはありません。"],
});
