import { ALL_FIELDS } from "@retrieval/core/limits";

/** Fields as Japanese users know them, beside those of users; others keep their names. */
const FIELDS: Readonly<Record<string, string>> = {
  code: "部署コード",
  name: "部署名",
  document_id: "文書 ID",
  title: "題名",
  version: "版",
  number: "規程番号",
  category: "分類",
  owner: "主管",
  contact: "問い合わせ先",
  review_by: "見直し期限",
  editors: "編集者",
  source: "取り込み元",
  history: "旧版の公開範囲",
};

const nameOf = (field: string) => ALL_FIELDS.get(field)?.japanese ?? FIELDS[field];

/** The name of a field with the field itself, which programs know. A phrase such as "the body" is no field. */
export function fieldName(field: string): string {
  const [, list = field] = /^(\w+)\[\d+\]$/.exec(field) ?? [];
  const name = nameOf(list);
  if (name === undefined) return `${field} `;
  return field.includes(" ") ? name : `${name}（${field}）`;
}

/** The name of the column of a file that has a field. */
export function columnName(field: string): string {
  return nameOf(field) ?? `${field} `;
}
