import type { IMPORT_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";
import { columnName } from "./field-names.js";

const NEEDED = {
  users: ["「社員番号」と「氏名」の列が必要です"],
  departments: ["「部署コード」（または code）と「部署名」（または name）の列が必要です"],
  any: [],
};

/** A part of a synchronised file would deactivate the users in the others. */
const MAY_BE_SPLIT =
  "「追加・更新」ではファイルを分割できますが、「同期」では、ほかのファイルにあるユーザーが無効になるため、分割しないでください";

const readAs = (encoding: string) => `ファイルは ${encoding} として読み込みました`;

export const imports: TextsOf<keyof typeof IMPORT_PROBLEMS> = {
  "csv.workbook": () => "Excel ブックは読み込めません。「CSV UTF-8」形式で保存し、そのファイルを送信してください",
  "csv.utf16": () => "UTF-16 のファイルは読み込めません。「CSV UTF-8」形式で保存し直してください",
  "csv.broken_utf8": () =>
    "UTF-8 で始まるファイルですが、UTF-8 として正しくない部分があります。「CSV UTF-8」形式で保存し直してください",
  "csv.other_encoding": () =>
    "文字コードが UTF-8 でも CP932（Shift_JIS）でもありません。「CSV UTF-8」形式で保存し直してください",
  "csv.empty": () => "ファイルが空です",
  "csv.no_lines": () => "ファイルに内容のある行がありません",
  "csv.no_delimiter": ({ needed }) =>
    ["1 行目にコンマ・タブ・セミコロンの区切りがありません", ...NEEDED[needed]].join("。"),
  "csv.too_many_columns": ({ line, max }) =>
    `${line} 行目の列が上限（${max} 列）を超えています。何も読み込んでいません`,
  "csv.open_quote": ({ line }) => `${line} 行目で始まる引用符が閉じられていません。何も読み込んでいません`,
  "csv.missing_quote": ({ line, last_line }) =>
    `引用符が不足しているようです。${line} 行目の引用符により、${last_line} 行目までが 1 行になっています。何も読み込んでいません`,
  "csv.too_many_users": ({ line, max }) => `人数が上限（${max} 人）を超えています（${line} 行目）。${MAY_BE_SPLIT}`,
  "csv.slow_to_read": ({ seconds }) =>
    `読み込みが ${seconds} 秒以内に終わりません。空行を取り除いてください。${MAY_BE_SPLIT}`,
  "csv.large_to_read": () => `ファイルの読み込みに必要なメモリーが上限を超えています。${MAY_BE_SPLIT}`,
  "line.other_width": ({ cells, first_line_cells }) => `列が ${cells} 個あります（1 行目は ${first_line_cells} 個）`,
  "line.broken_quote": ({ cell }) =>
    `${cell} 列目の引用符の使い方が正しくありません（引用符の中では「"」を 2 つ続けて書きます）`,
  "line.empty_cell": ({ field }) => `${columnName(field)}が空です`,
  "columns.ill_formed": ({ fields }) =>
    `columns は、user_id:社員番号,display_name:2 のような組で指定してください（指定できる項目：${fields.join("、")}）。見出しにコンマやコロンがある場合は、番号で指定してください`,
  "columns.not_found": ({ fields, encoding }) =>
    `${fields.map(columnName).join("と")}の列が見つかりません。列を見出しまたは番号（左端が 1）で指定してください。${readAs(encoding)}`,
  "columns.header_unknown": ({ field, header, encoding }) =>
    `${columnName(field)}に指定された見出し「${header}」の列がありません。${readAs(encoding)}`,
  "columns.ambiguous": ({ field, places, encoding }) =>
    `${columnName(field)}の列の候補が複数あります（${places.join("・")} 列目）。番号（左端が 1）で指定してください。${readAs(encoding)}`,
  "columns.beyond": ({ field, place, cells, encoding }) =>
    `${columnName(field)}は ${place} 列目と指定されていますが、1 行目は ${cells} 列です。${readAs(encoding)}`,
  "columns.shared": ({ place, encoding }) =>
    `${place} 列目が 2 つの項目に指定されています。項目ごとに別の列を指定してください。${readAs(encoding)}`,
  "import.illegible_line": ({ line }) =>
    `${line} 行目の社員番号が読み取れないため、同期によって、ファイルにいる人が無効になるおそれがあります。先にこの行を直してください`,
  "import.if_match_missing": () =>
    "If-Match が必要です。先に dry_run=true でファイルを送信し、応答の ETag を指定してもう一度送信してください。内容にかかわらず適用する場合は、* を指定してください",
  "import.plan_changed": () =>
    "確認した後にユーザーの登録内容が変わり、このファイルによる変更内容も変わったため、このリクエストでは何も書き込んでいません。ファイルをもう一度確認してください",
  "import.too_many_deactivated": ({ deactivated, active, max, unagreed }) =>
    `この同期により、${active} 人のうち ${deactivated} 人が無効になります。確認なしで無効にできるのは、24 時間以内に ${max} 人までです${unagreed > 0 ? `（すでに ${unagreed} 人が無効になっています）` : ""}。ファイルが正しければ、yes_deactivate=${deactivated} を指定してください`,
};
