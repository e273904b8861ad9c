import type { PublicationPreview } from "@retrieval/core/use-cases";
import { type PlainText, say } from "../../texts/say.js";
import { ruleText } from "./rule-text.js";

/** `281 users` */
export const users = (n: number) => say("{n} user(s)", { n });

export const documents = (n: number) => say("{n} document(s)", { n });

/** `everyone (281 users)` */
export const readersText = ({ access_rules, readers: { after } }: PublicationPreview) =>
  `${ruleText(access_rules)} (${users(after)})`;

/** `24 documents published for: everyone (281 users)`: a line for each of the texts, the most frequent first. */
export function countLines(what: PlainText, texts: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
  return [...times]
    .sort(([, one], [, other]) => other - one)
    .map(([text, n]) => `${documents(n)} ${say(what)}: ${text}`);
}
