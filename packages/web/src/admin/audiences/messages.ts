import { FORMATS } from "../../i18n/format.js";
import { catalog } from "../../i18n/i18n.js";

const { number: en } = FORMATS.en;
const { number: ja } = FORMATS.ja;

export const messages = catalog(
  {
    title: "Departments and groups",
    kinds: { departments: "Departments", groups: "Groups" },
    hint: "Access rules name departments and groups. The numbers count active users who are neither administrators nor developers; no page lists them.",
    filter: { departments: "Filter by code or name", groups: "Filter by name" },
    column: { departments: "Code", groups: "Group" },
    name: "Name",
    users: "Users",
    documents: "Documents",
    none: {
      departments: "There are no departments yet",
      groups: "No user and no access rule has a group",
    },
    noMatch: { departments: "No departments match", groups: "No groups match" },
    notInMaster: "not in the department master",
    unknown: { departments: "No such department", groups: "No such group" },
    unknownText: "No user and no access rule has it. Adding a user below creates it.",
    reaches: (n: number) => (n === 1 ? "1 active user has it." : `${en(n)} active users have it.`),
    naming: "Documents whose access rule names it",
    noDocuments: "No document names it.",
    change: "Add or remove a user",
    changeText: "The page does not show who has it. It says the same whether or not the user had it before.",
    oneDepartment: "A user has one department code: adding a user here takes the user out of another department.",
    user: "User",
    picked: "User to add or remove",
    otherUser: "Choose another user",
    action: "Change",
    add: "Add",
    addText: { departments: "The user gets this department code.", groups: "The user gets this group." },
    remove: "Remove",
    removeText: {
      departments: "The user has no department code afterwards, if it is this one.",
      groups: "The user does not have this group afterwards.",
    },
    save: { add: "Add the user", remove: "Remove the user" },
    saved: {
      add: (user: string) => `Saved: ${user} has it now.`,
      remove: (user: string) => `Saved: ${user} does not have it now.`,
    },
    notSaved: "Nothing was changed",
  },
  {
    title: "部署・グループ",
    kinds: { departments: "部署", groups: "グループ" },
    hint: "文書のアクセスルールは、部署とグループで指定できます。人数は、管理者と開発者を除く有効なユーザーの数です。所属するユーザーの一覧は表示されません。",
    filter: { departments: "部署コードまたは部署名で絞り込む", groups: "グループ名で絞り込む" },
    column: { departments: "部署コード", groups: "グループ" },
    name: "部署名",
    users: "ユーザー数",
    documents: "文書数",
    none: {
      departments: "部署はまだ登録されていません",
      groups: "グループを持つユーザーも、指定しているアクセスルールもありません",
    },
    noMatch: { departments: "条件に合う部署はありません", groups: "条件に合うグループはありません" },
    notInMaster: "部署マスターにありません",
    unknown: { departments: "該当する部署はありません", groups: "該当するグループはありません" },
    unknownText: "所属するユーザーも、指定している文書もありません。下でユーザーを追加すると使えるようになります。",
    reaches: (n: number) => `所属する有効なユーザーは ${ja(n)} 人です。`,
    naming: "アクセスルールで指定している文書",
    noDocuments: "指定している文書はありません。",
    change: "ユーザーの追加と削除",
    changeText:
      "所属するユーザーは表示されません。ユーザーがもともと所属していたかどうかにかかわらず、結果の表示は同じです。",
    oneDepartment: "部署コードはユーザーごとに 1 つです。ここで追加すると、ほかの部署からは外れます。",
    user: "ユーザー",
    picked: "追加または削除するユーザー",
    otherUser: "別のユーザーを選ぶ",
    action: "操作",
    add: "追加",
    addText: {
      departments: "ユーザーの部署コードを、この部署にします。",
      groups: "ユーザーをこのグループに入れます。",
    },
    remove: "削除",
    removeText: {
      departments: "ユーザーの部署コードがこの部署なら、部署コードなしにします。",
      groups: "ユーザーをこのグループから外します。",
    },
    save: { add: "ユーザーを追加", remove: "ユーザーを削除" },
    saved: {
      add: (user: string) => `保存しました。${user} さんは所属しています。`,
      remove: (user: string) => `保存しました。${user} さんは所属していません。`,
    },
    notSaved: "変更できませんでした",
  },
);
