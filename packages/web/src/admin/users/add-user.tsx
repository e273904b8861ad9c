import type { Role } from "@retrieval/core";
import { useState } from "react";
import { useMessages } from "../../i18n/i18n.js";
import { userLabel } from "../../parts/display-names.js";
import { useDepartments } from "../../parts/principal-queries.js";
import { useChange } from "../../parts/use-answer.js";
import { Confirmation } from "../../ui/dialog.js";
import { Refused } from "../../ui/refused.js";
import { Select } from "../../ui/select.js";
import { TextField } from "../../ui/text-field.js";
import { messages } from "./user-messages.js";

interface NewUser {
  readonly user_id: string;
  readonly display_name: string;
  readonly email: string;
  readonly role: Role;
  readonly department_code: string;
}

const EMPTY: NewUser = { user_id: "", display_name: "", email: "", role: "user", department_code: "" };
const ROLES = ["user", "developer", "admin"] as const;

/** Adds a user whom no file has imported yet. */
export function AddUser({ onDone, onClose }: { onDone: (said: string) => void; onClose: () => void }) {
  const text = useMessages(messages);
  const [user, setUser] = useState(EMPTY);
  const departments = useDepartments();
  const add = useAddUser();
  const change = (changed: Partial<NewUser>) => {
    add.reset();
    setUser({ ...user, ...changed });
  };
  const codes = departments.data ?? [];
  const refused = typeof add.data === "object" && add.data.refused;
  return (
    <Confirmation
      title={text.addTitle}
      confirm={text.addConfirm}
      isDisabled={user.user_id === "" || user.display_name === ""}
      isPending={add.isPending}
      onCancel={onClose}
      onConfirm={() =>
        add.mutate(user, {
          onSuccess(added) {
            if (added !== "added") return;
            onDone(text.added(userLabel(user)));
            onClose();
          },
        })
      }
    >
      <p>{text.addText}</p>
      <TextField
        label={text.number}
        value={user.user_id}
        onChange={(user_id) => change({ user_id })}
        {...(add.data === "taken" && { error: text.taken })}
        isRequired
        autoComplete="off"
        autoFocus
      />
      <TextField
        label={text.name}
        value={user.display_name}
        onChange={(display_name) => change({ display_name })}
        isRequired
        autoComplete="off"
      />
      <TextField
        label={text.email}
        value={user.email}
        onChange={(email) => change({ email })}
        inputMode="email"
        autoComplete="off"
      />
      <Select
        label={text.department}
        choices={[
          { value: "", label: text.noDepartment },
          ...codes.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
        ]}
        value={user.department_code}
        onChange={(department_code) => change({ department_code })}
      />
      <Select
        label={text.role}
        choices={ROLES.map((value) => ({ value, label: text.roles[value] }))}
        description={text.roleTexts[user.role]}
        value={user.role}
        onChange={(role) => change({ role })}
      />
      <Refused error={add.error ?? departments.error ?? refused} title={text.notAdded}>
        {refused}
      </Refused>
    </Confirmation>
  );
}

/** The result of adding a user: added, already registered, or refused. */
type Added = "added" | "taken" | { readonly refused: string };

/** Imports one user without updating, because a synchronisation record would change an existing user. */
const useAddUser = () =>
  useChange(async (client, { email, department_code, ...user }: NewUser): Promise<Added> => {
    const entry = { ...user, ...(email && { email }), ...(department_code && { department_code }) };
    const { body } = await client.importUsers({ body: { users: [entry], update_existing: false } });
    const [refused] = body.errors;
    if (refused) return { refused: refused.error };
    return body.created === 1 ? "added" : "taken";
  });
