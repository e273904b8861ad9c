import { type SentenceRule, translated } from "../../i18n/sentence-rules.js";
import { ABOUT_JOBS } from "../jobs-in-japanese.js";

const SEND_AGAIN = "保存し直してから、もう一度アップロードしてください。";

const KINDS: Readonly<Record<string, string>> = {
  paragraph: "段落",
  list: "箇条書き",
  table: "表",
  heading: "見出し",
};

const ABOUT_FILES: readonly SentenceRule[] = [
  [
    /^The file is not text in UTF-8 \(nor in CP932\); .*$/,
    () => `文字コードが UTF-8 でも CP932（Shift_JIS）でもありません。UTF-8 で${SEND_AGAIN}`,
  ],
  [
    /^The document takes longer than (\d+) seconds to read; .*$/,
    (seconds) =>
      `文書の読み取りが ${seconds} 秒以内に終わらないため、中止しました。文書を簡潔にするか、分割してください。`,
  ],
  [
    /^The document needs too much memory to read; .*$/,
    () => "文書の読み取りに必要なメモリーが上限を超えるため、中止しました。文書を分割してください。",
  ],
  [
    /^The words of the document take longer than (\d+) seconds to index; .*$/,
    (seconds) => `検索用の語句の作成が ${seconds} 秒以内に終わらないため、中止しました。文書を分割してください。`,
  ],
  [
    /^The words of the document need too much memory to index; .*$/,
    () => "検索用の語句の作成に必要なメモリーが上限を超えるため、中止しました。文書を分割してください。",
  ],
  [
    /^(\S+) is not (?:a type of |the type of )?(?:Markdown|HTML|Word documents|PDF); send it as (\S+)\.$/,
    (given, right) => `ファイルの形式（${given}）が正しくありません。${right} として送信してください。`,
  ],
  [
    /^No reader for (\S+); there are some for (.+)\.$/,
    (given, known) => `読み取れない形式（${given}）です。読み取れる形式：${known}`,
  ],
  [
    /^The document is nested too deeply .*$/,
    () => "文書の入れ子（箇条書き、引用、タグなど）が深すぎます。階層を減らしてください。",
  ],
  [
    /^The Word document shows no text; .*$/,
    () => "Word 文書に文字がありません。スキャンした文書の場合は、先に文字認識（OCR）を行ってください。",
  ],
  [
    /^The Word document is damaged or incomplete; .*$/,
    () => `Word 文書が壊れているか、不完全です。.docx 形式で${SEND_AGAIN}`,
  ],
  [
    /^The Word document is too large when it is unpacked; .*$/,
    () => "Word 文書を展開したときのサイズが上限を超えています。文書を分割してください。",
  ],
  [
    /^The Word document declares a document type .*$/,
    () => `Word 文書に、通常は含まれない文書型宣言（DTD）があります。Word で${SEND_AGAIN}`,
  ],
  [
    /^The file is protected by a password or is an old \.doc; .*$/,
    () =>
      `ファイルがパスワードで保護されているか、古い .doc 形式です。パスワードを設定せずに、.docx 形式で${SEND_AGAIN}`,
  ],
  [
    /^The file is no Word document \(\.docx\); .*$/,
    () => `Word 文書（.docx）ではありません。.docx 形式で${SEND_AGAIN}`,
  ],
  [
    /^The file is a ZIP file but no Word document; .*$/,
    () => `ZIP ファイルですが、Word 文書ではありません。.docx 形式で${SEND_AGAIN}`,
  ],
  [
    /^The page shows no text; .*$/,
    () => "ページに表示される文字がありません。保存したページのファイルそのものを選択してください。",
  ],
  [/^A table has too many cells; .*$/, () => "表のセルが多すぎます。表を分割してください。"],
  [
    /^A part of the PDF unpacks to more than (\d+) megabytes; .*$/,
    (size) => `PDF に、展開すると ${size} MB を超える部分があります。PDF に出力し直してください。`,
  ],
  [/^The file is not a PDF; .*$/, () => "PDF ファイルではありません。拡張子が内容と合っているか確認してください。"],
  [
    /^The PDF has (\d+) pages, more than (\d+); .*$/,
    (pages, max) => `PDF のページ数（${pages} ページ）が上限（${max} ページ）を超えています。文書を分割してください。`,
  ],
  [
    /^The PDF is protected by a password; .*$/,
    () => `PDF がパスワードで保護されています。パスワードを解除して${SEND_AGAIN}`,
  ],
  [
    /^The PDF is broken or cut off; .*$/,
    () => "PDF が壊れているか、途中で切れています。PDF に出力し直してから、もう一度アップロードしてください。",
  ],
  [
    /^The file has no text\. .*$/,
    () =>
      "ファイルに文字がありません。文書が空になるため、何も変更していません。文書を取り除く場合は、削除してください。",
  ],
  [
    /^The document makes (\d+) chunks, more than (\d+); .*$/,
    (chunks, max) => `文書のチャンクの数（${chunks} 件）が上限（${max} 件）を超えています。文書を分割してください。`,
  ],
  [
    /^The (\w+) that begins with "(.*)" has (\d+) characters, more than (\d+); .*$/,
    (kind = "", beginning, length, max) =>
      `「${beginning}」で始まる${KINDS[kind] ?? kind}の長さ（${length} 文字）が上限（${max} 文字）を超えています。複数に分けてください。`,
  ],
];

