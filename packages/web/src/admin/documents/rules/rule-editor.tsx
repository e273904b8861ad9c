import { type RefObject, useEffect, useRef } from "react";
import { useMessages } from "../../../i18n/i18n.js";
import editor from "../../../parts/editor.module.css";
import { Refused } from "../../../parts/refused.js";
import { Button } from "../../../ui/button.js";
import { Row, Stack } from "../../../ui/layout.js";
import { LeavingGuard } from "../../../ui/leaving-guard.js";
import { RadioGroup } from "../../../ui/radio-group.js";
import type { DraftEvent } from "../../use-draft.js";
import type { RulesRead } from "../answers.js";
import { messages as documentMessages } from "../messages.js";
import { accessInWords } from "./access-in-words.js";
import { LostRaceChoice } from "./lost-race.js";
import { messages } from "./messages.js";
import { RuleEffects } from "./rule-effects.js";
import { NoneNamed, RuleLists } from "./rule-lists.js";
import { useRuleDraft } from "./use-rule-draft.js";

/** Edits who may read a document, and shows the effects before saving. */
export function RuleEditor({ read }: { read: RulesRead }) {
  const text = useMessages(messages);
  const rule = useRuleDraft(read);
  const { base, draft, isDirty, race, saving } = rule;
  const status = useFocusAfter(race !== null);
  return (
    <div className={editor.columns}>
      <Stack gap={5}>
        <RadioGroup
          label={text.who}
          value={draft.allow_all ? "everyone" : "named"}
          onChange={(choice) => rule.change({ ...draft, allow_all: choice === "everyone" })}
          choices={[
            { value: "everyone", label: text.everyone, description: text.everyoneText },
            { value: "named", label: text.named, description: text.namedText },
          ]}
          inRow
        />
        <NoneNamed rules={draft} />
        <RuleLists rules={draft} onChange={rule.change} />
      </Stack>
      <aside className={editor.aside}>
        <RuleEffects read={base} draft={isDirty ? draft : null} />
      </aside>
      <div className={editor.bar}>
        {race && (
          <LostRaceChoice
            base={base.access_rules}
            mine={draft}
            race={race}
            isPending={saving.isPending}
            onTakeTheirs={() => rule.takeTheirs(race)}
            onKeepMine={() => rule.keepMine(race)}
            onCombine={() => rule.combine(race)}
          />
        )}
        <Refused error={saving.error} title={text.notSaved} />
        {!race && (
          <div className={editor.save}>
            <Status place={status} read={base} isDirty={isDirty} lastEvent={rule.lastEvent} />
            <Row gap={[2, 3]} align="center">
              <Button isDisabled={!isDirty || saving.isPending} onPress={rule.discard}>
                {text.discard}
              </Button>
              <Button look="primary" isDisabled={!isDirty} isPending={saving.isPending} onPress={rule.save}>
                {text.save}
              </Button>
            </Row>
          </div>
        )}
      </div>
      <LeavingGuard isUnsaved={isDirty} title={text.leaveTitle} leave={text.leave} stay={text.stay}>
        {text.leaveText}
      </LeavingGuard>
    </div>
  );
}

/** The status line, announced whenever it changes. */
function Status(props: {
  place: RefObject<HTMLParagraphElement | null>;
  read: RulesRead;
  isDirty: boolean;
  lastEvent: DraftEvent;
}) {
  const { place, read, isDirty, lastEvent } = props;
  const text = useMessages(messages);
  const { access } = useMessages(documentMessages);
  const sentence = () => {
    if (lastEvent === "combined") return text.race.combined;
    if (isDirty) return text.unsaved;
    if (lastEvent === "taken") return text.race.taken;
    if (lastEvent === "saved") return text.saved(accessInWords(read.access_rules, access), versionOf(read));
    return text.allSaved;
  };
  return (
    <p
      ref={place}
      role="status"
      tabIndex={-1}
      className={isDirty ? editor.unsaved : lastEvent === "saved" ? editor.saved : editor.quiet}
    >
      {sentence()}
    </p>
  );
}

/** Takes the keyboard focus when the focused control has gone. */
function useFocusAfter(isThere: boolean) {
  const place = useRef<HTMLParagraphElement>(null);
  const wasThere = useRef(false);
  useEffect(() => {
    if (wasThere.current && !isThere) place.current?.focus();
    wasThere.current = isThere;
  }, [isThere]);
  return place;
}

const versionOf = ({ etag }: RulesRead) => etag.replaceAll('"', "");
