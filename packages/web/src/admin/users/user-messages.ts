import { FORMATS } from "../../i18n/format.js";
import { catalog } from "../../i18n/i18n.js";

const { number: en } = FORMATS.en;
const { number: ja } = FORMATS.ja;

export const messages = catalog(
  {
    title: "Users",
    filter: "Filter by number or name",
    withoutCode: "Only users without a department code",
    withoutCodeText:
      "Their department is missing or not in the department master, so they cannot read documents for departments.",
    add: "Add a user",
    import: "Import a file",
    list: "Users",
    number: "Number",
    name: "Name",
    role: "Role",
    state: "State",
    roles: { user: "User", developer: "Developer", admin: "Administrator" },
    roleTexts: {
      user: "Sees the documents that are open to them.",
      developer: "Sees every document.",
      admin: "Sees every document, and administers documents and users.",
    },
    active: "Active",
    inactive: "Inactive",
    activeText: "Can sign in.",
    inactiveText: "Cannot sign in and sees nothing.",
    shown: (n: number, more: boolean) => (more ? `Showing the first ${en(n)}` : n === 1 ? "1 user" : `${en(n)} users`),
    searching: "Searching…",
    none: "There are no users yet",
    noneText: "Import the file that the portal exports, or add users one by one.",
    noMatch: "No users match",
    allHaveCode: "All users have a department code",
    save: "Save the change",
    deactivates: (name: string) =>
      `${name} can no longer sign in. A session that is open ends with its next request. A synchronisation whose data still has the user reactivates them: remove the user from the portal’s data too.`,
    tokensEnd: (n: number | undefined) =>
      n === 0
        ? null
        : `All access tokens${n === undefined ? "" : ` (${n})`} end for good, too; assistants and scripts need new ones.`,
    reactivates: (name: string) => `${name} can sign in again, and sees what is open to them now.`,
    becomes: {
      user: (name: string) => `${name} will see only the documents that are open to them.`,
      developer: (name: string) => `${name} will see every document.`,
      admin: (name: string) => `${name} will see every document, and can administer documents and users.`,
    },
    roleLater: "The role takes effect once the user is active.",
    notChanged: "Nothing was changed",
    endSessions: "End sessions",
    endSessionsOf: (user: string) => `End all sessions of ${user}?`,
    endSessionsText: (name: string) =>
      `${name} is signed out on every device, and can sign in again from the portal. To prevent that, make the user inactive.`,
    endOwnSessions:
      "You are signed out on every device, here too. To come back, open the document search from the portal.",
    endSessionsConfirm: "End all sessions",
    sessionsEnded: (user: string) => `All sessions of ${user} were ended.`,
    sessionsNotEnded: "The sessions were not ended",
    addTitle: "Add a user",
    addText: "The portal’s files add and update users too. Existing users are not changed here.",
    email: "E-mail (optional)",
    department: "Department",
    noDepartment: "None or unknown",
    addConfirm: "Add",
    taken: "This number is already registered.",
    added: (user: string) => `${user} was added.`,
    notAdded: "No user was added",
  },
  {
    title: "ユーザー",
    filter: "社員番号または氏名で絞り込む",
    withoutCode: "部署コードのないユーザーだけを表示",
    withoutCodeText: "部署が未登録、または部署マスターにないため、部署向けの文書を閲覧できません。",
    add: "ユーザーを追加",
    import: "ファイルから取り込む",
    list: "ユーザーの一覧",
    number: "社員番号",
    name: "氏名",
    role: "権限",
    state: "状態",
    roles: { user: "一般ユーザー", developer: "開発者", admin: "管理者" },
    roleTexts: {
      user: "許可された文書だけを閲覧できます。",
      developer: "すべての文書を閲覧できます。",
      admin: "すべての文書を閲覧し、文書とユーザーを管理できます。",
    },
    active: "有効",
    inactive: "無効",
    activeText: "サインインできます。",
    inactiveText: "サインインできず、何も閲覧できません。",
    shown: (n: number, more: boolean) => (more ? `先頭の ${ja(n)} 人を表示中` : `${ja(n)} 人`),
    searching: "検索しています…",
    none: "ユーザーはまだ登録されていません",
    noneText: "ポータルから出力したファイルを取り込むか、1 人ずつ追加してください。",
    noMatch: "条件に合うユーザーはいません",
    allHaveCode: "部署コードのないユーザーはいません",
    save: "変更を保存",
    deactivates: (name: string) =>
      `${name} さんはサインインできなくなります。利用中のセッションは、本人が次に操作した時点で終了します。ただし、ポータルの同期データやファイルに残っていると、次の同期で再び有効になります。ポータル側でも除いてください。`,
    tokensEnd: (n: number | undefined) =>
      n === 0
        ? null
        : `アクセストークン${n === undefined ? "" : `（${n} 個）`}もすべて無効になり、元には戻せません。アシスタントやスクリプトで続けて使うには、新しいトークンの発行が必要です。`,
    reactivates: (name: string) => `${name} さんは再びサインインでき、現在許可されている文書を閲覧できます。`,
    becomes: {
      user: (name: string) => `${name} さんが閲覧できるのは、許可された文書だけになります。`,
      developer: (name: string) => `${name} さんは、すべての文書を閲覧できるようになります。`,
      admin: (name: string) => `${name} さんは、すべての文書の閲覧と、文書・ユーザーの管理ができるようになります。`,
    },
    roleLater: "権限は、ユーザーが有効になってから適用されます。",
    notChanged: "変更できませんでした",
    endSessions: "セッションを終了",
    endSessionsOf: (user: string) => `${user} さんのセッションをすべて終了しますか`,
    endSessionsText: (name: string) =>
      `${name} さんは、すべての端末でサインアウトされます。ポータルから再びサインインできます。サインインできないようにするには、ユーザーを無効にしてください。`,
    endOwnSessions:
      "ご自身が、この画面を含むすべての端末でサインアウトされます。続けるには、ポータルから文書検索を開いてください。",
    endSessionsConfirm: "すべて終了",
    sessionsEnded: (user: string) => `${user} さんのセッションをすべて終了しました。`,
    sessionsNotEnded: "セッションを終了できませんでした",
    addTitle: "ユーザーの追加",
    addText:
      "ユーザーは、ポータルから出力したファイルでも追加・更新できます。登録済みのユーザーがここで変更されることはありません。",
    email: "メールアドレス（任意）",
    department: "部署",
    noDepartment: "なし、または不明",
    addConfirm: "追加",
    taken: "この社員番号はすでに登録されています。",
    added: (user: string) => `${user} さんを追加しました。`,
    notAdded: "追加できませんでした",
  },
);
