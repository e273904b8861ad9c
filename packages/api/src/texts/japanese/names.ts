/** Fields as Japanese users know them; others keep their names. */
const FIELDS: Readonly<Record<string, string>> = {
  user_id: "社員番号",
  display_name: "氏名",
  department: "部署",
  department_code: "部署コード",
  email: "メールアドレス",
  role: "権限",
  permission_groups: "グループ",
  is_active: "状態",
  document_id: "文書 ID",
  title: "題名",
  version: "版",
  "the name": "モデル名",
  "the body": "ファイルの内容",
  "a chunk": "チャンク",
};

export const fieldName = (field: string) => FIELDS[field] ?? `${field} `;
