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

export const messages = catalog(
  {
    title: "Upload documents",
    titleOfVersion: (document_id: string) => `Upload a new version of ${document_id}`,
    drop: "Drop files or a folder here, or choose them",
    dropOne: "Drop a file here, or choose one",
    choose: "Choose files",
    chooseOne: "Choose a file",
    chooseFolder: "Choose a folder",
    formats:
      "Markdown, HTML, Word (.docx), Excel (.xlsx), PowerPoint (.pptx), PDF, text (.txt), CSV, or structured chunks (.json), up to 50 MB",
    files: "Files",
    leftOut: (n: number) => `${files(n)} of the folder left out, because the service does not read such files:`,
    beyond: (n: number, max: number) =>
      `At most ${en(max)} files at a time. Not in the list: ${files(n)}. The command “retrieval documents ingest” takes whole folders.`,
    problems: {
      unknownType:
        "This file cannot be read: use .md, .html, .docx, .xlsx, .pptx, .pdf, .txt, .csv or .json. Save .doc, .xls and .ppt in these formats; recognise the text of pictures (OCR).",
      tooLarge: "This file is larger than 50 MB.",
      empty: "This file is empty.",
      badId: "Start with a letter or digit, and use only letters, digits, “.”, “_” and “-”, up to 128.",
      sameId: "Another file here has the same ID. Change one of them, or remove one.",
    },
    of: (name: string) => `: ${name}`,
    remove: "Remove",
    document_id: "Document ID",
    document_idHint:
      "Letters, digits, “.”, “_” and “-”, up to 128. Keep the same ID for every version of the document.",
    documentTitle: "Title",
    titleHint: "If empty, the document’s own title.",
    titlesHint: "Where the title is empty, the document’s own title is used.",
    version: "Version",
    versionHint: "If empty, today’s date, or the published one if nothing has changed.",
    isUnpublished: "There is no published document with this ID.",
    replacesDraft: "This document has a draft, which will be replaced.",
    replaces: (title: string, version: string) => `This is a new version of “${title}” (now ${version}).`,
    keepsRule: "Who may read it stays as it is.",
    structured:
      "Structured chunks carry title, version, access rule and publication in the file itself, so there is nothing to choose here.",
    publish: "After processing",
    atOnce: "Publish immediately",
    atOnceText: "Readers can find it straight away.",
    draft: "Keep it as a draft",
    draftText: "You review it first. Readers do not see it until you publish it.",
    access: "Who may read it at first",
    everyone: "Everyone (the default)",
    byDefault: "The default",
    byDefaultText: "A deleted document gets its old access rule back.",
    restricted: "No users yet",
    restrictedText: "Only administrators and developers, until you set its access rule.",
    original: "The file itself",
    originalFor: {
      admins: { label: "For administrators", description: "Only administrators can download it." },
      readers: { label: "For readers", description: "Everyone who can read the document can download it." },
      none: { label: "Do not keep it", description: "Only what was read from it is kept." },
    },
    showsEdits:
      "Readers also see the file’s comments, tracked changes and hidden parts. Remove them before you upload it.",
    send: (n: number) => (n < 2 ? "Upload" : `Upload ${en(n)} documents`),
    withProblems: (n: number) => `${files(n)} with a problem will not be sent.`,
    lookingUp: "Looking up the documents…",
    close: "Close",
    sending: "Sending the file",
    cancel: "Cancel the upload",
    queued: "Waiting for its turn",
    running: "Processing the document",
    leaveTitle: "Cancel the upload?",
    leaveText: "If you leave, what is not sent yet is not uploaded.",
    leave: "Leave and cancel",
    stay: "Stay here",
    mayLeave: "Everything has arrived. You can leave this page; processing continues.",
    chosen: (n: number) => `${en(n)} ${n === 1 ? "file" : "files"} to upload`,
    progress: (ended: number, all: number, failed: number) =>
      `${en(ended)} of ${en(all)} done${failed > 0 ? `, ${en(failed)} failed` : ""}`,
    stop: "Stop after this file",
    words: {
      waiting: "Waiting",
      failed: "Failed",
      notSent: "Not sent",
      published: "Published",
      kept: "Saved as a draft",
      taken: "Processed",
      unchanged: "Unchanged",
    },
    counts: ({ published, kept, taken, unchanged, failed }: UploadCounts) =>
      [
        published > 0 && `${en(published)} published`,
        kept > 0 && `${en(kept)} saved as ${kept === 1 ? "a draft" : "drafts"}`,
        taken > 0 && `${en(taken)} processed`,
        unchanged > 0 && `${en(unchanged)} unchanged`,
        failed > 0 && `${en(failed)} failed`,
      ]
        .filter(Boolean)
        .join(", "),
    keptMany: "The drafts wait below. Review them, then publish them.",
    failedMany: "You can change the failed ones and try each again.",
    refused: "The file was refused",
    failed: "The document could not be processed",
    cancelled: "The upload was cancelled",
    published: "The document is published",
    taken: "The chunks are processed",
    unchanged: "Nothing has changed",
    unchangedText: "The document is published like this already, so its version stays.",
    kept: "The draft is ready",
    keptText: "Review it, then publish it.",
    seeChunks: "See its contents",
    seeDraft: "See the draft",
    setAccess: "Set who may read it",
    others: "Upload others",
    again: "Try again",
  },
  {
    title: "文書のアップロード",
    titleOfVersion: (document_id: string) => `${document_id} の新しい版のアップロード`,
    drop: "ここにファイルまたはフォルダーをドロップするか、選択してください",
    dropOne: "ここにファイルをドロップするか、選択してください",
    choose: "ファイルを選択",
    chooseOne: "ファイルを選択",
    chooseFolder: "フォルダーを選択",
    formats:
      "Markdown、HTML、Word（.docx）、Excel（.xlsx）、PowerPoint（.pptx）、PDF、テキスト（.txt）、CSV、構造化チャンク（.json）。50 MB まで",
    files: "ファイル",
    leftOut: (n: number) => `フォルダーの中の次の ${ja(n)} 件は、読み取れない形式のため除きました。`,
    beyond: (n: number, max: number) =>
      `一度に選択できるのは ${ja(max)} 件までです。残りの ${ja(n)} 件は一覧にありません。フォルダー全体は、コマンド「retrieval documents ingest」で登録できます。`,
    problems: {
      unknownType:
        "読み取れない形式です。.md、.html、.docx、.xlsx、.pptx、.pdf、.txt、.csv、.json のいずれかを選択してください。古い .doc、.xls、.ppt はこれらの形式で保存し、画像は文字認識（OCR）を行ってください。",
      tooLarge: "ファイルの大きさが 50 MB を超えています。",
      empty: "ファイルの中身が空です。",
      badId: "文字または数字で始め、文字、数字、「.」「_」「-」だけを 128 文字以内で入力してください。",
      sameId: "同じ文書 ID のファイルがほかにもあります。どちらかを変更するか、除いてください。",
    },
    of: (name: string) => `：${name}`,
    remove: "除く",
    document_id: "文書 ID",
    document_idHint: "文字、数字、「.」「_」「-」で 128 文字まで。版が変わっても同じ文書 ID を使います。",
    documentTitle: "題名",
    titleHint: "空欄の場合は、文書自体の題名を使います。",
    titlesHint: "題名が空欄の場合は、文書自体の題名を使います。",
    version: "版",
    versionHint: "空欄の場合は、今日の日付を使います。内容に変更がなければ、今の版のままです。",
    isUnpublished: "この文書 ID の公開中の文書はありません。",
    replacesDraft: "公開待ちの下書きがあり、アップロードすると置き換えられます。",
    replaces: (title: string, version: string) => `「${title}」（現在の版 ${version}）の新しい版になります。`,
    keepsRule: "アクセスルールは変わりません。",
    structured:
      "構造化チャンクでは、題名・版・アクセスルール・公開の指定をファイルの中に記述するため、ここでの指定はありません。",
    publish: "公開方法",
    atOnce: "すぐに公開する",
    atOnceText: "読み取りが終わりしだい、検索と閲覧ができるようになります。",
    draft: "下書きとして保存する",
    draftText: "先に内容を確認できます。公開するまでユーザーには表示されません。",
    access: "最初に閲覧できる人",
    everyone: "全員（既定）",
    byDefault: "既定のアクセスルール",
    byDefaultText: "削除した文書の場合は、削除前のアクセスルールに戻ります。",
    restricted: "管理者と開発者のみ",
    restrictedText: "アクセスルールを設定するまで、ほかのユーザーは閲覧できません。",
    original: "元のファイル",
    originalFor: {
      admins: { label: "管理者用に保存", description: "ダウンロードできるのは管理者だけです。" },
      readers: { label: "閲覧者にも公開", description: "文書を閲覧できる人は、ダウンロードもできます。" },
      none: { label: "保存しない", description: "読み取った内容だけを保存します。" },
    },
    showsEdits:
      "ファイルにあるコメント、変更履歴、非表示の部分も閲覧者に見えます。アップロードの前に削除してください。",
    send: (n: number) => (n < 2 ? "アップロード" : `${ja(n)} 件をアップロード`),
    withProblems: (n: number) => `問題のある ${ja(n)} 件は送信されません。`,
    lookingUp: "文書を確認しています…",
    close: "閉じる",
    sending: "ファイルを送信しています",
    cancel: "アップロードを中止",
    queued: "順番を待っています",
    running: "文書を読み取っています",
    leaveTitle: "アップロードを中止しますか",
    leaveText: "このページを離れると、まだ送信していないファイルはアップロードされません。",
    leave: "中止して移動",
    stay: "このページに残る",
    mayLeave: "ファイルの受け付けが完了しました。このページを離れても処理は続きます。",
    chosen: (n: number) => `アップロードするファイル：${ja(n)} 件`,
    progress: (ended: number, all: number, failed: number) =>
      `${ja(all)} 件中 ${ja(ended)} 件が終了${failed > 0 ? `（失敗 ${ja(failed)} 件）` : ""}`,
    stop: "このファイルで終了する",
    words: {
      waiting: "待機中",
      failed: "失敗",
      notSent: "未送信",
      published: "公開済み",
      kept: "下書きを保存済み",
      taken: "読み取り済み",
      unchanged: "変更なし",
    },
    counts: ({ published, kept, taken, unchanged, failed }: UploadCounts) =>
      [
        published > 0 && `公開 ${ja(published)} 件`,
        kept > 0 && `下書き ${ja(kept)} 件`,
        taken > 0 && `読み取り ${ja(taken)} 件`,
        unchanged > 0 && `変更なし ${ja(unchanged)} 件`,
        failed > 0 && `失敗 ${ja(failed)} 件`,
      ]
        .filter(Boolean)
        .join("、"),
    keptMany: "下書きは下の「公開待ちの下書き」にあります。内容を確認してから公開してください。",
    failedMany: "失敗したファイルは、内容を変更して 1 件ずつやり直せます。",
    refused: "ファイルを受け付けられませんでした",
    failed: "文書を読み取れませんでした",
    cancelled: "アップロードは取り消されました",
    published: "文書を公開しました",
    taken: "構造化チャンクを読み取りました",
    unchanged: "変更はありません",
    unchangedText: "公開中の内容と同じため、新しい版は作成していません。",
    kept: "下書きを保存しました",
    keptText: "内容を確認してから公開してください。",
    seeChunks: "内容を見る",
    seeDraft: "下書きを見る",
    setAccess: "アクセスルールを設定",
    others: "続けてアップロード",
    again: "やり直す",
  },
);
