import { byList, RULE_LISTS, type RuleEdit } from "@retrieval/api/client";
import type { ReactNode } from "react";
import { useFormat, useMessages } from "../../../i18n/i18n.js";
import { DepartmentPicker } from "../../../parts/department-picker.js";
import { EntryName } from "../../../parts/display-names.js";
import { GroupPicker } from "../../../parts/group-picker.js";
import { Shortened } from "../../../parts/long-list.js";
import { messages as partMessages } from "../../../parts/messages.js";
import { UserPicker } from "../../../parts/user-picker.js";
import { Button } from "../../../ui/button.js";
import { Meta, Panel, Row } from "../../../ui/layout.js";
import { Notice } from "../../../ui/notice.js";
import { TagList } from "../../../ui/tag-list.js";
import type { AccessRules, RuleList } from "../answers.js";
import { messages as documentMessages } from "../messages.js";
import editor from "./access.module.css";
import { messages } from "./messages.js";
import { countsIn, withEntry, withoutEntry, withoutNames } from "./rule-edit.js";
import { ruleSummary } from "./rule-in-words.js";

interface NameListsProps {
  readonly edit: RuleEdit;
  /** The rules of the documents after the edit. */
  readonly after: readonly AccessRules[];
  readonly onChange: (edit: RuleEdit) => void;
}

/** The departments, groups and users that the rules name. */
export function NameLists({ edit, after, onChange }: NameListsProps) {
  const text = useMessages(messages);
  const words = useMessages(partMessages);
  const { access } = useMessages(documentMessages);
  const counts = byList((list) => countsIn(after, list, edit));
  const names = byList((list) => [...counts[list].keys()]);
  const hasNames = RULE_LISTS.some((list) => names[list].length > 0);
  const removal = (
    <Button small look="quiet" onPress={() => onChange(withoutNames(edit, after))}>
      {text.removeNames}
    </Button>
  );
  if (after.every(({ allow_all }) => allow_all))
    return (
      hasNames && <Notice actions={removal}>{text.kept(ruleSummary({ allow_all: false, ...names }, access))}</Notice>
    );
  // A name that only some rules have can be picked for all of them.
  const chosen = (list: RuleList) => names[list].filter((name) => counts[list].get(name) === after.length);
  const part = (list: RuleList, listWords: ListWords, picker: (onPick: (value: string) => void) => ReactNode) => (
    <NameList
      words={listWords}
      list={list}
      counts={counts[list]}
      of={after.length}
      picker={picker((value) => onChange(withEntry(edit, { list, value })))}
      onRemove={(value) => onChange(withoutEntry(edit, { list, value }))}
    />
  );
  const { departments, groups, users } = words;
  return (
    <>
      {hasNames ? <div>{removal}</div> : <Meta>{text.noneNamed}</Meta>}
      {part("allowed_department_codes", departments, (onPick) => (
        <DepartmentPicker chosen={chosen("allowed_department_codes")} onPick={onPick} />
      ))}
      {part("allowed_groups", groups, (onPick) => (
        <GroupPicker chosen={chosen("allowed_groups")} onPick={onPick} />
      ))}
      {part("allowed_users", users, (onPick) => (
        <UserPicker label={users.add} chosen={chosen("allowed_users")} enter={users.enter} onPick={onPick} />
      ))}
    </>
  );
}

interface ListWords {
  readonly title: string;
  readonly empty: string;
}

interface NameListProps {
  readonly words: ListWords;
  readonly list: RuleList;
  /** How many documents name each. */
  readonly counts: ReadonlyMap<string, number>;
  readonly of: number;
  readonly picker: ReactNode;
  readonly onRemove: (value: string) => void;
}

/** How many entries are shown at first. */
const FIRST = 60;

function NameList({ words, list, counts, of, picker, onRemove }: NameListProps) {
  const text = useMessages(messages);
  const { remove } = useMessages(partMessages);
  const { number } = useFormat();
  return (
    <Panel gap={3} compact>
      <Row as="h3" gap={3} apart>
        {words.title}
        <span className={editor.count}>{counts.size > 0 && number(counts.size)}</span>
      </Row>
      {/* Newest first, so that an added entry is visible. */}
      <Shortened items={[...counts].toReversed()} first={FIRST} step={FIRST}>
        {(shown) => (
          <TagList
            label={words.title}
            empty={words.empty}
            remove={remove}
            items={shown.map(([value, count]) => ({
              id: value,
              text: value,
              content: (
                <>
                  <EntryName entry={{ list, value }} />
                  {count < of && <Meta as="span"> {text.inSome(count, of)}</Meta>}
                </>
              ),
            }))}
            onRemove={onRemove}
          />
        )}
      </Shortened>
      {picker}
    </Panel>
  );
}
