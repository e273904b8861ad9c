import { isolate } from "../../../i18n/isolate.js";
import type { RuleList } from "../answers.js";

const UNKNOWN_NAME = /^(allowed_department_codes|allowed_groups|allowed_users) names (".*"), which is /s;

/** A warning of the service about a rule, in the words of these pages where they know it, else as it was given. */
export function warningInWords(warning: string, unknown: Readonly<Record<RuleList, (name: string) => string>>): string {
  const [, list, quoted] = warning.match(UNKNOWN_NAME) ?? [];
  if (list === undefined || quoted === undefined) return warning;
  try {
    return unknown[list as RuleList](isolate(String(JSON.parse(quoted))));
  } catch {
    return warning;
  }
}
