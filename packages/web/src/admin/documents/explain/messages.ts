import { catalog } from "../../../i18n/i18n.js";
import type { ExplanationWords } from "./explanation.js";

const words = catalog<ExplanationWords>(
  {
    can: (who, why) => `${who} can read this document, because ${why}.`,
    cannot: (who) =>
      `${who} cannot read this document: its rule names neither their department, nor one of their groups, nor themselves.`,
    cannotEmpty: (who) =>
      `${who} cannot read this document: its rule names no user, so only administrators and developers can.`,
    deactivated: (who, why) =>
      `${who} cannot read this document, because the account is deactivated; otherwise ${why}.`,
    wouldBeRead: (why) => `it could be read, because ${why}`,
    wouldNotBeRead: "the rule would not allow access either",
    role: { admin: "administrators can read everything", developer: "developers can read everything" },
    everyone: "everyone may read it",
    ruleNames: (entries) => `its rule names ${entries.join(" and ")}`,
    entry: {
      department: (name) => `the department ${name}`,
      group: (name) => `the group ${name}`,
      user: "this user",
    },
    and: (reasons) => reasons.join(", and "),
    enough: {
      department: (name) => `Belonging to the department ${name}`,
      group: (name) => `Being in the group ${name}`,
      user: "Being named in the rule by employee number",
    },
  },
  {
    can: (who, why) => `${who}さんは、${why}ため、この文書を閲覧できます。`,
    cannot: (who) =>
      `${who}さんは、部署・グループ・ユーザーのいずれでもアクセスルールに指定されていないため、この文書を閲覧できません。`,
    cannotEmpty: (who) =>
      `アクセスルールに誰も指定されておらず、閲覧できるのは管理者と開発者だけのため、${who}さんはこの文書を閲覧できません。`,
    deactivated: (who, why) => `${who}さんは、アカウントが無効になっているため、この文書を閲覧できません（${why}）。`,
    wouldBeRead: (why) => `有効であれば、${why}ため閲覧できます`,
    wouldNotBeRead: "有効であっても、アクセスルールに指定されていません",
    role: { admin: "管理者はすべての文書を閲覧できる", developer: "開発者はすべての文書を閲覧できる" },
    everyone: "全員が閲覧できる設定になっている",
    ruleNames: (entries) => `${entries.join("と")}がアクセスルールに指定されている`,
    entry: {
      department: (name) => `部署「${name}」`,
      group: (name) => `グループ「${name}」`,
      user: "本人",
    },
    and: (reasons) => reasons.join("うえ、"),
    enough: {
      department: (name) => `部署「${name}」に所属する`,
      group: (name) => `グループ「${name}」に所属する`,
      user: "ユーザーとしてアクセスルールに追加される",
    },
  },
);

export const messages = catalog(
  {
    words: words.en,
    title: "Can this user read it, and why?",
    hint: "Choose a user. The audit log records each check.",
    pick: "User",
    who: (name: string, id: string) => `${name} (${id})`,
    enough: "Any one of these would give access",
    toRule: "To the access rule",
    unknown: (id: string) => `${id} is not a registered user.`,
    looking: "Checking…",
  },
  {
    words: words.ja,
    title: "閲覧の可否と理由",
    hint: "ユーザーを選択してください。確認したことは監査ログに残ります。",
    pick: "確認するユーザー",
    who: (name: string, id: string) => `${name}（${id}）`,
    enough: "次のいずれか 1 つで閲覧できるようになります",
    toRule: "アクセスルールの設定へ",
    unknown: (id: string) => `社員番号 ${id} のユーザーは登録されていません。`,
    looking: "確認しています…",
  },
);
