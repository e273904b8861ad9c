import type { CHUNK_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

export const chunks: TextsOf<keyof typeof CHUNK_PROBLEMS> = {
  "chunk_id.ill_formed": () =>
    "chunk_id の形式が正しくありません。「::」で区切り、最後を <text_type>-<番号> にしてください",
  "chunk_id.other_document": () => "chunk_id は、文書 ID（document_id）で始めてください",
  "chunk_id.other_type": ({ chunk_id, named, text_type }) =>
    `chunk_id（${chunk_id}）の種別 ${named} が、チャンクの text_type（${text_type}）と一致しません`,
  "chunk_id.duplicate": ({ chunk_id, first_index }) =>
    `同じ chunk_id（${chunk_id}）が chunks[${first_index}] にあります`,
  "chunk.other_document": () => "doc_id が別の文書の ID です。この文書の ID を指定するか、省略してください",
  "chunk.too_large": ({ megabytes }) => `チャンクのサイズが上限（${megabytes} MiB）を超えています。分割してください`,
  "chunk.text_ill_formed": ({ field }) => `${field} に、Unicode として正しくない文字または NUL 文字が含まれています`,
  "chunk.text_too_long": ({ field, length, max }) =>
    `${field} の長さ（${length} 文字）が上限（${max} 文字）を超えています。チャンクを分割してください`,
  "chunk.table_text_too_long": ({ length, max }) =>
    `content_md から作成した検索用の文字列の長さ（${length} 文字）が上限（${max} 文字）を超えています。表を分割するか、より短い文字列を content に指定してください`,
  "chunk.table_without_markdown": () =>
    "表（table）には content_md が必要です。表示する内容を Markdown で指定してください",
  "chunk.without_content": ({ text_type }) =>
    `種別が ${text_type} のチャンクには content が必要です。表示する文字列を指定してください`,
  "chunk.unexpected_markdown": ({ text_type }) =>
    `種別が ${text_type} のチャンクに content_md は指定できません。list と table だけに指定できます`,
  "chunk.page_range_ill_formed": () => "metadata.page_range は [最初のページ, 最後のページ] の形で指定してください",
  "chunk.bbox_ill_formed": () => "metadata.anchors.bbox は、4 つの数値の配列で指定してください",
  "chunk.not_one_table": () =>
    "content_md が 1 つの単純な表ではないため、この表は検索の対象になりません。検索用の文字列を content に指定してください",
  "chunk.text_hash_replaced": () => "指定された text_hash が本文と一致しないため、計算し直しました",
  "chunk.display_replaced": () => "指定された display がチャンクの内容と一致しないため、作成し直しました",
  "chunks.empty": () =>
    "chunks が空です。文書が空になるため、何も変更していません。文書を取り除く場合は、文書を削除（DELETE）してください",
  "chunks.too_large": ({ megabytes }) =>
    `チャンクとそのメタデータのサイズが上限（${megabytes} MiB）を超えています。文書を分割してください`,
  "chunks.slow_to_read": ({ seconds }) =>
    `チャンクの読み取りが ${seconds} 秒以内に終わらないため、中止しました。文書を分割してください`,
  "chunks.large_to_read": () =>
    "チャンクの読み取りに必要なメモリーが上限を超えるため、中止しました。文書を分割してください",
};
