import { counted, en, ja } from "../../../i18n/format.js";
import { catalog } from "../../../i18n/i18n.js";

export const messages = catalog({
  who: (n: number) => [
    n === 1 ? "Who may read this document" : "Who may read these documents",
    n === 1 ? "この文書を閲覧できる人" : "これらの文書を閲覧できる人",
  ],
  everyone: ["Everyone in the company", "社内の全員"],
  everyoneText: ["Anyone who can sign in.", "サインインできるユーザーは誰でも閲覧できます。"],
  named: ["Only those named here", "ここで指定した対象のみ"],
  namedText: ["Administrators and developers may always read.", "管理者と開発者は常に閲覧できます。"],
  each: ["As each rule says", "文書ごとの設定のまま"],
  eachText: (open: number, all: number) => [
    `${en(open)} of ${en(all)} documents are open to everyone, and stay so.`,
    `${ja(all)} 件中 ${ja(open)} 件は、全員が閲覧できるままにします。`,
  ],
  inSome: (n: number, all: number) => [`in ${en(n)} of ${en(all)}`, `${ja(all)} 件中 ${ja(n)} 件`],
  kept: (entries: string) => [
    `Still named, but without effect while everyone may read: ${entries}.`,
    `次の指定は残っていますが、全員が閲覧できる間は適用されません：${entries}`,
  ],
  removeNames: ["Remove all names", "指定をすべて削除"],
  noneNamed: [
    "No user is named: only administrators and developers may read.",
    "指定がないため、閲覧できるのは管理者と開発者だけです。",
  ],
  noChanges: [
    "No changes yet. When you change something, this shows who gains and who loses access.",
    "変更はまだありません。変更すると、閲覧できるようになる人とできなくなる人がここに表示されます。",
  ],
  noneAffected: ["No user gains or loses access.", "閲覧できる人は変わりません。"],
  gains: (n: number) => [`${counted(n, "user")} will be able to read it`, `${ja(n)} 人が閲覧できるようになります`],
  loses: (n: number) => [
    `${counted(n, "user")} will no longer be able to read it`,
    `${ja(n)} 人が閲覧できなくなります`,
  ],
  gainsMore: (n: number) => [
    `${counted(n, "user")} will be able to read more`,
    `${ja(n)} 人が閲覧できる文書が増えます`,
  ],
  losesSome: (n: number) => [
    `${counted(n, "user")} will no longer be able to read some`,
    `${ja(n)} 人が閲覧できる文書が減ります`,
  ],
  ofDocuments: (n: number) => [` (${counted(n, "document")})`, `（${ja(n)} 件）`],
  andMore: (n: number) => [`and ${counted(n, "user")} more`, `ほか ${ja(n)} 人`],
  effect: (gained: number, lost: number) => [
    [gained > 0 && `${en(gained)} gain`, lost > 0 && `${en(lost)} lose`].filter(Boolean).join(", ") ||
      "no user affected",
    [gained > 0 && `＋${ja(gained)} 人`, lost > 0 && `−${ja(lost)} 人`].filter(Boolean).join("、") || "影響なし",
  ],
  stays: ["rule stays as it is", "ルールの変更なし"],
  previewFailed: ["The effects could not be worked out", "影響を確認できませんでした"],
  unsaved: ["Not saved yet", "未保存の変更があります"],
  willChange: (n: number) => [
    `Not saved yet: the rules of ${counted(n, "document")} will change`,
    `未保存：${ja(n)} 件のルールを変更します`,
  ],
  allSaved: ["Everything is saved", "すべて保存されています"],
  save: ["Save", "保存"],
  discard: ["Discard changes", "変更を破棄"],
  saved: (access: string, version: string) => [
    `Saved: ${access}. Version ${version} of the rule.`,
    `保存しました：${access}（第 ${version} 版）`,
  ],
  savedMany: (n: number) => [
    `Saved: the rules of ${counted(n, "document")} have changed.`,
    `保存しました：${ja(n)} 件の文書のアクセスルールを変更しました`,
  ],
  notSaved: ["The rule was not saved", "保存できませんでした"],
  failed: (n: number) => [`${counted(n, "document")} could not be changed`, `${ja(n)} 件の文書を変更できませんでした`],
  newPreview: [
    "Your changes are kept. The page now shows them on top of the current rule. Review the effects, then save again.",
    "変更内容は失われていません。現在のルールに変更を加えた内容を表示しています。影響を確認して、もう一度保存してください。",
  ],
  leaveTitle: ["Leave without saving?", "保存せずに移動しますか"],
  leaveText: ["Your changes to the access rules are not saved.", "アクセスルールの変更がまだ保存されていません。"],
  leave: ["Leave and discard", "破棄して移動"],
  stay: ["Stay here", "このページに残る"],
});
