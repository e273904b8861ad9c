import type { VOCABULARY_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

export const vocabulary: TextsOf<keyof typeof VOCABULARY_PROBLEMS> = {
  "vocabulary.changed_since": () =>
    "語彙が、読み取った時点から変更されています。最新の内容を読み取ってから、やり直してください",
  "vocabulary.entry_changed_since": ({ said }) =>
    `「${said}」が、読み取った時点から変更されています。最新の内容を読み取ってから、やり直してください`,
  "vocabulary.unknown_entry": ({ said }) => `「${said}」は、語彙に登録されていません`,
  "vocabulary.taken": ({ said }) => `「${said}」は、すでに登録されています。登録済みの語を変更してください`,
  "vocabulary.full": ({ max }) => `語彙に登録できるのは ${max} 件までです。不要な語を削除してください`,
  "vocabulary.if_none_match_tag": () =>
    "If-None-Match には、語を追加する場合の * だけを指定できます。語を変更する場合は、If-Match を指定してください",
  "vocabulary.weight_ill_formed": ({ field, min, max }) => `${field} は、${min} から ${max} までの数で指定してください`,
  "vocabulary.bar": ({ field }) => `${field} に、CSV で語の区切りに使う | は使用できません`,
  "vocabulary.word_twice": ({ field, word }) => `${field} に、${JSON.stringify(word)} が 2 回あります`,
  "vocabulary.duplicate": ({ field, said, first_index }) =>
    `${field} の ${JSON.stringify(said)} は、entries[${first_index}] にもあります`,
  "vocabulary.duplicate_line": ({ said, first_line }) =>
    `said の ${JSON.stringify(said)} は、${first_line} 行目にもあります`,
  "vocabulary.columns_not_found": ({ encoding }) =>
    `1 行目の見出しに said と meant の列が必要です（ファイルは ${encoding} として読み込みました）`,
  "vocabulary.broken_quotes": ({ line }) =>
    `${line} 行目の引用符の使い方が正しくありません（引用符の中では「"」を 2 つ続けて書きます）`,
};
