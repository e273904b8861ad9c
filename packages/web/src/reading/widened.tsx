import { useState } from "react";
import { useMessages } from "../i18n/i18n.js";
import { Button } from "../ui/button.js";
import type { SearchAnswer } from "./answers.js";
import { messages } from "./messages.js";
import styles from "./widened.module.css";

/** How many words of the query are shown at first, and how many other words for each. */
const FEW = { said: 3, also: 2 };

/** The words that were searched as well; a dictionary may have many. */
export function Widened({ widened }: Pick<SearchAnswer, "widened">) {
  const text = useMessages(messages);
  const [isOpen, setOpen] = useState(false);
  if (widened.length === 0) return null;
  const few = widened.slice(0, FEW.said).map(({ said, also }) => ({ said, also: also.slice(0, FEW.also) }));
  const count = (words: SearchAnswer["widened"]) => words.reduce((sum, { also }) => sum + also.length, 0);
  const left = count(widened) - count(few);
  return (
    <div className={styles.widened}>
      <ul aria-label={text.alsoSearched}>
        {(isOpen ? widened : few).map(({ said, also }) => (
          <li key={said}>{text.widened(said, also)}</li>
        ))}
      </ul>
      {left > 0 && (
        <Button small look="quiet" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {isOpen ? text.fewerWords : text.moreWords(left)}
        </Button>
      )}
    </div>
  );
}
