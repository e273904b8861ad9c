import type { PARSING_PROBLEMS } from "@retrieval/core/problems";
import { pageRanges } from "../page-ranges.js";
import type { TextsOf } from "../table.js";

const MEDIA = { sound: "音声", video: "動画", page: "埋め込まれたページ", object: "埋め込みオブジェクト" };

const named = (pages: readonly number[]) => `${pageRanges(pages, "～", "、")} ページ`;

const listed = (pages: readonly number[], values: readonly number[]) =>
  pages.map((page, i) => `${page} ページ ${values[i]}`).join("、");

export const parsing: TextsOf<keyof typeof PARSING_PROBLEMS> = {
  "text.read_as_cp932": () =>
    "UTF-8 ではないため、CP932（Shift_JIS）として読み取りました。文字化けがないか確認してください",
  "text.other_encoding": () => "ファイルに指定された文字コードが内容と一致しません。文字化けがないか確認してください",
  "text.unreadable_characters": ({ characters, around }) =>
    `読み取れない文字が ${characters} 文字あり、「\uFFFD」に置き換えました（最初の箇所：「${around}」）`,
  "text.struck_out": () =>
    "取り消し線の付いた文字を、通常の文字として取り込みました。現在も有効な内容か確認してください",
  "list.renumbered": ({ written, shown }) =>
    `元の番号が ${written} の項目が、Markdown の規則により ${shown} と表示されます。番号を確認してください`,
  "articles.not_read": ({ count, places }) =>
    `条のような行が ${count} か所ありますが、条として読み取れませんでした（${places.join("、")}${count > places.length ? " など" : ""}）。見出しにするか、条番号の後に見出しの括弧か空白を入れてください`,
  "heading.shortened": ({ max }) =>
    `${max} 文字を超える見出しがあります。文書内の位置を示す欄には、先頭の部分だけを表示します`,
  "table.nested": () => "表のセルや文の中にある表を、通常の文字として取り込みました",
  "table.merged_cells": () =>
    "結合されたセルのある表があります。文字は先頭のセルに入れ、残りのセルには ← または ↑ を表示します",
  "picture.left_out": () => "代替テキストのない画像は取り込んでいません",
  "picture.replaced": () => "画像は取り込まず、代替テキストで置き換えました",
  "media.left_out": ({ kind }) => `${MEDIA[kind]}は取り込んでいません`,
  "html.unbalanced_tags": () =>
    "閉じられていない、または順序が正しくない HTML タグがあるため、タグを 1 つずつ読み取りました。内容を確認してください",
  "html.open_comment": () => "コメント（<!--）が閉じられていません。それ以降の内容は取り込んでいません",
  "html.outside_content": ({ count, places }) =>
    `ページの本文の周り（ナビゲーション、ヘッダー、フッター）の ${count} か所は取り込んでいません：${places.join("、")}${count > places.length ? " など" : ""}`,
  "docx.comments_left_out": () => "コメントは取り込んでいません",
  "docx.tracked_changes": () => "変更履歴があります。すべて承諾した状態の本文を取り込みました",
  "docx.hidden_text_left_out": () => "隠し文字は取り込んでいません",
  "docx.number_undefined": () => "Word の自動番号に、定義がなく復元できないものがあります。番号を確認してください",
  "docx.number_format_unknown": ({ format }) =>
    `Word の番号書式（${format}）に対応していないため、算用数字で表示します`,
  "docx.formula": () => "数式を通常の文字として取り込みました。元の文書と照らし合わせて確認してください",
  "docx.covered_cell": () => "結合により隠れているセルの文字は取り込んでいません（Word でも表示されません）",
  "docx.symbol_left_out": () => "記号フォントの文字は取り込んでいません。本文を確認してください",
  "xlsx.hidden_left_out": ({ sheets, rows, columns }) =>
    `非表示の部分（シート ${sheets}、行 ${rows}、列 ${columns}）は取り込んでいません`,
  "xlsx.objects_left_out": ({ sheets }) =>
    `次のシートの図、グラフ、テキストボックス、コメントは取り込んでいません：${sheets.join("、")}`,
  "pptx.hidden_left_out": ({ slides }) => `非表示のスライド（${pageRanges(slides, "～", "、")}）は取り込んでいません`,
  "pdf.running_heads": ({ count, first }) =>
    `複数のページの端に繰り返し現れるため、ヘッダーまたはフッターとして除きました：${first.join(" ／ ")}${count > first.length ? ` など ${count} 件` : ""}`,
  "pdf.only_pictures": ({ pages }) =>
    `${named(pages)}は画像です。文字認識（OCR）を行ってから、もう一度アップロードしてください`,
  "pdf.recognised": ({ pages, confidences }) =>
    `${named(pages)}の文字は画像から認識（OCR）したもののため、公開せず下書きとして保存しました。元のファイルと照らし合わせてから公開してください（信頼度、100 点満点：${listed(pages, confidences)}）`,
  "pdf.recognised_poorly": ({ pages, confidences, min }) =>
    `${named(pages)}は文字認識（OCR）の信頼度が足りないため（${min} 以上が必要：${listed(pages, confidences)}）、取り込んでいません。300 dpi 以上で、傾きなく鮮明にスキャンすると改善する場合があります`,
  "pdf.no_text": ({ pages }) => `${named(pages)}には文字がありません`,
  "pdf.pictures_left_out": ({ pages }) => `${named(pages)}の画像は取り込んでいません`,
  "pdf.table_without_lines": ({ pages }) =>
    `${named(pages)}に罫線のない表があり、1 行ずつ通常の文として取り込みました。元の文書と照らし合わせて確認してください`,
  "pdf.vertical": ({ pages }) =>
    `${named(pages)}は縦書きのため、右の行から順に読み取りました。文の順序を確認してください`,
  "pdf.unreadable_characters": ({ pages }) =>
    `${named(pages)}に、読み取れない文字があります（どの文字かを示す情報が PDF にありません）。内容を確認してください`,
};
