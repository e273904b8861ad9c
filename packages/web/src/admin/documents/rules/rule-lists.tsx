import { type ReactNode, useState } from "react";
import { useFormat, useMessages } from "../../../i18n/i18n.js";
import { DepartmentPicker } from "../../../parts/department-picker.js";
import editor from "../../../parts/editor.module.css";
import { GroupPicker } from "../../../parts/group-picker.js";
import { messages as partMessages } from "../../../parts/messages.js";
import { EntryName } from "../../../parts/named.js";
import { UserPicker } from "../../../parts/user-picker.js";
import { Button } from "../../../ui/button.js";
import { Meta, Panel, Row } from "../../../ui/layout.js";
import { Notice } from "../../../ui/notice.js";
import { TagList } from "../../../ui/tag-list.js";
import type { AccessRules, RuleList } from "../answers.js";
import { messages as documentMessages } from "../messages.js";
import { accessInWords } from "./access-in-words.js";
import { messages } from "./messages.js";
import { entriesOf, withEntry, withoutEntry } from "./rules.js";

interface RuleListsProps {
  readonly rules: AccessRules;
  readonly onChange: (rules: AccessRules) => void;
}

/** The entries of a rule: departments, groups and users. */
export function RuleLists({ rules, onChange }: RuleListsProps) {
  const words = useMessages(partMessages);
  if (rules.allow_all) return <Kept rules={rules} onChange={onChange} />;
  const add = (list: RuleList) => (value: string) => onChange(withEntry(rules, { list, value }));
  const part = (list: RuleList, listWords: ListWords, picker: ReactNode) => (
    <NamedList
      words={listWords}
      list={list}
      values={rules[list]}
      picker={picker}
      onRemove={(value) => onChange(withoutEntry(rules, { list, value }))}
    />
  );
  const { allowed_department_codes, allowed_groups, allowed_users } = rules;
  return (
    <>
      {part(
        "allowed_department_codes",
        words.departments,
        <DepartmentPicker chosen={allowed_department_codes} onPick={add("allowed_department_codes")} />,
      )}
      {part("allowed_groups", words.groups, <GroupPicker chosen={allowed_groups} onPick={add("allowed_groups")} />)}
      {part(
        "allowed_users",
        words.users,
        <UserPicker
          label={words.users.add}
          chosen={allowed_users}
          enter={words.users.enter}
          onPick={add("allowed_users")}
        />,
      )}
    </>
  );
}

/** Says that a rule that names no user is for administrators and developers only. */
export function NoneNamed({ rules }: { rules: AccessRules }) {
  const text = useMessages(messages);
  if (rules.allow_all || entriesOf(rules).length > 0) return null;
  return <Meta>{text.noneNamed}</Meta>;
}

interface ListWords {
  readonly title: string;
  readonly empty: string;
}

interface NamedListProps {
  readonly words: ListWords;
  readonly list: RuleList;
  readonly values: readonly string[];
  readonly picker: ReactNode;
  readonly onRemove: (value: string) => void;
}

/** How many entries are shown at first. */
const FIRST = 60;

function NamedList({ words, list, values, picker, onRemove }: NamedListProps) {
  const text = useMessages(messages);
  const { remove } = useMessages(partMessages);
  const { number } = useFormat();
  const [shown, setShown] = useState(FIRST);
  return (
    <Panel gap={3} compact>
      <Row as="h3" gap={3} apart>
        {words.title}
        <span className={editor.count}>{values.length > 0 && number(values.length)}</span>
      </Row>
      <TagList
        label={words.title}
        empty={words.empty}
        remove={remove}
        // Newest first, so that an added entry is visible.
        items={values
          .toReversed()
          .slice(0, shown)
          .map((value) => ({ id: value, text: value, content: <EntryName entry={{ list, value }} /> }))}
        onRemove={onRemove}
      />
      {values.length > shown && (
        <div>
          <Button small look="quiet" onPress={() => setShown(shown + FIRST)}>
            {text.showRest(values.length - shown)}
          </Button>
        </div>
      )}
      {picker}
    </Panel>
  );
}

/** The entries that a rule still has although everyone may read. */
function Kept({ rules, onChange }: RuleListsProps) {
  const text = useMessages(messages);
  const { access } = useMessages(documentMessages);
  if (entriesOf(rules).length === 0) return null;
  const none = { allowed_department_codes: [], allowed_groups: [], allowed_users: [] };
  return (
    <Notice
      actions={
        <Button small onPress={() => onChange({ ...rules, ...none })}>
          {text.dropKept}
        </Button>
      }
    >
      {text.kept(accessInWords({ ...rules, allow_all: false }, access))}
    </Notice>
  );
}
