import { FORMATS } from "../../../i18n/format.js";
import { catalog } from "../../../i18n/i18n.js";

const { number: en } = FORMATS.en;
const { number: ja } = FORMATS.ja;
const documents = (n: number) => (n === 1 ? "1 document" : `${en(n)} documents`);
const users = (n: number) => (n === 1 ? "1 user" : `${en(n)} users`);

export const messages = catalog({
  select: (title: string) => [`Select “${title}”`, `「${title}」を選択`],
  column: ["Selected", "選択"],
  selected: (n: number) => [`${documents(n)} selected`, `${ja(n)} 件を選択中`],
  selectShown: (n: number) => [`Select the ${en(n)} shown`, `表示中の ${ja(n)} 件を選択`],
  selectNone: ["Select none", "選択を解除"],
  begin: ["Change who may read them", "閲覧できる人をまとめて変更"],
  tooMany: (max: number) => [
    `One change is for at most ${en(max)} documents.`,
    `一度に変更できるのは ${ja(max)} 件までです。`,
  ],
  title: (n: number) => [`Change who may read ${documents(n)}`, `${ja(n)} 件の文書を閲覧できる人の変更`],
  which: ["The documents", "対象の文書"],
  close: ["Back to the list", "一覧に戻る"],
  kind: ["The change", "変更の内容"],
  kinds: {
    add: {
      label: ["Add readers", "追加する"],
      description: ["Readers whom the rules already name stay.", "すでに指定されている対象はそのまま残ります。"],
    },
    remove: {
      label: ["Remove readers", "外す"],
      description: ["Only these names are taken out of the rules.", "ここで指定した対象だけをルールから外します。"],
    },
    replace: {
      label: ["Replace the rules", "置き換える"],
      description: [
        "Only those named here may read them afterwards.",
        "変更後は、ここで指定した対象だけが閲覧できます。",
      ],
    },
    open: {
      label: ["Open to everyone", "全員に公開する"],
      description: ["The names stay in the rules, without effect.", "指定されている対象は残りますが、適用されません。"],
    },
    close: {
      label: ["Close", "限定する"],
      description: ["Only those whom each rule names may read it.", "各ルールで指定されている対象だけが閲覧できます。"],
    },
  },
  preview: ["What saving would change", "保存した場合の影響"],
  nothingYet: [
    "Name departments, groups or users. Then this shows who gains and who loses access.",
    "部署、グループ、ユーザーを指定すると、閲覧できるようになる人とできなくなる人がここに表示されます。",
  ],
  looking: ["Working out the effects…", "影響を確認しています…"],
  previewFailed: ["The effects could not be worked out", "影響を確認できませんでした"],
  noneAffected: ["No user gains or loses access.", "閲覧できる人は変わりません。"],
  gains: (n: number) => [`${users(n)} will be able to read more`, `${ja(n)} 人が閲覧できる文書が増えます`],
  loses: (n: number) => [`${users(n)} will no longer be able to read some`, `${ja(n)} 人が閲覧できる文書が減ります`],
  ofDocuments: (n: number) => [` (${documents(n)})`, `（${ja(n)} 件）`],
  each: ["By document", "文書ごとの影響"],
  effect: (gained: number, lost: number) => [
    [gained > 0 && `${en(gained)} gain`, lost > 0 && `${en(lost)} lose`].filter(Boolean).join(", ") ||
      "no user affected",
    [gained > 0 && `＋${ja(gained)} 人`, lost > 0 && `−${ja(lost)} 人`].filter(Boolean).join("、") || "影響なし",
  ],
  stays: ["rule stays as it is", "ルールの変更なし"],
  gainsIt: (n: number) => [`${users(n)} will be able to read it`, `${ja(n)} 人が閲覧できるようになります`],
  losesIt: (n: number) => [`${users(n)} will no longer be able to read it`, `${ja(n)} 人が閲覧できなくなります`],
  willChange: (n: number) => [
    n === 0 ? "No rule would change" : `The rules of ${documents(n)} will change`,
    n === 0 ? "変更されるルールはありません" : `${ja(n)} 件のルールを変更します`,
  ],
  save: ["Save", "保存"],
  leaveTitle: ["Leave without saving?", "保存せずに移動しますか"],
  leaveText: ["The change of the access rules is not saved.", "アクセスルールの変更がまだ保存されていません。"],
  leave: ["Leave and discard", "破棄して移動"],
  stay: ["Stay here", "このページに残る"],
  notSaved: ["The rules were not saved", "保存できませんでした"],
  done: (n: number) => [`The rules of ${documents(n)} have changed`, `${ja(n)} 件の文書のアクセスルールを変更しました`],
  failed: (n: number) => [`${documents(n)} could not be changed`, `${ja(n)} 件の文書を変更できませんでした`],
  again: ["Look at these again", "この文書をもう一度確認"],
});
