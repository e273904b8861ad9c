import { useState } from "react";
import { folded } from "../folded.js";
import { useMessages } from "../i18n/i18n.js";
import { Button } from "../ui/button.js";
import type { SearchAnswer, SearchResult } from "./answers.js";
import { messages } from "./messages.js";
import styles from "./widened.module.css";

/** How many words of the query are shown at first, and how many other words for each. */
const FEW = { said: 2, also: 1 };

/** The words that were searched as well. A dictionary may have many: first only some that the results contain. */
export function Widened({ widened, results }: Pick<SearchAnswer, "widened" | "results">) {
  const text = useMessages(messages);
  const [isOpen, setOpen] = useState(false);
  if (widened.length === 0) return null;
  const few = fewOf(widened, folded(results.flatMap(textsOf).join("\n")));
  const count = (words: SearchAnswer["widened"]) => words.reduce((sum, { also }) => sum + also.length, 0);
  const left = count(widened) - count(few);
  const shown = isOpen ? widened : few;
  return (
    <div className={styles.widened}>
      {shown.length > 0 && (
        <ul aria-label={text.alsoSearched}>
          {shown.map(({ said, also }) => (
            <li key={said}>{text.widened(said, also)}</li>
          ))}
        </ul>
      )}
      {left > 0 && (
        <Button small look="quiet" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {isOpen ? text.fewerWords : few.length > 0 ? text.moreWords(left) : text.otherWords(left)}
        </Button>
      )}
    </div>
  );
}

/** @param shown the results' texts, folded */
function fewOf(widened: SearchAnswer["widened"], shown: string): SearchAnswer["widened"] {
  const isShown = (word: string) => shown.includes(folded(word));
  return widened
    .map(({ said, also }) => ({ said, also: also.filter(isShown).slice(0, FEW.also) }))
    .filter(({ also }) => also.length > 0)
    .slice(0, FEW.said);
}

function textsOf({ doc, section, passages }: SearchResult): string[] {
  const bodies = passages.map(({ body_text, body_md }) => body_text ?? body_md ?? "");
  return [doc.title, ...section.breadcrumb, section.label, section.title, ...bodies];
}
