import { FORMATS } from "../../../i18n/format.js";
import { catalog } from "../../../i18n/i18n.js";

const { number: en } = FORMATS.en;
const { number: ja } = FORMATS.ja;

const users = (n: number) => (n === 1 ? "1 user" : `${en(n)} users`);

export const messages = catalog({
  who: ["Who may read this document", "この文書を閲覧できる人"],
  everyone: ["Everyone in the company", "社内の全員"],
  everyoneText: ["Anyone who can sign in.", "サインインできるユーザーは誰でも閲覧できます。"],
  named: ["Only those named here", "ここで指定した対象のみ"],
  namedText: ["Administrators and developers may always read.", "管理者と開発者は常に閲覧できます。"],
  kept: (entries: string) => [
    `Still named, but without effect while everyone may read: ${entries}.`,
    `次の指定は残っていますが、全員が閲覧できる間は適用されません：${entries}`,
  ],
  dropKept: ["Remove these names", "指定を削除"],
  noneNamed: [
    "No user is named: only administrators and developers may read.",
    "指定がないため、閲覧できるのは管理者と開発者だけです。",
  ],
  showRest: (n: number) => [`Show ${en(n)} more`, `ほか ${ja(n)} 件を表示`],
  unknown: {
    allowed_department_codes: (name: string) => [
      `Department ${name} is not in the department master.`,
      `部署コード ${name} は部署マスターに登録されていません。`,
    ],
    allowed_groups: (name: string) => [
      `No user has the group ${name}.`,
      `グループ ${name} に属するユーザーはいません。`,
    ],
    allowed_users: (name: string) => [
      `${name} is not a registered user.`,
      `社員番号 ${name} のユーザーは登録されていません。`,
    ],
  },
  oddNames: ["Some names match no user", "該当する登録のない指定があります"],
  preview: ["What saving would change", "保存した場合の影響"],
  noChanges: [
    "No changes yet. When you change something, this shows who gains and who loses access.",
    "変更はまだありません。変更すると、閲覧できるようになる人とできなくなる人がここに表示されます。",
  ],
  looking: ["Working out the effects…", "影響を確認しています…"],
  noneAffected: ["No user gains or loses access.", "閲覧できる人は変わりません。"],
  gains: (n: number) => [`${users(n)} will be able to read it`, `${ja(n)} 人が閲覧できるようになります`],
  loses: (n: number) => [`${users(n)} will no longer be able to read it`, `${ja(n)} 人が閲覧できなくなります`],
  andMore: (n: number) => [`and ${users(n)} more`, `ほか ${ja(n)} 人`],
  previewFailed: ["The effects could not be worked out", "影響を確認できませんでした"],
  unsaved: ["Not saved yet", "未保存の変更があります"],
  allSaved: ["Everything is saved", "すべて保存されています"],
  save: ["Save", "保存"],
  discard: ["Discard changes", "変更を破棄"],
  saved: (access: string, version: string) => [
    `Saved: ${access}. Version ${version} of the rule.`,
    `保存しました：${access}（第 ${version} 版）`,
  ],
  notSaved: ["The rule was not saved", "保存できませんでした"],
  leaveTitle: ["Leave without saving?", "保存せずに移動しますか"],
  leaveText: [
    "Your changes to the access of this document are not saved.",
    "アクセスルールの変更がまだ保存されていません。",
  ],
  leave: ["Leave and discard", "破棄して移動"],
  stay: ["Stay here", "このページに残る"],
  race: {
    title: ["The rule has changed since you read it", "編集中に、ほかのユーザーがアクセスルールを変更しました"],
    text: (version: string, at: string) => [
      `Version ${version} has been in effect since ${at}. Your changes are not lost. Compare both, then choose.`,
      `${at} から第 ${version} 版が有効です。編集内容は失われていません。両方を比べて選んでください。`,
    ],
    by: ["Changed by", "変更した人"],
    theirs: ["In force now", "現在有効な内容"],
    mine: ["Yours", "あなたの編集内容"],
    added: ["added", "追加"],
    removed: ["removed", "削除"],
    changed: ["changed", "変更"],
    takeTheirs: ["Take theirs", "現在の内容に合わせる"],
    keepMine: ["Keep mine and save over it", "自分の編集内容で上書き保存"],
    combine: ["Combine both", "両方の変更を合わせる"],
    combined: [
      "Both changes are combined: what either of you added is in, and what either removed is out. Review it, then save.",
      "両方の変更を合わせました。どちらかが追加した指定は加え、どちらかが削除した指定は除いています。内容を確認して保存してください。",
    ],
    taken: [
      "This is the current rule. Your changes are discarded.",
      "現在有効な内容を表示しています。編集内容は破棄しました。",
    ],
    nothingNamed: ["No user is named", "指定なし"],
  },
});
