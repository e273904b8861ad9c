import type { AccessExplanation, AccessReason } from "../answers.js";
import type { ExplanationWords } from "./messages.js";

interface Named {
  /** The user's name and number. */
  readonly who: string;
  /** The name of the department with this code. */
  readonly department: (code: string) => string;
}

/** One sentence: whether a user can read a document, with every reason. It names only entries of the rule. */
export function explanationInWords(answer: AccessExplanation, words: ExplanationWords, named: Named): string {
  const { allowed, reasons, would_allow, user_active } = answer;
  const why = words.and(reasonsInWords(reasons, words, named));
  if (!user_active)
    return words.deactivated(named.who, reasons.length > 0 ? words.wouldBeRead(why) : words.wouldNotBeRead);
  if (allowed) return words.can(named.who, why);
  return would_allow.length > 0 ? words.cannot(named.who) : words.cannotEmpty(named.who);
}

/** What would give a user access: to match an entry of the rule, or to be added to the rule. */
export function enoughInWords(answer: AccessExplanation, words: ExplanationWords, named: Named): string[] {
  if (answer.reasons.length > 0) return [];
  const { department, group, user } = words.enough;
  const entries = answer.would_allow.flatMap(({ by, value }) => {
    if (by === "department") return [department(named.department(value))];
    // A user cannot become another user, so the users that the rule names are left out.
    return by === "group" ? [group(value)] : [];
  });
  return [user, ...entries];
}

function reasonsInWords(reasons: readonly AccessReason[], words: ExplanationWords, named: Named): string[] {
  const said: string[] = [];
  const entries: string[] = [];
  for (const { by, value } of reasons) {
    if (by === "role") said.push(value === "admin" ? words.role.admin : words.role.developer);
    else if (by === "allow_all") said.push(words.everyone);
    else if (by === "department") entries.push(words.entry.department(named.department(value)));
    else if (by === "group") entries.push(words.entry.group(value));
    else entries.push(words.entry.user);
  }
  return entries.length > 0 ? [...said, words.ruleNames(entries)] : said;
}
