import { useFormat, useMessages } from "../../i18n/i18n.js";
import { isolate } from "../../i18n/isolate.js";
import { messages } from "./messages.js";
import type { Entry } from "./queries.js";
import styles from "./vocabulary.module.css";

export type Mark = "added" | "changed" | "removed";

const SIGNS = { added: "+ ", changed: "± ", removed: "− " } as const;

/** An entry in one line, with what a change does to it. */
export function EntryLine({ entry, mark }: { entry: Entry; mark?: Mark }) {
  const text = useMessages(messages);
  const { number } = useFormat();
  const details = [
    ...(entry.both_ways ? [text.bothWays] : []),
    text.weighs(number(entry.weight)),
    ...(entry.on ? [] : [text.isOff]),
  ];
  const line = text.line(isolate(entry.said), text.words(entry.meant.map(isolate)), text.words(details));
  if (!mark) return line;
  return (
    <div className={styles[mark === "removed" ? "removed" : "added"]}>
      {SIGNS[mark]}
      <span>{line}</span> <strong>{text.marks[mark]}</strong>
    </div>
  );
}
