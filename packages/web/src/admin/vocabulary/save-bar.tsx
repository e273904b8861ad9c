import { useEffect, useRef } from "react";
import { useMessages } from "../../i18n/i18n.js";
import editor from "../../parts/editor.module.css";
import { Refused } from "../../parts/refused.js";
import { Button } from "../../ui/button.js";
import { Row } from "../../ui/layout.js";
import { countsOf, type Mark, type MarkedEntry } from "./entries.js";
import { LostRaceChoice } from "./lost-race.js";
import { messages } from "./messages.js";
import type { useVocabularyDraft } from "./use-vocabulary-draft.js";

interface SaveBarProps {
  readonly vocabulary: ReturnType<typeof useVocabularyDraft>;
  readonly marked: readonly MarkedEntry[];
}

/** What is not saved, the one save of the whole list, and a change of another user that came first. */
export function SaveBar({ vocabulary, marked }: SaveBarProps) {
  const text = useMessages(messages);
  const { base, draft, isDirty, race, lastEvent, saving } = vocabulary;
  const counts = useCountsInWords(marked);
  // The pressed button has gone with the choice.
  const status = useRef<HTMLParagraphElement>(null);
  const hadRace = useRef(false);
  useEffect(() => {
    if (hadRace.current && race === null) status.current?.focus();
    hadRace.current = race !== null;
  }, [race]);
  const sentence = () => {
    if (lastEvent === "combined") return text.race.combined;
    if (isDirty) return text.unsaved(counts);
    if (lastEvent === "taken") return text.race.taken;
    return lastEvent === "saved" ? text.saved : text.allSaved;
  };
  return (
    <div className={editor.bar}>
      {race && (
        <LostRaceChoice
          base={base.entries}
          mine={draft}
          race={race}
          onDiscard={() => vocabulary.takeTheirs(race)}
          onCombine={() => vocabulary.combine(race)}
        />
      )}
      <Refused error={saving.error} title={text.notSaved} />
      {!race && (
        <div className={editor.save}>
          <p
            ref={status}
            role="status"
            tabIndex={-1}
            className={isDirty ? editor.unsaved : lastEvent === "saved" ? editor.saved : editor.quiet}
          >
            {sentence()}
          </p>
          <Row gap={[2, 3]} align="center">
            <Button isDisabled={!isDirty || saving.isPending} onPress={vocabulary.discard}>
              {text.discard}
            </Button>
            <Button look="primary" isDisabled={!isDirty} isPending={saving.isPending} onPress={vocabulary.save}>
              {text.save}
            </Button>
          </Row>
        </div>
      )}
    </div>
  );
}

/** What a change does, without what it does not do. */
export function useCountsInWords(marked: readonly MarkedEntry[]): string {
  const text = useMessages(messages);
  const counts = countsOf(marked);
  const parts = (Object.keys(counts) as Mark[]).filter((mark) => counts[mark] > 0);
  return text.and(parts.map((mark) => text.counts[mark](counts[mark])));
}
