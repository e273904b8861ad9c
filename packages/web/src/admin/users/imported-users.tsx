import { useState } from "react";
import { Link } from "wouter";
import { useMessages } from "../../i18n/i18n.js";
import { isolate } from "../../i18n/isolate.js";
import { LongTable } from "../../parts/long-list.js";
import { Meta, Stack } from "../../ui/layout.js";
import type { Column } from "../../ui/table.js";
import type { ImportAnswer, ImportedUser } from "./import-answer.js";
import { messages } from "./import-messages.js";
import styles from "./import-page.module.css";
import { userAddress } from "./user/addresses.js";

/** The most consequential first. */
const CHANGES = ["deactivated", "new", "reactivated", "changed"] as const satisfies ImportedUser["change"][];

/** Up to so many deactivated users are shown at once. */
const OPEN_MAX = 10;

interface ImportedUsersProps {
  readonly answer: Pick<ImportAnswer, "users" | "counts">;
  readonly isApplied: boolean;
}

/** The users whom an import adds and changes, a closed part for each kind of change. */
export function ImportedUsers({ answer: { users, counts }, isApplied }: ImportedUsersProps) {
  const text = useMessages(messages);
  const changes = CHANGES.filter((change) => counts[change] > 0);
  if (changes.length === 0) return null;
  return (
    <Stack as="section" gap={3}>
      <h2>{text.users}</h2>
      {changes.map((change) => (
        <UsersOf
          key={change}
          change={change}
          users={users.filter((user) => user.change === change)}
          count={counts[change]}
          // A new user has no page before the import is applied.
          linked={change !== "new" || isApplied}
        />
      ))}
    </Stack>
  );
}

interface UsersOfProps {
  readonly change: ImportedUser["change"];
  readonly users: readonly ImportedUser[];
  readonly count: number;
  readonly linked: boolean;
}

function UsersOf({ change, users, count, linked }: UsersOfProps) {
  const text = useMessages(messages);
  const [isOpen, setIsOpen] = useState(change === "deactivated" && count <= OPEN_MAX);
  const columns: Column<ImportedUser>[] = [
    { name: "user_id", label: text.number, cell: ({ user_id }) => isolate(user_id) },
    {
      name: "display_name",
      label: text.name,
      isRowHeader: true,
      cell: ({ user_id, display_name }) =>
        linked ? <Link href={userAddress(user_id)}>{isolate(display_name)}</Link> : isolate(display_name),
    },
    ...(change === "deactivated" ? [] : [{ name: "line", label: text.line, cell: ({ line }: ImportedUser) => line }]),
  ];
  return (
    <details className={styles.users} open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{text.usersOf[change](count)}</summary>
      {isOpen && (
        <>
          <LongTable label={text.countNames[change]} columns={columns} rows={users} rowKey={({ user_id }) => user_id} />
          {users.length < count && <Meta>{text.usersNamed(users.length)}</Meta>}
        </>
      )}
    </details>
  );
}
