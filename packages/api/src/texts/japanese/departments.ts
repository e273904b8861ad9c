import type { DEPARTMENT_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

const NAMES = { code: "部署コード", name: "部署名" };

export const departments: TextsOf<keyof typeof DEPARTMENT_PROBLEMS> = {
  "department_code.duplicate": ({ field, department_code, first_index }) =>
    `${field} の部署コード ${JSON.stringify(department_code)} は、departments[${first_index}] にもあります`,
  "department_code.duplicate_line": ({ department_code, first_line }) =>
    `同じ部署コード ${JSON.stringify(department_code)} が ${first_line} 行目にあります`,
  "department.empty_cell": ({ field }) => `${NAMES[field]}が空です`,
  "department.broken_quotes": ({ field }) =>
    `${NAMES[field]}の引用符の使い方が正しくありません（引用符の中では「"」を 2 つ続けて書きます）`,
  "departments.columns_not_found": ({ encoding }) =>
    `1 行目の見出しに「部署コード」（または code）と「部署名」（または name）の列が必要です（ファイルは ${encoding} として読み込みました）`,
};
