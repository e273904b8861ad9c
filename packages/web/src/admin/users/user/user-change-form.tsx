import type { Role } from "@retrieval/core";
import type { UserSummary } from "@retrieval/core/users";
import { useState } from "react";
import { useMessages } from "../../../i18n/i18n.js";
import { isolate } from "../../../i18n/isolate.js";
import { ChangeEffects } from "../../../parts/change-effects.js";
import { type UserChange, useChangeUser } from "../../../parts/user-queries.js";
import { useTokens } from "../../../tokens/queries.js";
import { Button } from "../../../ui/button.js";
import { Meta, Panel, Row, Stack } from "../../../ui/layout.js";
import { Notice } from "../../../ui/notice.js";
import { RadioGroup } from "../../../ui/radio-group.js";
import { Refused } from "../../../ui/refused.js";
import { messages as userMessages } from "../user-messages.js";
import { DepartmentField, GroupsField } from "./memberships.js";
import { messages } from "./messages.js";

const ROLES: readonly Role[] = ["user", "developer", "admin"];
const NO_CHANGE: UserChange = {};

/** undefined: the field stays as it is. */
type Draft = { readonly [Field in keyof UserChange]?: UserChange[Field] | undefined };

/** Changes role, state, department and groups of one user, after showing the consequences. */
export function UserChangeForm({ user }: { user: UserSummary }) {
  const text = useMessages(messages);
  const { role, roles, roleTexts, state, active, activeText, inactive, inactiveText, ...words } =
    useMessages(userMessages);
  const [draft, setDraft] = useState(NO_CHANGE);
  const save = useChangeUser(user.user_id);
  const set = (fields: Draft) => {
    save.reset();
    setDraft(withoutDefaults({ ...draft, ...fields }, user));
  };
  const isChanged = Object.keys(draft).length > 0;
  const consequences = useConsequences(user, draft);
  return (
    <Stack as="section" gap={3}>
      <h2>{text.change}</h2>
      <Panel
        as="form"
        gap={5}
        onSubmit={(event) => {
          event.preventDefault();
          if (isChanged && !save.isPending) save.mutate(draft, { onSuccess: () => setDraft(NO_CHANGE) });
        }}
      >
        <RadioGroup
          label={role}
          inRow
          choices={ROLES.map((value) => ({ value, label: roles[value], description: roleTexts[value] }))}
          value={draft.role ?? user.role}
          onChange={(role) => set({ role })}
        />
        <RadioGroup
          label={state}
          inRow
          choices={[
            { value: "active", label: active, description: activeText },
            { value: "inactive", label: inactive, description: inactiveText },
          ]}
          value={(draft.is_active ?? user.is_active) ? "active" : "inactive"}
          onChange={(state) => set({ is_active: state === "active" })}
        />
        <DepartmentField value={draft.department_code} onChange={(department_code) => set({ department_code })} />
        <Stack gap={3}>
          <GroupsField of="add" chosen={draft.add_groups ?? []} onChange={(add_groups) => set({ add_groups })} />
          <GroupsField
            of="remove"
            chosen={draft.remove_groups ?? []}
            onChange={(remove_groups) => set({ remove_groups })}
          />
          <Meta>{text.groupsText}</Meta>
        </Stack>
        {isChanged && (
          <>
            {consequences.length > 0 && (
              <Notice tone="warn" announced>
                {consequences.map((said) => (
                  <p key={said}>{said}</p>
                ))}
              </Notice>
            )}
            <ChangeEffects user_id={user.user_id} change={draft} />
          </>
        )}
        <Refused error={save.error} title={words.notChanged} />
        <Row gap={[3, 4]} align="center">
          <Button
            type="submit"
            look={draft.is_active === false ? "danger" : "primary"}
            isDisabled={!isChanged}
            isPending={save.isPending}
          >
            {words.save}
          </Button>
          {isChanged && <Button onPress={() => setDraft(NO_CHANGE)}>{text.discard}</Button>}
          <Meta tone="good" role="status">
            {save.isSuccess && text.saved}
          </Meta>
        </Row>
      </Panel>
    </Stack>
  );
}

/** Only what differs from the user as shown, so that an untouched field is not sent. */
function withoutDefaults(draft: Draft, user: UserSummary): UserChange {
  const { role, is_active, department_code, add_groups = [], remove_groups = [] } = draft;
  return {
    ...(role !== undefined && role !== user.role && { role }),
    ...(is_active !== undefined && is_active !== user.is_active && { is_active }),
    ...(department_code !== undefined && { department_code }),
    ...(add_groups.length > 0 && { add_groups }),
    ...(remove_groups.length > 0 && { remove_groups }),
  };
}

function useConsequences({ user_id, display_name, is_active }: UserSummary, change: UserChange): string[] {
  const text = useMessages(userMessages);
  const tokensEnd = text.tokensEnd(useTokens({ user_id }).data?.items.length);
  const name = isolate(display_name);
  const willBeActive = change.is_active ?? is_active;
  return [
    ...(change.is_active === false ? [text.deactivates(name), ...(tokensEnd === null ? [] : [tokensEnd])] : []),
    ...(change.is_active === true ? [text.reactivates(name)] : []),
    ...(change.role && willBeActive ? [text.becomes[change.role](name)] : []),
    ...(change.role && !willBeActive ? [text.roleLater] : []),
  ];
}
