import type { ACCESS_RULE_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

const UNKNOWN = {
  allowed_department_codes: (name: string) => `部署コード ${name} は部署マスターに登録されていません`,
  allowed_groups: (name: string) => `グループ ${name} に属するユーザーはいません`,
  allowed_users: (name: string) => `社員番号 ${name} のユーザーは登録されていません`,
};

export const accessRules: TextsOf<keyof typeof ACCESS_RULE_PROBLEMS> = {
  "access_rules.unknown_field": ({ name, known }) =>
    `access_rules に、使用できない項目 ${JSON.stringify(name)} があります。使用できる項目：${known.join("、")}`,
  "access_rules.allow_all_missing": () =>
    "access_rules に部署、グループ、ユーザーが指定されていますが、allow_all がありません。閲覧できる人を限定する場合は、allow_all に false を指定してください",
  "access_rules.no_such_version": ({ version }) =>
    `この文書のアクセスルールに、版 ${version} はありません。履歴にある版を指定してください`,
  "access_rules.changed_since": () =>
    "この文書のアクセスルールが、読み取った時点から変更されています。最新の内容を読み取ってから、やり直してください",
  "access_rules.unknown_name": ({ list, name }) => UNKNOWN[list](name),
};
