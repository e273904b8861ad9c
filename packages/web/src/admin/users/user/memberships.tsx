import { useMessages } from "../../../i18n/i18n.js";
import { isolate } from "../../../i18n/isolate.js";
import { GroupPicker } from "../../../parts/group-picker.js";
import { useDepartments } from "../../../parts/principal-queries.js";
import { Stack } from "../../../ui/layout.js";
import { Select } from "../../../ui/select.js";
import { TagList } from "../../../ui/tag-list.js";
import { messages } from "./messages.js";

/** Writes a new department code without reading the present one. @param value undefined: it stays; null: none */
export function DepartmentField(props: {
  readonly value: string | null | undefined;
  readonly onChange: (value: string | null | undefined) => void;
}) {
  const text = useMessages(messages);
  const { data = [] } = useDepartments();
  const { value } = props;
  // A code can be any text, so the other two choices must not look like one.
  const choices = [
    { value: "keep", label: text.keep },
    { value: "none", label: text.noDepartment },
    ...data.map(({ code, name }) => ({ value: `=${code}`, label: `${code} ${name}` })),
  ];
  return (
    <Select
      label={text.department}
      description={text.departmentText}
      choices={choices}
      value={value === undefined ? "keep" : value === null ? "none" : `=${value}`}
      onChange={(chosen) => props.onChange(chosen === "keep" ? undefined : chosen === "none" ? null : chosen.slice(1))}
    />
  );
}

/** Groups to add or to remove; the user's present groups are not read. */
export function GroupsField(props: {
  readonly of: "add" | "remove";
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}) {
  const text = useMessages(messages);
  const { of, chosen, onChange } = props;
  return (
    <Stack gap={3}>
      <GroupPicker
        label={of === "add" ? text.addGroups : text.removeGroups}
        isKnown={of === "remove"}
        chosen={chosen}
        onPick={(group) => onChange([...chosen, group])}
      />
      {chosen.length > 0 && (
        <TagList
          label={of === "add" ? text.chosenAdd : text.chosenRemove}
          empty=""
          remove={text.unchoose}
          items={chosen.map((group) => ({ id: group, text: group, content: isolate(group) }))}
          onRemove={(group) => onChange(chosen.filter((other) => other !== group))}
        />
      )}
    </Stack>
  );
}
