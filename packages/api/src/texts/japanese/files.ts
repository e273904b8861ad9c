import type { OtherFormat } from "@retrieval/core/limits";
import type { FILE_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

const SEND_AGAIN = "保存し直してから、もう一度アップロードしてください";

const OTHER_FORMATS: Readonly<Record<OtherFormat, string>> = {
  doc: `古い Word 形式（.doc）は読み取れません。.docx 形式で${SEND_AGAIN}`,
  xls: `古い Excel 形式（.xls）と .xlsb は読み取れません。.xlsx 形式で${SEND_AGAIN}`,
  ppt: `古い PowerPoint 形式（.ppt）は読み取れません。.pptx 形式で${SEND_AGAIN}`,
  opendocument: `OpenDocument 形式（.odt、.ods、.odp）は読み取れません。.docx、.xlsx、.pptx のいずれかの形式で${SEND_AGAIN}`,
  rtf: `RTF 形式は読み取れません。.docx 形式で${SEND_AGAIN}`,
  ichitaro: `一太郎の文書（.jtd）は読み取れません。.docx または PDF 形式で${SEND_AGAIN}`,
  picture: "画像は読み取れません。文字認識（OCR）を行い、文字のある PDF にしてからアップロードしてください",
  mail: "電子メールは読み取れません。PDF またはテキストで保存してからアップロードしてください",
  zip: "圧縮ファイルは読み取れません。展開して、中のファイルをアップロードしてください",
};

export const files: TextsOf<keyof typeof FILE_PROBLEMS> = {
  "file.not_text": () => `文字コードが UTF-8 でも CP932（Shift_JIS）でもありません。UTF-8 で${SEND_AGAIN}`,
  "file.no_reader": ({ media_type, known }) =>
    `対応していない形式（${media_type}）です。次のいずれかの形式で送信してください：${known.join("、")}`,
  "file.other_format": ({ format }) => OTHER_FORMATS[format],
  "file.other_content": ({ media_type, expected }) =>
    `ファイルの内容は ${media_type} ではなく ${expected} です。内容に合ったメディアタイプ（拡張子）で送信してください`,
  "file.password": () => `ファイルがパスワードで保護されています。パスワードを解除して${SEND_AGAIN}`,
  "file.empty": () =>
    "ファイルに文字がありません。文書が空になるため、何も変更していません。文書を取り除く場合は、文書を削除（DELETE）してください",
  "file.nested_too_deep": () => "文書の入れ子（箇条書き、引用、タグなど）が深すぎます。階層を減らしてください",
  "file.too_many_cells": () => "表のセルが多すぎます。表を分割してください",
  "file.too_many_chunks": ({ chunks, max }) =>
    `文書のチャンクの数（${chunks} 件）が上限（${max} 件）を超えています。文書を分割してください`,
  "file.slow_to_read": ({ seconds }) =>
    `文書の読み取りに CPU 時間で ${seconds} 秒を超えてかかるため、中止しました。文書を簡潔にするか、分割してください`,
  "file.server_busy": ({ seconds }) =>
    `サーバーが混み合っているため、${seconds} 秒以内にファイルを処理できませんでした。時間をおいて、もう一度送信してください`,
  "file.large_to_read": () => "文書の読み取りに必要なメモリーが上限を超えるため、中止しました。文書を分割してください",
  "file.slow_to_index": ({ seconds }) =>
    `検索用の語句の作成が ${seconds} 秒以内に終わらないため、中止しました。文書を分割してください`,
  "file.large_to_index": () =>
    "検索用の語句の作成に必要なメモリーが上限を超えるため、中止しました。文書を分割してください",
  "html.no_text": () => "ページに表示される文字がありません。保存したページのファイルそのものを送信してください",
  "docx.no_text": () =>
    "Word 文書に表示される文字がありません。スキャンした文書の場合は、先に文字認識（OCR）を行ってください",
  "office.damaged": () => `ファイルが壊れているか、不完全です。作成したソフトで${SEND_AGAIN}`,
  "office.too_large": () => "ファイルを展開したときのサイズが上限を超えています。文書を分割してください",
  "office.document_type": () =>
    `ファイルに、Office では作成されない文書型宣言（DTD）があります。Office で${SEND_AGAIN}`,
  "office.not_office": () => `Office のファイル（.docx、.xlsx、.pptx）ではありません。いずれかの形式で${SEND_AGAIN}`,
  "office.other_zip": () => `ZIP ファイルですが、指定された Office の形式ではありません。その形式で${SEND_AGAIN}`,
  "pdf.not_pdf": () => "PDF ファイルではありません。内容に合ったメディアタイプ（拡張子）で送信してください",
  "pdf.too_many_pages": ({ pages, max }) =>
    `PDF のページ数（${pages} ページ）が上限（${max} ページ）を超えています。文書を分割してください`,
  "pdf.damaged": () =>
    "PDF が壊れているか、不完全です。PDF として保存または印刷し直してから、もう一度アップロードしてください",
  "pdf.stream_too_large": ({ megabytes }) =>
    `PDF に、展開すると ${megabytes} MB を超える部分があります。PDF に出力し直してください`,
};
