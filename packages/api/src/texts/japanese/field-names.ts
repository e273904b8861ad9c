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

/** The name of a field; an entry of a list has its list's name: `permission_groups[2]`. */
export function fieldName(field: string): string {
  const [, list = field] = /^(\w+)\[\d+\]$/.exec(field) ?? [];
  return FIELDS[list] ?? `${field} `;
}
