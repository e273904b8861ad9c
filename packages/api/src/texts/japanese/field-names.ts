/** Fields as Japanese users know them; others keep their names. */
const FIELDS: Readonly<Record<string, string>> = {
  user_id: "社員番号",
  display_name: "氏名",
  department: "部署",
  department_name: "部署",
  department_code: "部署コード",
  code: "部署コード",
  name: "部署名",
  email: "メールアドレス",
  role: "権限",
  permission_groups: "グループ",
  is_active: "状態",
  password: "パスワード",
  document_id: "文書 ID",
  title: "題名",
  version: "版",
};

/** The name of a field with the field itself, which programs know. A phrase such as "the body" is no field. */
export function fieldName(field: string): string {
  const [, list = field] = /^(\w+)\[\d+\]$/.exec(field) ?? [];
  const name = FIELDS[list];
  if (name === undefined) return `${field} `;
  return field.includes(" ") ? name : `${name}（${field}）`;
}

/** The name of the column of a file that has a field. */
export function columnName(field: string): string {
  return FIELDS[field] ?? `${field} `;
}
