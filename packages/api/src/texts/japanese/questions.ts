import type { QUESTION_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

export const questions: TextsOf<keyof typeof QUESTION_PROBLEMS> = {
  "chunk.unknown": () => "この文書に、このチャンクはありません",
  "docId.ill_formed": () => "docId が文書の ID の形式ではありません",
  "chunkId.ill_formed": () => "chunkId がチャンクの ID の形式（`::` で区切った形）ではありません",
  "search.not_document_ids": () => "filters.doc_ids は、文書の ID で指定してください",
  "search.too_slow": () => "検索に時間がかかりすぎたため、中止しました。語を減らすか、より限定的な語で検索してください",
  "search.other_cursor": () =>
    "cursor が、この検索で返されたものではありません。同じ検索語と条件で、cursor を付けずにやり直してください",
  "document.unknown_then": () => "その時点にこの文書はなかったか、記録がその時点まで残っていません",
  "user.unknown_then": () => "その時点にこのユーザーはいなかったか、記録がその時点まで残っていません",
};