const pages = (numbers = "") => `${numbers.replaceAll("-", "～").replaceAll(", ", "、")} ページ`;

const ABOUT_READING: readonly SentenceRule[] = [
  [
    /^the file is not UTF-8; it was read as CP932 \(Shift_JIS\)$/,
    () => "UTF-8 ではないため、CP932（Shift_JIS）として読み取りました。文字化けがないか確認してください。",
  ],
  [
    /^the encoding that the file declares does not fit its bytes$/,
    () => "ファイルに指定された文字コードが内容と一致しません。文字化けがないか確認してください。",
  ],
  [
    /^front matter was left out: title \(the document's heading is its title\)$/,
    () => "文書の見出しを題名にしたため、フロントマターの title は使用していません。",
  ],
  [/^front matter was left out: (.+)$/, (names) => `フロントマターの次の項目は取り込んでいません：${names}`],
  [
    /^a list item numbered (\d+) in the source is shown as (\d+), as Markdown counts(?: \((.*)\))?$/,
    (written, shown, heading) =>
      `${heading ? `「${heading}」で、` : ""}元の番号が ${written} の項目が、Markdown の規則により ${shown} と表示されます。番号を確認してください。`,
  ],
  [
    /^a heading is longer than (\d+) characters; .*$/,
    (max) => `${max} 文字を超える見出しがあります。文書内の位置を示す欄には、先頭の部分だけを表示します。`,
  ],
  [
    /^struck-out text was kept as text; .*$/,
    () => "取り消し線の付いた文字を、通常の文字として取り込みました。現在も有効な内容か確認してください。",
  ],
  [
    /^a table inside a table's cell or a line of text .*$/,
    () => "表のセルや文の中にある表を、文章として取り込みました。",
  ],
  [/^a picture without alternative text was left out$/, () => "代替テキストのない画像は取り込んでいません。"],
  [
    /^a picture was left out; its alternative text stands in its place$/,
    () => "画像は取り込まず、代替テキストで置き換えました。",
  ],
  [/^comments were left out$/, () => "コメントは取り込んでいません。"],
  [/^hidden text was left out$/, () => "隠し文字は取り込んでいません。"],
  [
    /^a number that Word sets by itself could not be restored: .*$/,
    () => "Word の自動番号に、定義がなく復元できないものがあります。番号を確認してください。",
  ],
  [
    /^a number format of Word is not known \((.*)\); .*$/,
    (format) => `Word の番号書式（${format}）に対応していないため、算用数字で表示します。`,
  ],
  [
    /^a formula was set as running text; .*$/,
    () => "数式を文章として取り込みました。元の文書と照らし合わせて確認してください。",
  ],
  [
    /^text in a cell that a merged cell covers was left out; .*$/,
    () => "結合により隠れているセルの文字は取り込んでいません（Word でも表示されません）。",
  ],
  [
    /^a sign of a symbol font was left out; .*$/,
    () => "記号フォントの文字は取り込んでいません。本文を確認してください。",
  ],
  [
    /^a table has merged cells; .*$/,
    () => "結合されたセルのある表があります。文字は先頭のセルに入れ、残りのセルには ← または ↑ を表示します。",
  ],
  [/^a sound was left out$/, () => "音声は取り込んでいません。"],
  [/^a video was left out$/, () => "動画は取り込んでいません。"],
  [/^an embedded page was left out$/, () => "埋め込まれたページは取り込んでいません。"],
  [/^an embedded object was left out$/, () => "埋め込みオブジェクトは取り込んでいません。"],
  [
    /^HTML tags that are not closed, or not in order, .*$/,
    () =>
      "閉じられていない、または順序が正しくない HTML タグがあるため、タグを 1 つずつ読み取りました。内容を確認してください。",
  ],
  [
    /^a comment \(<!--\) is never closed: .*$/,
    () => "コメント（<!--）が閉じられていません。それ以降の内容は取り込んでいません。",
  ],
  [
    /^left out as it stands at the edge of several pages: (.+)$/,
    (head) => `複数のページの端に繰り返し現れるため、ヘッダーまたはフッターとして除きました：${head}`,
  ],
  [
    /^no text on pages? ([\d, -]+), only a picture: .*$/,
    (numbers) =>
      `${pages(numbers)}には画像だけがあり、文字がありません。スキャンしたものであれば、文字認識（OCR）を行ってから、もう一度アップロードしてください。`,
  ],
  [/^no text on pages? ([\d, -]+)$/, (numbers) => `${pages(numbers)}には文字がありません。`],
  [/^pictures were left out on pages? ([\d, -]+)$/, (numbers) => `${pages(numbers)}の画像は取り込んでいません。`],
  [
    /^the text of pages? ([\d, -]+) is set in vertical lines; .*$/,
    (numbers) => `${pages(numbers)}は縦書きのため、文の順序が正しくない可能性があります。内容を確認してください。`,
  ],
  [
    /^some characters on pages? ([\d, -]+) could not be read: .*$/,
    (numbers) =>
      `${pages(numbers)}に、読み取れない文字があります（どの文字かを示す情報が PDF にありません）。内容を確認してください。`,
  ],
];

const ABOUT_VERSIONS: readonly SentenceRule[] = [
  [
    /^a later upload of this document, or its deletion, came first; .*$/,
    () => "後からのアップロードまたは削除が先に反映されたため、この版は保存していません。",
  ],
  [
    /^the document's access rule was changed after this version was sent, .*$/,
    () =>
      "この版の送信後に閲覧権限が変更されたため、現在の閲覧権限をそのまま使います。この版と一緒に指定された閲覧権限は適用していません。",
  ],
];

const ABOUT_CHUNKS: readonly SentenceRule[] = [
  [
    /^content_md is not one plain table, .*$/,
    () =>
      "content_md が 1 つの単純な表ではないため、この表は検索の対象になりません。検索用の文字を content に指定してください。",
  ],
  [
    /^the given text_hash is not that of the text; .*$/,
    () => "指定された text_hash が本文と一致しないため、計算し直しました。",
  ],
  [
    /^the given display does not follow from the chunk; .*$/,
    () => "指定された display がチャンクの内容と一致しないため、作成し直しました。",
  ],
  [/^doc_id is another document's$/, () => "doc_id が別の文書のものです。"],
  [
    /^chunk_id is not well formed .*$/,
    () => "chunk_id の形式が正しくありません。「::」で区切り、最後を <text_type>-<番号> にしてください。",
  ],
  [/^chunk_id must begin with the document_id$/, () => "chunk_id は、文書 ID で始めてください。"],
  [
    /^chunk_id (\S+) names a (\S+), but the chunk's text_type is (\S+)$/,
    (chunk_id, named, type) =>
      `chunk_id（${chunk_id}）の種別 ${named} が、チャンクの text_type（${type}）と一致しません。`,
  ],
  [
    /^chunk_id (\S+) stands already in (chunks\[\d+\])$/,
    (chunk_id, place) => `同じ chunk_id（${chunk_id}）が ${place} にあります。`,
  ],
  [
    /^a table needs content_md, .*$/,
    () => "表（table）には content_md が必要です。表示する内容を Markdown で指定してください。",
  ],
  [
    /^a (\w+) needs content, .*$/,
    (type) => `種別が ${type} のチャンクには content が必要です。表示する文字を指定してください。`,
  ],
  [
    /^a (\w+) has no content_md; .*$/,
    (type) => `種別が ${type} のチャンクに content_md は指定できません。list と table だけに指定できます。`,
  ],
  [
    /^metadata\.page_range must be \[first page, last page\]$/,
    () => "metadata.page_range は [最初のページ, 最後のページ] の形で指定してください。",
  ],
  [/^(\S+) must be an array of 4 numbers$/, (field) => `${field} は、4 つの数値の配列で指定してください。`],
  [
    /^a chunk may have at most (\d+) MiB; .*$/,
    (max) => `チャンクのサイズが上限（${max} MiB）を超えています。分割してください。`,
  ],
  [
    /^(\S+) has (\d+) characters, more than (\d+); .*$/,
    (field, length, max) =>
      `${field} の長さ（${length} 文字）が上限（${max} 文字）を超えています。チャンクを分割してください。`,
  ],
  [
    /^the text for search that is made of content_md has (\d+) characters, more than (\d+); .*$/,
    (length, max) =>
      `content_md から作成した検索用の文字の長さ（${length} 文字）が上限（${max} 文字）を超えています。より短い文字を content に指定してください。`,
  ],
  [/^chunks may have at most (\d+) entries$/, (max) => `チャンクの数が上限（${max} 件）を超えています。`],
  [/^chunks must be an array of structured chunks$/, () => "chunks は、構造化チャンクの配列で指定してください。"],
  [/^chunks stands twice$/, () => "chunks が 2 回指定されています。1 つにしてください。"],
  [
    /^an empty list of chunks would leave the document empty, .*$/,
    () => "chunks が空です。文書が空になるため、何も変更していません。文書を取り除く場合は、削除してください。",
  ],
  [
    /^the chunks take more than (\d+) MiB with what belongs to them; .*$/,
    (max) => `チャンクと関連する情報のサイズが上限（${max} MiB）を超えています。文書を分割してください。`,
  ],
  [
    /^the chunks take longer than (\d+) seconds to read; .*$/,
    (seconds) => `チャンクの読み取りが ${seconds} 秒以内に終わらないため、中止しました。文書を分割してください。`,
  ],
  [
    /^the chunks need too much memory to read; .*$/,
    () => "チャンクの読み取りに必要なメモリーが上限を超えるため、中止しました。文書を分割してください。",
  ],
];

const FIELDS: Readonly<Record<string, string>> = {
  "the body": "ファイルの内容",
  "a chunk": "チャンク",
  title: "題名",
  version: "版",
};

const fieldIn = (name = "") => FIELDS[name] ?? `${name} `;

const ABOUT_FIELDS: readonly SentenceRule[] = [
  [
    /^document_id must begin with a letter or digit .*$/,
    () => "文書 ID は、文字または数字で始め、文字、数字、「.」「_」「-」だけを 128 文字以内で指定してください。",
  ],
  [
    /^document_id must not contain the invisible character (U\+[0-9A-F]+) \(character (\d+)\)$/,
    (char, place) =>
      `文書 ID の ${place} 文字目に、見えない文字（${char}）が含まれています。別の文書 ID を指定してください。`,
  ],
  [
    /^access_rules must be an object; .*$/,
    () => "access_rules は、オブジェクトで指定してください。閲覧権限を指定しない場合は、項目ごと省略してください。",
  ],
  [
    /^access_rules names departments, groups or users but not allow_all; .*$/,
    () =>
      "access_rules に部署、グループ、個人が指定されていますが、allow_all がありません。閲覧できる人を限定する場合は、allow_all に false を指定してください。",
  ],
  [
    /^(.+) has an unknown field (".*"); known are (.+?)\.?$/,
    (field, name, known) => `${fieldIn(field)}に、使用できない項目 ${name} があります。使用できる項目：${known}`,
  ],
  [/^(.+) has an unknown field (".*")$/, (field, name) => `${fieldIn(field)}に、使用できない項目 ${name} があります。`],
  [
    /^(.+) must be one of (.+?)\.?$/,
    (field, values) => `${fieldIn(field)}は、次のいずれかを指定してください：${values}`,
  ],
  [/^(.+) must be an object$/, (field) => `${fieldIn(field)}は、オブジェクトで指定してください。`],
  [/^(\S+) must be an array of texts$/, (field) => `${field} は、文字列の配列で指定してください。`],
  [/^(\S+) must be an array$/, (field) => `${field} は、配列で指定してください。`],
  [/^(\S+) must be true or false$/, (field) => `${field} は、true または false で指定してください。`],
  [
    /^(\S+) may have at most (\d+) (?:elements|entries)$/,
    (field, max) => `${field} の要素は、${max} 個以内にしてください。`,
  ],
  [/^(\S+) must be a text$/, (field) => `${fieldIn(field)}は、文字列で指定してください。`],
  [/^(\S+) must not be empty$/, (field) => `${fieldIn(field)}が空です。`],
  [
    /^(\S+) must have at most (\d+) characters$/,
    (field, max) => `${fieldIn(field)}は、${max} 文字以内にしてください。`,
  ],
  [
    /^(\S+) must be (?:well-formed Unicode .*|a well-formed text without NUL)$/,
    (field) => `${fieldIn(field)}に不正な文字が含まれています。`,
  ],
  [
    /^(\S+) must not contain control characters or line breaks$/,
    (field) => `${fieldIn(field)}に改行や制御文字が含まれています。`,
  ],
  [/^(\S+) must not begin or end with white space$/, (field) => `${fieldIn(field)}の前後に空白があります。`],
];

const ABOUT_REQUESTS: readonly SentenceRule[] = [
  [/^and (\d+) more$/, (more) => `ほか ${more} 件`],
  [/^The body is empty; .*$/, () => "ファイルが空です。内容のあるファイルを選択してください。"],
  [
    /^The body is larger than the (\d+) bytes that this address takes\.$/,
    (bytes) => `ファイルのサイズが上限（${Math.floor(Number(bytes) / 1024 / 1024)} MB）を超えています。`,
  ],
  [
    /^[Tt]he body is not JSON in UTF-8$/,
    () => "ファイルの内容が UTF-8 の JSON ではありません。UTF-8 の JSON で保存し直してください。",
  ],
  [
    /^beside its chunks, the body may have at most (\d+) MiB$/,
    (max) => `chunks 以外の部分のサイズが上限（${max} MiB）を超えています。`,
  ],
  [/^access_rules in the query is not JSON\.$/, () => "閲覧権限の指定（access_rules）が JSON ではありません。"],
  [
    /^(.+) must not stand in the query of structured chunks; .*$/,
    (names) => `構造化チャンクでは、${names} をファイルの JSON の中（chunks と同じ階層）に記述してください。`,
  ],
  [
    /^The body's (Content-Type|Content-Encoding) must be (.+)\.$/,
    (header, values = "") => `${header} は、次のいずれかにしてください：${values.replaceAll(" or ", "、")}`,
  ],
  [/^The body was cut off\.$/, () => "ファイルの送信が途中で切れました。もう一度アップロードしてください。"],
  [
    /^The body is not what its Content-Encoding says, .*$/,
    () => "ファイルの圧縮形式が正しくないか、送信が途中で切れました。もう一度アップロードしてください。",
  ],
];

const RULES = [
  ...ABOUT_FILES,
  ...ABOUT_READING,
  ...ABOUT_VERSIONS,
  ...ABOUT_CHUNKS,
  ...ABOUT_FIELDS,
  ...ABOUT_REQUESTS,
  ...ABOUT_JOBS,
];

/** What the service says about a document and its file, in Japanese. A sentence that is not known here stays as it is. */
export function inJapanese(sentence: string): string {
  return known(sentence) ?? sentence;
}

function known(sentence: string): string | null {
  const [, repeated, times] = /^(.+) \((\d+) times\)$/.exec(sentence) ?? [];
  const each = repeated === undefined ? null : known(repeated);
  if (each !== null) return `${each.replace(/。$/, "")}（${times} か所）。`;
  const [, place, fault] = /^(chunks\[\d+\]): (.+)$/.exec(sentence) ?? [];
  if (fault !== undefined) {
    const words = known(fault);
    return words && `${place}：${words}`;
  }
  // What is refused is said with a full stop, what stands in a list of warnings without one.
  return translated(sentence, RULES) ?? translated(sentence.replace(/\.$/, ""), RULES);
}
