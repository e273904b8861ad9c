import { useState } from "react";
import { useMessages } from "../../i18n/i18n.js";
import { isolate } from "../../i18n/isolate.js";
import { Confirmation } from "../../ui/dialog.js";
import { Notice } from "../../ui/notice.js";
import { RadioGroup } from "../../ui/radio-group.js";
import { useRefusalText } from "../problem-texts.js";
import { named } from "./named.js";
import { messages } from "./user-messages.js";
import { type Role, type UserChange, type UserSummary, useChangeUser } from "./user-queries.js";

const ROLES: readonly Role[] = ["user", "developer", "admin"];

interface ChangeUserProps {
  readonly user: UserSummary;
  readonly onDone: (said: string) => void;
  readonly onClose: () => void;
}

/** Changes the role and state of one user, and explains the consequences. */
export function ChangeUser({ user, onDone, onClose }: ChangeUserProps) {
  const text = useMessages(messages);
  const refusalText = useRefusalText();
  const [role, setRole] = useState(user.role);
  const [is_active, setIsActive] = useState(user.is_active);
  const save = useChangeUser(user);
  const change: UserChange = {
    ...(role !== user.role && { role }),
    ...(is_active !== user.is_active && { is_active }),
  };
  const consequences = useConsequences(user, change);
  return (
    <Confirmation
      title={text.changeOf(named(user))}
      confirm={text.save}
      isDangerous={change.is_active === false}
      isDisabled={consequences.length === 0}
      isPending={save.isPending}
      onCancel={onClose}
      onConfirm={() =>
        save.mutate(change, {
          onSuccess({ result }) {
            onDone(result === "unchanged" ? text.unchanged(named(user)) : text.changed(named(user)));
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

function useConsequences({ display_name, is_active }: UserSummary, change: UserChange): string[] {
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
