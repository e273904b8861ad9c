import type { AccessRules } from "../answers.js";

export interface AccessWords {
  readonly everyone: string;
  readonly restricted: string;
  readonly departments: (n: number) => string;
  readonly groups: (n: number) => string;
  readonly users: (n: number) => string;
  readonly together: (parts: readonly string[]) => string;
}

/** A short summary of a rule: who may read. */
export function accessInWords(rules: AccessRules, words: AccessWords): string {
  const { allow_all, allowed_department_codes, allowed_groups, allowed_users } = rules;
  if (allow_all) return words.everyone;
  const parts = [
    [allowed_department_codes, words.departments],
    [allowed_groups, words.groups],
    [allowed_users, words.users],
  ] as const;
  const named = parts.filter(([list]) => list.length > 0).map(([list, say]) => say(list.length));
  return named.length === 0 ? words.restricted : words.together(named);
}
