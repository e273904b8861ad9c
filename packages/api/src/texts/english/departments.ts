import type { DEPARTMENT_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

export const departments: TextsOf<keyof typeof DEPARTMENT_PROBLEMS> = {
  "department_code.duplicate": ({ field, department_code, first_index }) =>
    `${field} ${JSON.stringify(department_code)} is a duplicate of departments[${first_index}]`,
  "department_code.duplicate_line": ({ department_code, first_line }) =>
    `code ${JSON.stringify(department_code)} is a duplicate of line ${first_line}`,
  "department.empty_cell": ({ field }) => `the department ${field} is empty`,
  "department.broken_quotes": ({ field }) =>
    `the department ${field} has broken quotes; inside quotes, write a quote twice`,
  "departments.columns_not_found": ({ encoding }) =>
    `The first line must have the headers 部署コード (or code) and 部署名 (or name). The file was read as ${encoding}`,
};
