import { useState } from "react";
import { useMessages } from "../../i18n/i18n.js";
import { ChangeEffects } from "../../parts/change-effects.js";
import { UserName, userLabel } from "../../parts/display-names.js";
import { useUser } from "../../parts/principal-queries.js";
import { UserPicker } from "../../parts/user-picker.js";
import { type UserChange, useChangeUser } from "../../parts/user-queries.js";
import { Button } from "../../ui/button.js";
import { Meta, Panel, Row, Stack } from "../../ui/layout.js";
import { RadioGroup } from "../../ui/radio-group.js";
import { Refused } from "../../ui/refused.js";
import { TagList } from "../../ui/tag-list.js";
import type { Kind } from "./addresses.js";
import { messages } from "./messages.js";

type Action = "add" | "remove";

/** Adds a user to a department or group or removes one, after showing the documents that the user gains and loses. */
export function MemberForm({ kind, audience }: { kind: Kind; audience: string }) {
  const text = useMessages(messages);
  const [user_id, setUserId] = useState<string | null>(null);
  const [action, setAction] = useState<Action>("add");
  const [done, setDone] = useState("");
  const user = useUser(user_id ?? "", { enabled: user_id !== null });
  const save = useChangeUser(user_id ?? "");
  const choose = (chosen: string | null) => {
    save.reset();
    setDone("");
    setUserId(chosen);
  };
  const submit = () => {
    if (user_id === null || save.isPending) return;
    save.mutate(changeFor(kind, audience, action), {
      onSuccess({ user }) {
        setDone(text.saved[action](userLabel(user)));
        setUserId(null);
      },
    });
  };
  return (
    <Stack as="section" gap={3} narrow="page">
      <h2>{text.change}</h2>
      <Meta>{text.changeText}</Meta>
      {kind === "departments" && <Meta>{text.oneDepartment}</Meta>}
      <Panel
        as="form"
        gap={5}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {user_id === null ? (
          <UserPicker label={text.user} onPick={choose} />
        ) : (
          <TagList
            label={text.picked}
            empty=""
            remove={text.otherUser}
            items={[{ id: user_id, text: user ? userLabel(user) : user_id, content: <UserName user_id={user_id} /> }]}
            onRemove={() => choose(null)}
          />
        )}
        <RadioGroup
          label={text.action}
          inRow
          choices={[
            { value: "add", label: text.add, description: text.addText[kind] },
            { value: "remove", label: text.remove, description: text.removeText[kind] },
          ]}
          value={action}
          onChange={setAction}
        />
        {user_id !== null && (
          <ChangeEffects key={user_id} user_id={user_id} change={changeFor(kind, audience, action)} />
        )}
        <Refused error={save.error} title={text.notSaved} />
        <Row gap={[3, 4]} align="center">
          <Button type="submit" look="primary" isDisabled={user_id === null} isPending={save.isPending}>
            {text.save[action]}
          </Button>
          <Meta tone="good" role="status">
            {done}
          </Meta>
        </Row>
      </Panel>
    </Stack>
  );
}

function changeFor(kind: Kind, audience: string, action: Action): UserChange {
  if (kind === "groups") return action === "add" ? { add_groups: [audience] } : { remove_groups: [audience] };
  return action === "add" ? { department_code: audience } : { remove_department_code: audience };
}
