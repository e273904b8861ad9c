import { useEffect, useRef } from "react";
import { useFormat, useMessages } from "../../../i18n/i18n.js";
import styles from "../../../parts/editor.module.css";
import { LongList } from "../../../parts/long-list.js";
import { DoneBy, EntryName } from "../../../parts/named.js";
import { Button } from "../../../ui/button.js";
import { classes } from "../../../ui/classes.js";
import { Meta, Row, Stack } from "../../../ui/layout.js";
import type { AccessRules } from "../answers.js";
import { messages as documentMessages } from "../messages.js";
import { messages } from "./messages.js";
import { type MarkedEntry, markedEntries } from "./rules.js";
import type { LostRace } from "./save-rules.js";

interface LostRaceChoiceProps {
  /** The rule that both changes started from. */
  readonly base: AccessRules;
  readonly mine: AccessRules;
  readonly race: LostRace;
  readonly isPending: boolean;
  readonly onTakeTheirs: () => void;
  readonly onKeepMine: () => void;
  readonly onCombine: () => void;
}

/** Two users have changed one rule: shows both changes side by side, and the choices. */
export function LostRaceChoice(props: LostRaceChoiceProps) {
  const { base, mine, race, isPending, onTakeTheirs, onKeepMine, onCombine } = props;
  const { race: text } = useMessages(messages);
  const { dateTime, number } = useFormat();
  const { theirs, newest } = race;
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    section.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: "start" });
  }, []);
  return (
    <section ref={section} className={styles.race} tabIndex={-1} role="alert" aria-labelledby="lost-race">
      <Stack gap={1}>
        <h2 id="lost-race">{text.title}</h2>
        {newest && (
          <>
            <p>{text.text(number(newest.rules_version), dateTime(newest.at))}</p>
            <Meta>
              {text.by}: <DoneBy user_id={newest.by_user} />
            </Meta>
          </>
        )}
      </Stack>
      <div className={styles.sides}>
        <Side title={text.theirs} base={base} rules={theirs.access_rules} />
        <Side title={text.mine} base={base} rules={mine} />
      </div>
      <Row gap={[2, 3]} align="center">
        <Button isDisabled={isPending} onPress={onTakeTheirs}>
          {text.takeTheirs}
        </Button>
        <Button isPending={isPending} onPress={onKeepMine}>
          {text.keepMine}
        </Button>
        <Button look="primary" isDisabled={isPending} onPress={onCombine}>
          {text.combine}
        </Button>
      </Row>
    </section>
  );
}

/** How many entries of each side are shown at first; those that differ come first. */
const FIRST = 12;
const STEP = 50;

function Side({ title, base, rules }: { title: string; base: AccessRules; rules: AccessRules }) {
  const { race: text, everyone, named } = useMessages(messages);
  const entries = markedEntries(base, rules);
  const turned = base.allow_all !== rules.allow_all;
  return (
    <section className={styles.side}>
      <h3>{title}</h3>
      <p className={classes(styles.entry, turned && styles.added)}>
        {rules.allow_all ? everyone : named}
        {turned && <span className={styles.mark}>{text.changed}</span>}
      </p>
      <LongList items={entries} itemKey={({ list, value }) => `${list}:${value}`} first={FIRST} step={STEP}>
        {(entry) => <Marked entry={entry} />}
      </LongList>
      {entries.length === 0 && !rules.allow_all && <Meta>{text.nothingNamed}</Meta>}
    </section>
  );
}

function Marked({ entry }: { entry: MarkedEntry }) {
  const { race: text } = useMessages(messages);
  const { kinds } = useMessages(documentMessages);
  const { mark } = entry;
  return (
    <div className={classes(styles.entry, mark && styles[mark])}>
      {mark && <span aria-hidden>{mark === "added" ? "+ " : "− "}</span>}
      <span className={styles.name}>
        {kinds[entry.list]} <EntryName entry={entry} />
      </span>
      {mark && <span className={styles.mark}>{text[mark]}</span>}
    </div>
  );
}
