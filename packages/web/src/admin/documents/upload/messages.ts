import { counted, en, ja } from "../../../i18n/format.js";
import { catalog } from "../../../i18n/i18n.js";

export const messages = catalog({
  all: ["All documents", "文書の一覧"],
  title: ["Upload documents", "文書のアップロード"],
  titleOfVersion: (document_id: string) => [
    `Upload a new version of ${document_id}`,
    `${document_id} の新しい版のアップロード`,
  ],
  drop: [
    "Drop files or a folder here, or choose them",
    "ここにファイルまたはフォルダーをドロップするか、選択してください",
  ],
  dropOne: ["Drop a file here, or choose one", "ここにファイルをドロップするか、選択してください"],
  choose: ["Choose files", "ファイルを選択"],
  chooseOne: ["Choose a file", "ファイルを選択"],
  chooseFolder: ["Choose a folder", "フォルダーを選択"],
  formats: [
    "Markdown, HTML, Word (.docx), Excel (.xlsx), PowerPoint (.pptx), PDF, text (.txt), CSV, or structured chunks (.json), up to 50 MB",
    "Markdown、HTML、Word（.docx）、Excel（.xlsx）、PowerPoint（.pptx）、PDF、テキスト（.txt）、CSV、構造化チャンク（.json）。50 MB まで",
  ],
  files: ["Files", "ファイル"],
  leftOut: (n: number) => [
    `${counted(n, "file")} of the folder left out, because the service does not read such files:`,
    `フォルダーの中の次の ${ja(n)} 件は、読み取れない形式のため除きました。`,
  ],
  beyond: (n: number, max: number) => [
    `At most ${en(max)} files at a time. Not in the list: ${counted(n, "file")}. The command “retrieval documents ingest” takes whole folders.`,
    `一度に選択できるのは ${ja(max)} 件までです。残りの ${ja(n)} 件は一覧にありません。フォルダー全体は、コマンド「retrieval documents ingest」で登録できます。`,
  ],
  problems: {
    tooLarge: ["This file is larger than 50 MB.", "ファイルの大きさが 50 MB を超えています。"],
    empty: ["This file is empty.", "ファイルの中身が空です。"],
  },
  of: (name: string) => [`: ${name}`, `：${name}`],
  remove: ["Remove", "除く"],
  document_id: ["Document ID", "文書 ID"],
  document_idHint: [
    "Letters, digits, “.”, “_” and “-”, up to 128. Keep the same ID for every version of the document.",
    "文字、数字、「.」「_」「-」で 128 文字まで。版が変わっても同じ文書 ID を使います。",
  ],
  documentTitle: ["Title", "題名"],
  titleHint: ["If empty, the document’s own title.", "空欄の場合は、文書自体の題名を使います。"],
  titlesHint: [
    "Where the title is empty, the document’s own title is used.",
    "題名が空欄の場合は、文書自体の題名を使います。",
  ],
  version: ["Version", "版"],
  versionHint: [
    "If empty, the day from which it is in force. A file without a change makes no new version.",
    "空欄の場合は、施行日を使います。内容に変更がなければ、今の版のままです。",
  ],
  from: ["In force from", "施行日"],
  fromHint: [
    "For a rule that is in force already, the day on which it took effect. If empty, today.",
    "すでに施行されている規程では、実際の施行日を指定してください。空欄の場合は、今日になります。",
  ],
  isUnpublished: ["There is no published document with this ID.", "この文書 ID で公開した文書はありません。"],
  replacesDraft: [
    "This document has a draft, which will be replaced.",
    "公開待ちの下書きがあり、アップロードすると置き換えられます。",
  ],
  replaces: (title: string, version: string) => [
    `This is a new version of “${title}” (before it: ${version}).`,
    `「${title}」（前の版 ${version}）の新しい版になります。`,
  ],
  keepsRule: ["Who may read it stays as it is.", "アクセスルールは変わりません。"],
  structured: [
    "Structured chunks carry title, version, access rule and publication in the file itself, so there is nothing to choose here.",
    "構造化チャンクでは、題名・版・アクセスルール・公開の指定をファイルの中に記述するため、ここでの指定はありません。",
  ],
  publish: ["After processing", "公開方法"],
  atOnce: ["Publish immediately", "すぐに公開する"],
  atOnceText: [
    "Readers can find it straight away. A new version of a published document still waits as a draft.",
    "読み取りが終わりしだい、検索と閲覧ができるようになります。公開中の文書の新しい版は、下書きになります。",
  ],
  approvedText: [
    "It is kept as a draft until another administrator approves it. Readers do not see it until then.",
    "ほかの管理者が承認するまで下書きとして保存されます。それまでユーザーには表示されません。",
  ],
  draft: ["Keep it as a draft", "下書きとして保存する"],
  draftText: [
    "You review it first. Readers do not see it until you publish it.",
    "先に内容を確認できます。公開するまでユーザーには表示されません。",
  ],
  access: ["Who may read it at first", "最初に閲覧できる人"],
  everyone: ["Everyone (the default)", "全員（既定）"],
  byDefault: ["The default", "既定のアクセスルール"],
  byDefaultText: [
    "A deleted document gets its old access rule back.",
    "削除した文書の場合は、削除前のアクセスルールに戻ります。",
  ],
  restricted: ["No users yet", "管理者と開発者のみ"],
  restrictedText: [
    "Only administrators and developers, until you set its access rule.",
    "アクセスルールを設定するまで、ほかのユーザーは閲覧できません。",
  ],
  original: ["The file itself", "元のファイル"],
  originalFor: {
    admins: {
      label: ["For administrators", "管理者用に保存"],
      description: ["Only administrators can download it.", "ダウンロードできるのは管理者だけです。"],
    },
    readers: {
      label: ["For readers", "閲覧者にも公開"],
      description: [
        "Everyone who can read the document can download it.",
        "文書を閲覧できる人は、ダウンロードもできます。",
      ],
    },
    none: {
      label: ["Do not keep it", "保存しない"],
      description: ["Only what was read from it is kept.", "読み取った内容だけを保存します。"],
    },
  },
  showsEdits: [
    "Readers also see the file’s comments, tracked changes and hidden parts. Remove them before you upload it.",
    "ファイルにあるコメント、変更履歴、非表示の部分も閲覧者に見えます。アップロードの前に削除してください。",
  ],
  send: (n: number) => [
    n < 2 ? "Upload" : `Upload ${en(n)} documents`,
    n < 2 ? "アップロード" : `${ja(n)} 件をアップロード`,
  ],
  withProblems: (n: number) => [
    `${counted(n, "file")} with a problem will not be sent.`,
    `問題のある ${ja(n)} 件は送信されません。`,
  ],
  lookingUp: ["Looking up the documents…", "文書を確認しています…"],
  sending: ["Sending the file", "ファイルを送信しています"],
  cancel: ["Cancel the upload", "アップロードを中止"],
  leaveTitle: ["Cancel the upload?", "アップロードを中止しますか"],
  leaveText: [
    "If you leave, what is not sent yet is not uploaded.",
    "このページを離れると、まだ送信していないファイルはアップロードされません。",
  ],
  leave: ["Leave and cancel", "中止して移動"],
  stay: ["Stay here", "このページに残る"],
  mayLeave: [
    "Everything has arrived. You can leave this page; processing continues.",
    "ファイルの受け付けが完了しました。このページを離れても処理は続きます。",
  ],
  chosen: (n: number) => [`${en(n)} ${n === 1 ? "file" : "files"} to upload`, `アップロードするファイル：${ja(n)} 件`],
  sent: (n: number, all: number) => [`${en(n)} of ${en(all)} sent`, `${ja(all)} 件中 ${ja(n)} 件を送信済み`],
  ended: (done: number, failed: number) => [
    `${en(done)} done${failed > 0 ? `, ${en(failed)} failed` : ""}`,
    `完了 ${ja(done)} 件${failed > 0 ? `、失敗 ${ja(failed)} 件` : ""}`,
  ],
  stop: ["Stop after this file", "このファイルで終了する"],
  waiting: ["Waiting", "待機中"],
  refused: ["The file was refused", "ファイルを受け付けられませんでした"],
});
