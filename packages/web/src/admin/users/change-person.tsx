import { useState } from "react";
import { useMessages } from "../../i18n/i18n.js";
import { isolate } from "../../i18n/isolate.js";
import { Confirmation } from "../../ui/dialog.js";
import { Notice } from "../../ui/notice.js";
import { RadioGroup } from "../../ui/radio-group.js";
import { useRefusalText } from "../problem-texts.js";
import { named } from "./named.js";
import { messages } from "./people-messages.js";
import { type PersonChange, type Role, type UserSummary, useChangePerson } from "./people-queries.js";

const ROLES: readonly Role[] = ["user", "developer", "admin"];

interface ChangePersonProps {
  readonly person: UserSummary;
  readonly onDone: (said: string) => void;
  readonly onClose: () => void;
}

/** Role and state of one person, with what a change of them does. */
export function ChangePerson({ person, onDone, onClose }: ChangePersonProps) {
  const text = useMessages(messages);
  const refusalText = useRefusalText();
  const [role, setRole] = useState(person.role);
  const [is_active, setIsActive] = useState(person.is_active);
  const save = useChangePerson(person);
  const change: PersonChange = {
    ...(role !== person.role && { role }),
    ...(is_active !== person.is_active && { is_active }),
  };
  const consequences = useConsequences(person, change);
  return (
    <Confirmation
      title={text.changeOf(named(person))}
      confirm={text.save}
      isDangerous={change.is_active === false}
      isDisabled={consequences.length === 0}
      isPending={save.isPending}
      onCancel={onClose}
      onConfirm={() =>
        save.mutate(change, {
          onSuccess({ result }) {
            onDone(result === "unchanged" ? text.unchanged(named(person)) : text.changed(named(person)));
            onClose();
          },
        })
      }
    >
      <RadioGroup
        label={text.role}
        choices={ROLES.map((value) => ({ value, label: text.roles[value], description: text.roleTexts[value] }))}
        value={role}
        onChange={setRole}
      />
      <RadioGroup
        label={text.state}
        inRow
        choices={[
          { value: "active", label: text.active, description: text.activeText },
          { value: "inactive", label: text.inactive, description: text.inactiveText },
        ]}
        value={is_active ? "active" : "inactive"}
        onChange={(state) => setIsActive(state === "active")}
      />
      <Notice tone={consequences.length === 0 ? "info" : "warn"} announced>
        {consequences.length === 0 ? text.nothingChanged : consequences.map((said) => <p key={said}>{said}</p>)}
      </Notice>
      {save.error && (
        <Notice tone="bad" announced title={text.notChanged}>
          {refusalText(save.error)}
        </Notice>
      )}
    </Confirmation>
  );
}

function useConsequences({ display_name, is_active }: UserSummary, change: PersonChange): string[] {
  const text = useMessages(messages);
  const name = isolate(display_name);
  const willBeActive = change.is_active ?? is_active;
  return [
    ...(change.is_active === false ? [text.deactivates(name)] : []),
    ...(change.is_active === true ? [text.reactivates(name)] : []),
    ...(change.role && willBeActive ? [text.becomes[change.role](name)] : []),
    ...(change.role && !willBeActive ? [text.roleLater] : []),
  ];
}
