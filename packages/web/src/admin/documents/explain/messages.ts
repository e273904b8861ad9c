import { catalog } from "../../../i18n/i18n.js";

const words = catalog({
  can: (who: string, why: string) => [
    `${who} can read this document, because ${why}.`,
    `${who}さんは、${why}ため、この文書を閲覧できます。`,
  ],
  cannot: (who: string) => [
    `${who} cannot read this document: its rule names neither their department, nor one of their groups, nor themselves.`,
    `${who}さんは、部署・グループ・ユーザーのいずれでもアクセスルールに指定されていないため、この文書を閲覧できません。`,
  ],
  cannotEmpty: (who: string) => [
    `${who} cannot read this document: its rule names no user, so only administrators and developers can.`,
    `アクセスルールに誰も指定されておらず、閲覧できるのは管理者と開発者だけのため、${who}さんはこの文書を閲覧できません。`,
  ],
  deactivated: (who: string, why: string) => [
    `${who} cannot read this document, because the account is deactivated; otherwise ${why}.`,
    `${who}さんは、アカウントが無効になっているため、この文書を閲覧できません（${why}）。`,
  ],
  wouldBeRead: (why: string) => [`it could be read, because ${why}`, `有効であれば、${why}ため閲覧できます`],
  wouldNotBeRead: ["the rule would not allow access either", "有効であっても、アクセスルールに指定されていません"],
  role: {
    admin: ["administrators can read everything", "管理者はすべての文書を閲覧できる"],
    developer: ["developers can read everything", "開発者はすべての文書を閲覧できる"],
  },
  everyone: ["everyone may read it", "全員が閲覧できる設定になっている"],
  ruleNames: (entries: readonly string[]) => [
    `its rule names ${entries.join(" and ")}`,
    `${entries.join("と")}がアクセスルールに指定されている`,
  ],
  entry: {
    department: (name: string) => [`the department ${name}`, `部署「${name}」`],
    group: (name: string) => [`the group ${name}`, `グループ「${name}」`],
    user: ["this user", "本人"],
  },
  and: (reasons: readonly string[]) => [reasons.join(", and "), reasons.join("うえ、")],
  enough: {
    department: (name: string) => [`Belonging to the department ${name}`, `部署「${name}」に所属する`],
    group: (name: string) => [`Being in the group ${name}`, `グループ「${name}」に所属する`],
    user: ["Being named in the rule by employee number", "ユーザーとしてアクセスルールに追加される"],
  },
});

export type ExplanationWords = (typeof words)["en"];

export const messages = catalog({
  words: [words.en, words.ja],
  title: ["Can this user read it, and why?", "閲覧の可否と理由"],
  hint: [
    "Choose a user. The audit log records each check.",
    "ユーザーを選択してください。確認したことは監査ログに残ります。",
  ],
  pick: ["User", "確認するユーザー"],
  who: (name: string, id: string) => [`${name} (${id})`, `${name}（${id}）`],
  enough: ["Any one of these would give access", "次のいずれか 1 つで閲覧できるようになります"],
  toRule: ["To the access rule", "アクセスルールの設定へ"],
  unknown: (id: string) => [`${id} is not a registered user.`, `社員番号 ${id} のユーザーは登録されていません。`],
  looking: ["Checking…", "確認しています…"],
});
