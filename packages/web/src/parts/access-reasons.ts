import type { AccessReason } from "@retrieval/core";
import { catalog, useMessages } from "../i18n/i18n.js";
import { isolate } from "../i18n/isolate.js";
import { useDepartmentNames } from "./principal-queries.js";

const messages = catalog({
  role: (role: string) => [
    { admin: "is an administrator", developer: "is a developer" }[role] ?? `role ${role}`,
    { admin: "管理者のため", developer: "開発者のため" }[role] ?? `権限 ${role}`,
  ],
  allow_all: () => ["open to everyone", "全員が閲覧可能"],
  department: (department: string) => [`department ${department}`, `部署 ${department}`],
  group: (group: string) => [`group ${group}`, `グループ ${group}`],
  user: () => ["named as a user", "ユーザーとして指定"],
});

/** Why a user may read, or could: each reason names the entry of the rule. */
export function useReasonInWords(): (reason: AccessReason) => string {
  const text = useMessages(messages);
  const departments = useDepartmentNames();
  return ({ by, value }) => {
    const name = by === "department" ? departments?.get(value) : undefined;
    return text[by]([value, name].flatMap((part) => (part ? isolate(part) : [])).join(" "));
  };
}
