import { en, ja } from "../../i18n/format.js";
import { catalog } from "../../i18n/i18n.js";

export const messages = catalog({
  title: ["Departments and groups", "部署・グループ"],
  kinds: {
    departments: ["Departments", "部署"],
    groups: ["Groups", "グループ"],
  },
  hint: [
    "Access rules name departments and groups. The numbers count active users who are neither administrators nor developers; no page lists them.",
    "文書のアクセスルールは、部署とグループで指定できます。人数は、管理者と開発者を除く有効なユーザーの数です。所属するユーザーの一覧は表示されません。",
  ],
  filter: {
    departments: ["Filter by code or name", "部署コードまたは部署名で絞り込む"],
    groups: ["Filter by name", "グループ名で絞り込む"],
  },
  column: {
    departments: ["Code", "部署コード"],
    groups: ["Group", "グループ"],
  },
  name: ["Name", "部署名"],
  users: ["Users", "ユーザー数"],
  documents: ["Documents", "文書数"],
  none: {
    departments: ["There are no departments yet", "部署はまだ登録されていません"],
    groups: [
      "No user and no access rule has a group",
      "グループを持つユーザーも、指定しているアクセスルールもありません",
    ],
  },
  noMatch: {
    departments: ["No departments match", "条件に合う部署はありません"],
    groups: ["No groups match", "条件に合うグループはありません"],
  },
  notInMaster: ["not in the department master", "部署マスターにありません"],
  unknown: {
    departments: ["No such department", "該当する部署はありません"],
    groups: ["No such group", "該当するグループはありません"],
  },
  unknownText: [
    "No user and no access rule has it. Adding a user below creates it.",
    "所属するユーザーも、指定している文書もありません。下でユーザーを追加すると使えるようになります。",
  ],
  reaches: (n: number) => [
    n === 1 ? "1 active user has it." : `${en(n)} active users have it.`,
    `所属する有効なユーザーは ${ja(n)} 人です。`,
  ],
  naming: ["Documents whose access rule names it", "アクセスルールで指定している文書"],
  noDocuments: ["No document names it.", "指定している文書はありません。"],
  change: ["Add or remove a user", "ユーザーの追加と削除"],
  changeText: [
    "The page does not show who has it. It says the same whether or not the user had it before.",
    "所属するユーザーは表示されません。ユーザーがもともと所属していたかどうかにかかわらず、結果の表示は同じです。",
  ],
  oneDepartment: [
    "A user has one department code: adding a user here takes the user out of another department.",
    "部署コードはユーザーごとに 1 つです。ここで追加すると、ほかの部署からは外れます。",
  ],
  user: ["User", "ユーザー"],
  picked: ["User to add or remove", "追加または削除するユーザー"],
  otherUser: ["Choose another user", "別のユーザーを選ぶ"],
  action: ["Change", "操作"],
  add: ["Add", "追加"],
  addText: {
    departments: ["The user gets this department code.", "ユーザーの部署コードを、この部署にします。"],
    groups: ["The user gets this group.", "ユーザーをこのグループに入れます。"],
  },
  remove: ["Remove", "削除"],
  removeText: {
    departments: [
      "The user has no department code afterwards, if it is this one.",
      "ユーザーの部署コードがこの部署なら、部署コードなしにします。",
    ],
    groups: ["The user does not have this group afterwards.", "ユーザーをこのグループから外します。"],
  },
  save: {
    add: ["Add the user", "ユーザーを追加"],
    remove: ["Remove the user", "ユーザーを削除"],
  },
  saved: {
    add: (user: string) => [`Saved: ${user} has it now.`, `保存しました。${user} さんは所属しています。`],
    remove: (user: string) => [
      `Saved: ${user} does not have it now.`,
      `保存しました。${user} さんは所属していません。`,
    ],
  },
  notSaved: ["Nothing was changed", "変更できませんでした"],
});
