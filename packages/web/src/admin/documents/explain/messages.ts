import { catalog } from "../../../i18n/i18n.js";

export const messages = catalog({
  can: (who: string) => [`${who} can read this document.`, `${who}さんは、この文書を閲覧できます。`],
  cannot: (who: string) => [`${who} cannot read this document.`, `${who}さんは、この文書を閲覧できません。`],
  deactivated: (who: string) => [
    `${who} cannot read this document, because the account is deactivated.`,
    `${who}さんは、アカウントが無効になっているため、この文書を閲覧できません。`,
  ],
  title: ["Can this user read it, and why?", "閲覧の可否と理由"],
  hint: [
    "Choose a user. The audit log records each check.",
    "ユーザーを選択してください。確認したことは監査ログに残ります。",
  ],
  pick: ["User", "確認するユーザー"],
  who: (name: string, id: string) => [`${name} (${id})`, `${name}（${id}）`],
  why: ["Why", "理由"],
  ifActive: ["Why an active account could read it", "アカウントが有効であれば閲覧できる理由"],
  enough: ["Any one of these would give access", "次のいずれか 1 つで閲覧できるようになります"],
  noneNamed: [
    "The rule names no user: only administrators and developers can read it.",
    "アクセスルールに誰も指定されていないため、閲覧できるのは管理者と開発者だけです。",
  ],
  toRule: ["To the access rule", "アクセスルールの設定へ"],
  unknown: (id: string) => [`${id} is not a registered user.`, `社員番号 ${id} のユーザーは登録されていません。`],
  looking: ["Checking…", "確認しています…"],
});
