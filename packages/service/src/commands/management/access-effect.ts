import type { RulesPreview } from "@retrieval/core/use-cases";
import { say } from "../../texts/say.js";
import { table } from "./columns.js";

/** The number of users or documents that are listed; --json lists more. */
const NAMED_MAX = 20;

/** The users who gain or lose a document by a rule, as lines. */
export function effectLines({ gained, lost }: Pick<RulesPreview, "gained" | "lost">): string[] {
  if (gained.count + lost.count === 0) return [say("No user gains or loses the document.")];
  const rows = ({ users }: RulesPreview["gained"]) => users.map(({ user_id, display_name }) => [user_id, display_name]);
  return [
    ...affectedLines(say("Gain the document"), gained.count, rows(gained)),
    ...affectedLines(say("Lose the document"), lost.count, rows(lost)),
  ];
}

/** A heading with the number, and the first of the affected users or documents, each with number or id, and name. */
export function affectedLines(heading: string, count: number, rows: readonly (readonly string[])[]): string[] {
  if (count === 0) return [];
  const named = rows.slice(0, NAMED_MAX).map(([id, ...names]) => [`  ${id}`, ...names]);
  const more = count - named.length;
  return [
    say("{heading}: {count}", { heading, count }),
    ...table(named),
    ...(more > 0 ? [say("  and {more} more", { more })] : []),
  ];
}
