import type { STORAGE_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

export const storage: TextsOf<keyof typeof STORAGE_PROBLEMS> = {
  "storage.character": () => "データベースに保存できない文字が含まれています",
  "storage.value": () => "データベースに保存できない値が含まれています",
  "storage.value_missing": () => "データベースで必須とされている値がありません",
  "storage.not_unique": ({ constraint }) =>
    `同じ値を持つ別のユーザーがデータベースに登録されています（制約 ${constraint}）`,
  "storage.not_allowed": ({ constraint }) => `データベースの規則により登録できません（制約 ${constraint}）`,
};
