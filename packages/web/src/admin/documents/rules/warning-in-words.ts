import type { WordedWarning } from "@retrieval/api";
import { isolate } from "../../../i18n/isolate.js";
import type { RuleList } from "../answers.js";

/** A warning about a rule, in this page's words if it knows the code, else as the service sent it. */
export function warningInWords(
  { message, problem }: WordedWarning,
  unknown: Readonly<Record<RuleList, (name: string) => string>>,
): string {
  return problem.code === "access_rules.unknown_name" ? unknown[problem.list](isolate(problem.name)) : message;
}
