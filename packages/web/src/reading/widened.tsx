import { useState } from "react";
import { folded } from "../folded.js";
import { useMessages } from "../i18n/i18n.js";
import { Button } from "../ui/button.js";
import { Row } from "../ui/layout.js";
import type { SearchAnswer, SearchResult } from "./answers.js";
import { messages } from "./messages.js";

/** How many words of the query have one of their other words shown at first. */
const FEW = 2;

/** The words that were searched as well. There may be many: first only some that the results contain. */
export function Widened({ widened, results }: Pick<SearchAnswer, "widened" | "results">) {
  const text = useMessages(messages);
  const [isOpen, setOpen] = useState(false);
  const words = [...new Set(widened.flatMap(({ also }) => also))];
  if (words.length === 0) return null;
  const shown = folded(results.flatMap(textsOf).join("\n"));
  const few = widened.flatMap(({ also }) => also.find((word) => shown.includes(folded(word))) ?? []).slice(0, FEW);
  return (
    <Row gap={[0, 2]} align="baseline">
      {(isOpen || few.length > 0) && <p>{text.widened(isOpen ? words : few)}</p>}
      {words.length > few.length && (
        <Button small look="quiet" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {isOpen ? text.fewerWords : text.allWords}
        </Button>
      )}
    </Row>
  );
}

function textsOf({ doc, section, chunk: { display } }: SearchResult): string[] {
  return [doc.title, ...section.breadcrumb, section.label, section.title, display.body_text ?? display.body_md ?? ""];
}
