import type { QUESTION_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

export const questions: TextsOf<keyof typeof QUESTION_PROBLEMS> = {
  "chunk.unknown": () => "この文書に、このチャンクはありません",
  "docId.ill_formed": () => "docId は、文書 ID（document_id）の形式で指定してください",
  "chunkId.ill_formed": () => "chunkId は、チャンク ID（chunk_id）の形式（`::` で区切った形）で指定してください",
  "search.not_document_ids": () => "filters.doc_ids は、文書 ID（document_id）で指定してください",
  "search.too_slow": () => "検索に時間がかかりすぎたため、中止しました。語を減らすか、より限定的な語で検索してください",
  "document.unknown_then": () => "その時点にこの文書はなかったか、監査ログがその時点まで残っていません",
  "user.erased": () => "このユーザーの個人データは消去されたため、閲覧できた文書はわかりません",
  "user.unknown_then": () => "その時点にこのユーザーはいなかったか、監査ログがその時点まで残っていません",
};
