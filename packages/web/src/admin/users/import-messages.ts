import { FORMATS } from "../../i18n/format.js";
import { catalog } from "../../i18n/i18n.js";

const { number: en } = FORMATS.en;
const { number: ja } = FORMATS.ja;
const users = (n: number) => (n === 1 ? "1 user" : `${en(n)} users`);

export const messages = catalog({
  title: ["Import users", "ユーザーの取り込み"],
  lead: [
    "Import the CSV that the portal exports: employee number, name, department and e-mail. The file is checked first, and you see what would change. Nothing is written until you apply it.",
    "ポータルから出力した CSV（社員番号・氏名・部署・メールアドレス）を取り込みます。最初にファイルを確認し、変更内容を表示します。適用するまで、何も書き込まれません。",
  ],
  mode: ["What the file is", "取り込み方法"],
  import: ["Add and update", "追加・更新"],
  importText: [
    "The file lists some users. New users are added. No user is deactivated.",
    "一部の社員だけを含むファイルに使います。新しいユーザーを追加します。無効になるユーザーはいません。",
  ],
  sync: ["Synchronise", "同期"],
  syncText: [
    "The file lists all users. Users in it are added, updated or reactivated; missing users are deactivated. Administrators and developers are never changed.",
    "全社員を含むファイルに使います。ファイルにあるユーザーを追加・更新・再有効化し、ファイルにないユーザーを無効にします。管理者と開発者は変更されません。",
  ],
  update: ["Also update existing users", "登録済みのユーザーも更新する"],
  updateText: [
    "Otherwise they are skipped and stay as they are.",
    "選択しない場合、登録済みのユーザーは変更されません。",
  ],
  drop: ["Drop the CSV here, or choose a file", "CSV ファイルをここにドロップするか、選択してください"],
  choose: ["Choose a file", "ファイルを選択"],
  dropHint: ["UTF-8 or CP932 (Shift_JIS), up to 20,000 users", "UTF-8 または CP932（Shift_JIS）、20,000 人まで"],
  columns: ["The columns have different headings", "列の見出しが異なる場合"],
  columnsText: [
    "Enter a column’s heading or its position (1 is the first). Columns left empty are found by their usual headings.",
    "列の見出し、または番号（左端が 1）を入力してください。空欄の項目は、一般的な見出しから探します。",
  ],
  columnNames: {
    user_id: ["Employee number", "社員番号"],
    display_name: ["Name", "氏名"],
    department: ["Department", "部署"],
    email: ["E-mail", "メールアドレス"],
  },
  check: ["Check the file", "ファイルを確認"],
  checking: ["Checking the file…", "ファイルを確認しています…"],
  cannotUse: ["This file cannot be used", "このファイルは取り込めません"],
  tooLarge: ["The file is too large. The limit is 16 MB.", "ファイルが大きすぎます（上限 16 MB）。"],
  notReadable: [
    "The file can no longer be read. It may have been changed or moved. Choose it again.",
    "ファイルを読み取れません。変更または移動された可能性があります。もう一度選択してください。",
  ],
  checkedTitle: ["What the file would do", "取り込み内容の確認"],
  nothingWritten: ["Nothing is written yet", "まだ何も書き込まれていません"],
  nothingWrittenText: ["Check the changes below, then apply them.", "内容を確認し、問題がなければ適用してください。"],
  nothingToDo: ["There is nothing to apply", "適用する変更はありません"],
  nothingToDoText: [
    "All users in the file are already registered as it says.",
    "対象のユーザーは、すべてファイルのとおりに登録されています。",
  ],
  apply: (n: number) => [`Apply: write ${users(n)}`, `${ja(n)} 人の変更を適用`],
  applying: ["Applying the changes…", "適用しています…"],
  movedTitle: ["Users have changed since the check", "確認した後に、ユーザーの登録内容が変わりました"],
  movedText: [
    "The file is checked again. This is what it would do now; these changes are not written yet.",
    "ファイルをもう一度確認しました。現在の変更内容は次のとおりで、まだ書き込まれていません。",
  ],
  alreadyTitle: ["Nothing is left to apply", "適用する変更は残っていません"],
  alreadyText: [
    "The file was checked again: what it would write is already written. Perhaps the answer to an earlier attempt was lost.",
    "ファイルをもう一度確認しました。変更内容は、すでに書き込まれています（前回の適用の応答が届かなかった可能性があります）。",
  ],
  another: ["Another file", "別のファイルを選択"],
  doneTitle: ["The import is done", "取り込みが完了しました"],
  doneText: (n: number) => [
    `${users(n)} written. The results are below.`,
    `${ja(n)} 人を書き込みました。結果は次のとおりです。`,
  ],
  notApplied: ["The changes were not applied", "適用できませんでした"],
  unanswered: [
    "It is not known whether the changes were applied. Apply them again: what is already written is not written twice",
    "適用されたかどうかを確認できませんでした。もう一度適用してください（すでに書き込まれた内容は変わりません）",
  ],
  counts: ["Counts", "件数"],
  countNames: {
    new: ["New", "新規"],
    changed: ["Changed", "変更"],
    unchanged: ["Unchanged", "変更なし"],
    reactivated: ["Reactivated", "再有効化"],
    deactivated: ["Deactivated", "無効化"],
    skipped: ["Skipped", "対象外"],
    refused: ["Refused lines", "エラー行"],
  },
  encodings: {
    "UTF-8": ["UTF-8", "UTF-8"],
    "UTF-8 with BOM": ["UTF-8 with BOM", "UTF-8（BOM 付き）"],
    CP932: ["CP932 (Shift_JIS)", "CP932（Shift_JIS）"],
  },
  file: ["File", "ファイル"],
  readAs: ["Read as", "文字コード"],
  skippedAdvice: [
    "Existing users are skipped. To update them, check the file again with “Also update existing users”.",
    "登録済みのユーザーは変更されません。更新するには、「登録済みのユーザーも更新する」を選択して、もう一度確認してください。",
  ],
  users: ["Users who change", "変更されるユーザー"],
  usersOf: {
    new: (n: number) => [`${users(n)} added`, `追加 ${ja(n)} 人`],
    changed: (n: number) => [`${users(n)} changed`, `変更 ${ja(n)} 人`],
    reactivated: (n: number) => [`${users(n)} reactivated`, `再有効化 ${ja(n)} 人`],
    deactivated: (n: number) => [`${users(n)} deactivated`, `無効化 ${ja(n)} 人`],
  },
  usersNamed: (n: number) => [`Only the first ${en(n)} are listed.`, `最初の ${ja(n)} 人だけを表示しています。`],
  number: ["Number", "社員番号"],
  name: ["Name", "氏名"],
  effects: ["Documents whose readers change", "閲覧できる人が変わる文書"],
  noEffects: ["No document gains or loses readers.", "閲覧できる人が変わる文書はありません。"],
  document: ["Document", "文書"],
  gains: ["Gains access", "閲覧可能に"],
  loses: ["Loses access", "閲覧不可に"],
  readers: (n: number) => [n === 0 ? "–" : users(n), n === 0 ? "–" : `${ja(n)} 人`],
  refused: ["Refused lines", "エラー行"],
  refusedText: [
    "These lines are not imported. Correct them in the file and check it again. Correct entries are not changed.",
    "次の行は取り込まれません。ファイルを修正して、もう一度確認してください。すでに正しく登録されている内容は変わりません。",
  ],
  warnings: ["Lines to review", "注意が必要な行"],
  line: ["Line", "行"],
  noLine: ["Not in the file", "ファイルにないユーザー"],
  reason: ["Why", "理由"],
  report: ["Report", "レポート"],
  csv: ["Save as CSV", "CSV で保存"],
  json: ["Save as JSON", "JSON で保存"],
  agreeTitle: (leaving: number) => [`Deactivate ${users(leaving)}?`, `${ja(leaving)} 人を無効にしますか`],
  agreeText: (leaving: number, all: number, max: number, already: number) => [
    `This would deactivate ${en(leaving)} of ${users(all)}. Without your agreement, at most ${en(max)} may be deactivated within 24 hours${already > 0 ? `; ${en(already)} already ${already === 1 ? "was" : "were"}` : ""}. A deactivated user can no longer sign in or read any document. An incomplete file has the same effect, so make sure that it lists all users.`,
    `${ja(all)} 人のうち ${ja(leaving)} 人が無効になり、サインインも文書の閲覧もできなくなります（確認なしで無効にできるのは、24 時間で ${ja(max)} 人まで${already > 0 ? `で、すでに ${ja(already)} 人が無効になっています` : "です"}）。漏れのあるファイルでも、同じ結果になります。全社員がファイルに含まれていることを確認してください。`,
  ],
  agreeType: (leaving: string) => [`Type ${leaving} to agree`, `確認のため ${leaving} と入力してください`],
  agree: (leaving: number) => [`Deactivate ${users(leaving)} and apply`, `${ja(leaving)} 人を無効にして適用`],
});
