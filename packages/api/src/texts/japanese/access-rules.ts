import type { ACCESS_RULE_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

export const accessRules: TextsOf<keyof typeof ACCESS_RULE_PROBLEMS> = {
  "access_rules.unknown_field": ({ name, known }) =>
    `公開範囲に不明な項目「${name}」があります。指定できるのは ${known.join("、")} です`,
  "access_rules.allow_all_missing": () =>
    "公開範囲に部署・グループ・ユーザーがありますが、allow_all がありません。これらに限定するには allow_all に false を指定してください",
};
