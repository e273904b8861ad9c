import type { WordedWarning } from "@retrieval/api";
import { isolate } from "../../../i18n/isolate.js";
import type { RuleList } from "../answers.js";

/** A warning of the service about a rule, in the words of these pages where they know it, else as it was given. */
export function warningInWords(
  { message, problem }: WordedWarning,
  unknown: Readonly<Record<RuleList, (name: string) => string>>,
): string {
  return problem.code === "access_rules.unknown_name" ? unknown[problem.list](isolate(problem.name)) : message;
}
