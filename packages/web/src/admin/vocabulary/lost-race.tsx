import { useEffect, useRef } from "react";
import { useFormat, useMessages } from "../../i18n/i18n.js";
import editor from "../../parts/editor.module.css";
import { LongList } from "../../parts/long-list.js";
import { DoneBy } from "../../parts/named.js";
import { Button } from "../../ui/button.js";
import { Meta, Row, Stack } from "../../ui/layout.js";
import { changesOf, conflicts, type Entries, type MarkedEntry } from "./entries.js";
import { EntryLine } from "./entry-line.js";
import { messages } from "./messages.js";
import type { LostRace } from "./save-vocabulary.js";

interface LostRaceChoiceProps {
  /** The entries that both changes started from. */
  readonly base: Entries;
  readonly mine: Entries;
  readonly race: LostRace;
  readonly onDiscard: () => void;
  readonly onCombine: () => void;
}

/** Two users have changed the vocabulary: shows both changes side by side, and the choices. */
export function LostRaceChoice({ base, mine, race, onDiscard, onCombine }: LostRaceChoiceProps) {
  const { race: text } = useMessages(messages);
  const { dateTime } = useFormat();
  const { theirs, newest } = race;
  const both = conflicts(base, theirs.entries, mine);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    section.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: "start" });
  }, []);
  return (
    <section ref={section} className={editor.race} tabIndex={-1} role="alert" aria-labelledby="lost-race">
      <Stack gap={1}>
        <h2 id="lost-race">{text.title}</h2>
        {newest && (
          <>
            <p>{text.text(dateTime(newest.at))}</p>
            <Meta>
              {text.by}: <DoneBy user_id={newest.by_user} />
            </Meta>
          </>
        )}
      </Stack>
      <div className={editor.sides}>
        <Side title={text.theirs} changes={changesOf(base, theirs.entries)} both={both} />
        <Side title={text.mine} changes={changesOf(base, mine)} both={both} />
      </div>
      <Row gap={[2, 3]} align="center">
        <Button onPress={onDiscard}>{text.discard}</Button>
        <Button look="primary" onPress={onCombine}>
          {text.combine}
        </Button>
      </Row>
    </section>
  );
}

interface SideProps {
  readonly title: string;
  readonly changes: readonly MarkedEntry[];
  /** What each word says if both changed it. */
  readonly both: ReadonlySet<string>;
}

function Side({ title, changes, both }: SideProps) {
  const { race: text } = useMessages(messages);
  return (
    <section className={editor.side}>
      <h3>{title}</h3>
      <LongList items={changes} itemKey={({ entry }) => entry.said} first={12}>
        {(marked) => <EntryLine marked={marked} note={both.has(marked.entry.said) ? text.both : undefined} />}
      </LongList>
      {changes.length === 0 && <Meta>{text.nothing}</Meta>}
    </section>
  );
}
