import type { RulesPreview } from "@retrieval/core/use-cases";
import { table } from "./columns.js";

/** The number of users who are listed; --json lists all. */
const NAMED_MAX = 20;

/** The users who gain or lose a document by a rule, as lines. */
export function effectLines({ gained, lost }: Pick<RulesPreview, "gained" | "lost">): string[] {
  if (gained.count + lost.count === 0) return ["No user gains or loses the document."];
  return [...userLines("Gain the document", gained), ...userLines("Lose the document", lost)];
}

function userLines(heading: string, { count, users }: RulesPreview["gained"]): string[] {
  if (count === 0) return [];
  const named = users.slice(0, NAMED_MAX).map(({ user_id, display_name }) => [`  ${user_id}`, display_name]);
  const more = count - named.length;
  return [`${heading}: ${count}`, ...table(named), ...(more > 0 ? [`  and ${more} more`] : [])];
}
