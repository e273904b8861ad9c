import { FORMATS } from "../../../i18n/format.js";
import { catalog } from "../../../i18n/i18n.js";

const { number: en } = FORMATS.en;
const { number: ja } = FORMATS.ja;
const files = (n: number) => (n === 1 ? "1 file" : `${en(n)} files`);

/** How many files ended in which way. */
export interface UploadCounts {
  readonly published: number;
  readonly kept: number;
  readonly taken: number;
  readonly unchanged: number;
  readonly failed: number;
}

export const messages = catalog({
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
    `${files(n)} of the folder left out, because the service does not read such files:`,
    `フォルダーの中の次の ${ja(n)} 件は、読み取れない形式のため除きました。`,
  ],
  beyond: (n: number, max: number) => [
    `At most ${en(max)} files at a time. Not in the list: ${files(n)}. The command “retrieval documents ingest” takes whole folders.`,
    `一度に選択できるのは ${ja(max)} 件までです。残りの ${ja(n)} 件は一覧にありません。フォルダー全体は、コマンド「retrieval documents ingest」で登録できます。`,
  ],
  problems: {
    unknownType: [
      "This file cannot be read: use .md, .html, .docx, .xlsx, .pptx, .pdf, .txt, .csv or .json. Save .doc, .xls and .ppt in these formats; recognise the text of pictures (OCR).",
      "読み取れない形式です。.md、.html、.docx、.xlsx、.pptx、.pdf、.txt、.csv、.json のいずれかを選択してください。古い .doc、.xls、.ppt はこれらの形式で保存し、画像は文字認識（OCR）を行ってください。",
    ],
    tooLarge: ["This file is larger than 50 MB.", "ファイルの大きさが 50 MB を超えています。"],
    empty: ["This file is empty.", "ファイルの中身が空です。"],
    badId: [
      "Start with a letter or digit, and use only letters, digits, “.”, “_” and “-”, up to 128.",
      "文字または数字で始め、文字、数字、「.」「_」「-」だけを 128 文字以内で入力してください。",
    ],
    sameId: [
      "Another file here has the same ID. Change one of them, or remove one.",
      "同じ文書 ID のファイルがほかにもあります。どちらかを変更するか、除いてください。",
    ],
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
    "If empty, today’s date, or the published one if nothing has changed.",
    "空欄の場合は、今日の日付を使います。内容に変更がなければ、今の版のままです。",
  ],
  isUnpublished: ["There is no published document with this ID.", "この文書 ID の公開中の文書はありません。"],
  replacesDraft: [
    "This document has a draft, which will be replaced.",
    "公開待ちの下書きがあり、アップロードすると置き換えられます。",
  ],
  replaces: (title: string, version: string) => [
    `This is a new version of “${title}” (now ${version}).`,
    `「${title}」（現在の版 ${version}）の新しい版になります。`,
  ],
  keepsRule: ["Who may read it stays as it is.", "アクセスルールは変わりません。"],
  structured: [
    "Structured chunks carry title, version, access rule and publication in the file itself, so there is nothing to choose here.",
    "構造化チャンクでは、題名・版・アクセスルール・公開の指定をファイルの中に記述するため、ここでの指定はありません。",
  ],
  publish: ["After processing", "公開方法"],
  atOnce: ["Publish immediately", "すぐに公開する"],
  atOnceText: ["Readers can find it straight away.", "読み取りが終わりしだい、検索と閲覧ができるようになります。"],
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
    `${files(n)} with a problem will not be sent.`,
    `問題のある ${ja(n)} 件は送信されません。`,
  ],
  lookingUp: ["Looking up the documents…", "文書を確認しています…"],
  close: ["Close", "閉じる"],
  sending: ["Sending the file", "ファイルを送信しています"],
  cancel: ["Cancel the upload", "アップロードを中止"],
  queued: ["Waiting for its turn", "順番を待っています"],
  running: ["Processing the document", "文書を読み取っています"],
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
  progress: (ended: number, all: number, failed: number) => [
    `${en(ended)} of ${en(all)} done${failed > 0 ? `, ${en(failed)} failed` : ""}`,
    `${ja(all)} 件中 ${ja(ended)} 件が終了${failed > 0 ? `（失敗 ${ja(failed)} 件）` : ""}`,
  ],
  stop: ["Stop after this file", "このファイルで終了する"],
  words: {
    waiting: ["Waiting", "待機中"],
    failed: ["Failed", "失敗"],
    notSent: ["Not sent", "未送信"],
    published: ["Published", "公開済み"],
    kept: ["Saved as a draft", "下書きを保存済み"],
    taken: ["Processed", "読み取り済み"],
    unchanged: ["Unchanged", "変更なし"],
  },
  counts: ({ published, kept, taken, unchanged, failed }: UploadCounts) => [
    [
      published > 0 && `${en(published)} published`,
      kept > 0 && `${en(kept)} saved as ${kept === 1 ? "a draft" : "drafts"}`,
      taken > 0 && `${en(taken)} processed`,
      unchanged > 0 && `${en(unchanged)} unchanged`,
      failed > 0 && `${en(failed)} failed`,
    ]
      .filter(Boolean)
      .join(", "),
    [
      published > 0 && `公開 ${ja(published)} 件`,
      kept > 0 && `下書き ${ja(kept)} 件`,
      taken > 0 && `読み取り ${ja(taken)} 件`,
      unchanged > 0 && `変更なし ${ja(unchanged)} 件`,
      failed > 0 && `失敗 ${ja(failed)} 件`,
    ]
      .filter(Boolean)
      .join("、"),
  ],
  keptMany: [
    "The drafts wait below. Review them, then publish them.",
    "下書きは下の「公開待ちの下書き」にあります。内容を確認してから公開してください。",
  ],
  failedMany: [
    "You can change the failed ones and try each again.",
    "失敗したファイルは、内容を変更して 1 件ずつやり直せます。",
  ],
  refused: ["The file was refused", "ファイルを受け付けられませんでした"],
  failed: ["The document could not be processed", "文書を読み取れませんでした"],
  cancelled: ["The upload was cancelled", "アップロードは取り消されました"],
  published: ["The document is published", "文書を公開しました"],
  taken: ["The chunks are processed", "構造化チャンクを読み取りました"],
  unchanged: ["Nothing has changed", "変更はありません"],
  unchangedText: [
    "The document is published like this already, so its version stays.",
    "公開中の内容と同じため、新しい版は作成していません。",
  ],
  kept: ["The draft is ready", "下書きを保存しました"],
  keptText: ["Review it, then publish it.", "内容を確認してから公開してください。"],
  seeChunks: ["See its contents", "内容を見る"],
  seeDraft: ["See the draft", "下書きを見る"],
  setAccess: ["Set who may read it", "アクセスルールを設定"],
  others: ["Upload others", "続けてアップロード"],
  again: ["Try again", "やり直す"],
});
