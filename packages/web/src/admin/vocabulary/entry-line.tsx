import { useFormat, useMessages } from "../../i18n/i18n.js";
import { isolate } from "../../i18n/isolate.js";
import editor from "../../parts/editor.module.css";
import { classes } from "../../ui/classes.js";
import type { MarkedEntry } from "./entries.js";
import { messages } from "./messages.js";

const SIGNS = { added: "+ ", changed: "± ", removed: "− " } as const;

/** An entry that a change touches, in one line. */
export function EntryLine({ marked: { entry, mark }, note }: { marked: MarkedEntry; note?: string | undefined }) {
  const text = useMessages(messages);
  const { number } = useFormat();
  const details = [
    ...(entry.both_ways ? [text.bothWays] : []),
    text.weighs(number(entry.weight)),
    ...(entry.on ? [] : [text.isOff]),
  ];
  return (
    <div className={classes(editor.entry, mark === "removed" ? editor.removed : editor.added)}>
      {mark && <span aria-hidden>{SIGNS[mark]}</span>}
      <span className={editor.name}>
        {text.line(isolate(entry.said), text.words(entry.meant.map(isolate)), text.and(details))}
      </span>
      {mark && <span className={editor.mark}>{text.marks[mark]}</span>}
      {note && <span className={editor.mark}>{note}</span>}
    </div>
  );
}
