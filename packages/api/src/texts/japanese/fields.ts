import type { FIELD_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";
import { fieldName } from "./field-names.js";

export const fields: TextsOf<keyof typeof FIELD_PROBLEMS> = {
  "field.required": ({ field }) => `${fieldName(field)}は必須です`,
  "field.empty": ({ field }) => `${fieldName(field)}が空です`,
  "field.not_text": ({ field }) => `${fieldName(field)}は、文字列で指定してください`,
  "field.not_boolean": ({ field }) => `${fieldName(field)}は、true または false で指定してください`,
  "field.not_whole_number": ({ field }) => `${fieldName(field)}は、整数で指定してください`,
  "field.not_array": ({ field }) => `${fieldName(field)}は、配列で指定してください`,
  "field.not_moment": ({ field }) =>
    `${fieldName(field)}は、2026-01-31 のような日付（UTC）、または 2026-01-31T09:00:00+09:00 のような時差付きの日時で指定してください`,
  "field.not_day": ({ field }) =>
    `${fieldName(field)}は、1800-01-01 から 2999-12-31 までの、2026-01-31 のような日付で指定してください`,
  "field.not_object": ({ field }) => `${fieldName(field)}は、オブジェクトで指定してください`,
  "field.too_long": ({ field, max }) => `${fieldName(field)}は ${max} 文字以内にしてください`,
  "field.ill_formed": ({ field }) => `${fieldName(field)}に不正な文字が含まれています`,
  "field.control_character": ({ field }) => `${fieldName(field)}から、改行や制御文字を取り除いてください`,
  "field.edge_space": ({ field }) => `${fieldName(field)}の前後の空白を取り除いてください`,
  "field.invisible_character": ({ field, character, place }) =>
    `${fieldName(field)}の ${place} 文字目に、目に見えない文字 ${character} が含まれています`,
  "field.dots": ({ field }) => `${fieldName(field)}に「.」や「..」は使用できません（アドレスで指定できないため）`,
  "field.not_nfc": ({ field }) =>
    `${fieldName(field)}は、Unicode 正規化形式 C（NFC）で指定してください。同じ文字に見える別の文字コードが含まれています`,
  "field.not_texts": ({ field }) => `${fieldName(field)}は、文字列の配列で指定してください`,
  "field.unknown_field": ({ field, name }) => `${fieldName(field)}に不明な項目「${name}」があります`,
  "field.not_one_of": ({ field, values }) =>
    `${fieldName(field)}は、次のいずれかを指定してください：${values.join("、")}`,
  "field.too_many_entries": ({ field, max }) => `${fieldName(field)}は ${max} 件以内にしてください`,
  "field.too_few_entries": ({ field, min }) => `${fieldName(field)}は ${min} 件以上にしてください`,
  "field.too_small": ({ field, min }) => `${fieldName(field)}は ${min} 以上にしてください`,
  "field.too_large": ({ field, max }) => `${fieldName(field)}は ${max} 以下にしてください`,
  "field.later": ({ field, other }) => `${fieldName(field)}は ${fieldName(other)}以前にしてください`,
  "field.not_valid": ({ field }) => `${fieldName(field)}が正しくありません`,
};
