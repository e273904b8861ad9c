import { counted, en, ja } from "../../i18n/format.js";
import { catalog } from "../../i18n/i18n.js";

export const messages = catalog({
  title: ["Users", "ユーザー"],
  filter: ["Filter by number or name", "社員番号または氏名で絞り込む"],
  withoutCode: ["Only users without a department code", "部署コードのないユーザーだけを表示"],
  withoutCodeText: [
    "Their department is missing or not in the department master, so they cannot read documents for departments.",
    "部署が未登録、または部署マスターにないため、部署向けの文書を閲覧できません。",
  ],
  add: ["Add a user", "ユーザーを追加"],
  import: ["Import a file", "ファイルから取り込む"],
  list: ["Users", "ユーザーの一覧"],
  number: ["Number", "社員番号"],
  name: ["Name", "氏名"],
  role: ["Role", "権限"],
  state: ["State", "状態"],
  roles: {
    user: ["User", "一般ユーザー"],
    developer: ["Developer", "開発者"],
    admin: ["Administrator", "管理者"],
  },
  roleTexts: {
    user: ["Sees the documents that are open to them.", "許可された文書だけを閲覧できます。"],
    developer: ["Sees every document.", "すべての文書を閲覧できます。"],
    admin: [
      "Sees every document, and administers documents and users.",
      "すべての文書を閲覧し、文書とユーザーを管理できます。",
    ],
  },
  active: ["Active", "有効"],
  inactive: ["Inactive", "無効"],
  activeText: ["Can sign in.", "サインインできます。"],
  inactiveText: ["Cannot sign in and sees nothing.", "サインインできず、何も閲覧できません。"],
  shown: (n: number, more: boolean) => [
    more ? `Showing the first ${en(n)}` : counted(n, "user"),
    more ? `先頭の ${ja(n)} 人を表示中` : `${ja(n)} 人`,
  ],
  searching: ["Searching…", "検索しています…"],
  none: ["There are no users yet", "ユーザーはまだ登録されていません"],
  noneText: [
    "Import the file that the portal exports, or add users one by one.",
    "ポータルから出力したファイルを取り込むか、1 人ずつ追加してください。",
  ],
  noMatch: ["No users match", "条件に合うユーザーはいません"],
  allHaveCode: ["All users have a department code", "部署コードのないユーザーはいません"],
  save: ["Save the change", "変更を保存"],
  deactivates: (name: string) => [
    `${name} can no longer sign in. A session that is open ends with its next request. A synchronisation whose data still has the user reactivates them: remove the user from the portal’s data too.`,
    `${name} さんはサインインできなくなります。利用中のセッションは、本人が次に操作した時点で終了します。ただし、ポータルの同期データやファイルに残っていると、次の同期で再び有効になります。ポータル側でも除いてください。`,
  ],
  tokensEnd: (n: number | undefined) => [
    n === 0
      ? null
      : `All access tokens${n === undefined ? "" : ` (${n})`} end for good, too; assistants and scripts need new ones.`,
    n === 0
      ? null
      : `アクセストークン${n === undefined ? "" : `（${n} 個）`}もすべて無効になり、元には戻せません。アシスタントやスクリプトで続けて使うには、新しいトークンの発行が必要です。`,
  ],
  reactivates: (name: string) => [
    `${name} can sign in again, and sees what is open to them now.`,
    `${name} さんは再びサインインでき、現在許可されている文書を閲覧できます。`,
  ],
  becomes: {
    user: (name: string) => [
      `${name} will see only the documents that are open to them.`,
      `${name} さんが閲覧できるのは、許可された文書だけになります。`,
    ],
    developer: (name: string) => [
      `${name} will see every document.`,
      `${name} さんは、すべての文書を閲覧できるようになります。`,
    ],
    admin: (name: string) => [
      `${name} will see every document, and can administer documents and users.`,
      `${name} さんは、すべての文書の閲覧と、文書・ユーザーの管理ができるようになります。`,
    ],
  },
  roleLater: ["The role takes effect once the user is active.", "権限は、ユーザーが有効になってから適用されます。"],
  notChanged: ["Nothing was changed", "変更できませんでした"],
  endSessions: ["End sessions", "セッションを終了"],
  endSessionsOf: (user: string) => [`End all sessions of ${user}?`, `${user} さんのセッションをすべて終了しますか`],
  endSessionsText: (name: string) => [
    `${name} is signed out on every device, and can sign in again from the portal. To prevent that, make the user inactive.`,
    `${name} さんは、すべての端末でサインアウトされます。ポータルから再びサインインできます。サインインできないようにするには、ユーザーを無効にしてください。`,
  ],
  endOwnSessions: [
    "You are signed out on every device, here too. To come back, open the document search from the portal.",
    "ご自身が、この画面を含むすべての端末でサインアウトされます。続けるには、ポータルから文書検索を開いてください。",
  ],
  endSessionsConfirm: ["End all sessions", "すべて終了"],
  sessionsEnded: (user: string) => [
    `All sessions of ${user} were ended.`,
    `${user} さんのセッションをすべて終了しました。`,
  ],
  sessionsNotEnded: ["The sessions were not ended", "セッションを終了できませんでした"],
  addTitle: ["Add a user", "ユーザーの追加"],
  addText: [
    "The portal’s files add and update users too. Existing users are not changed here.",
    "ユーザーは、ポータルから出力したファイルでも追加・更新できます。登録済みのユーザーがここで変更されることはありません。",
  ],
  email: ["E-mail (optional)", "メールアドレス（任意）"],
  department: ["Department", "部署"],
  noDepartment: ["None or unknown", "なし、または不明"],
  addConfirm: ["Add", "追加"],
  taken: ["This number is already registered.", "この社員番号はすでに登録されています。"],
  added: (user: string) => [`${user} was added.`, `${user} さんを追加しました。`],
  notAdded: ["No user was added", "追加できませんでした"],
});
