import { useState } from "react";
import { Link } from "wouter";
import { useMessages } from "../../i18n/i18n.js";
import { isolate } from "../../i18n/isolate.js";
import { PagedTable } from "../../parts/paged.js";
import { Stack } from "../../ui/layout.js";
import type { Column } from "../../ui/table.js";
import type { ImportAnswer, ImportedUser } from "./import-answer.js";
import { messages } from "./import-messages.js";
import styles from "./import-page.module.css";
import { useImportedUsers } from "./import-queries.js";
import { userAddress } from "./user/addresses.js";

/** The most consequential first. */
const CHANGES = ["deactivated", "new", "reactivated", "changed"] as const satisfies ImportedUser["change"][];

/** Up to so many deactivated users are shown at once. */
const OPEN_MAX = 10;

/** The users whom an import adds and changes, a closed part for each kind of change. */
export function ImportedUsers({ answer: { import_id, counts } }: { answer: ImportAnswer }) {
  const text = useMessages(messages);
  const changes = CHANGES.filter((change) => counts[change] > 0);
  if (changes.length === 0) return null;
  return (
    <Stack as="section" gap={3}>
      <h2>{text.users}</h2>
      {changes.map((change) => (
        <UsersOf key={change} import_id={import_id} change={change} count={counts[change]} />
      ))}
    </Stack>
  );
}

interface UsersOfProps {
  readonly import_id: string;
  readonly change: ImportedUser["change"];
  readonly count: number;
}

function UsersOf({ import_id, change, count }: UsersOfProps) {
  const text = useMessages(messages);
  const [isOpen, setIsOpen] = useState(change === "deactivated" && count <= OPEN_MAX);
  return (
    <details className={styles.users} open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{text.usersOf[change](count)}</summary>
      {isOpen && <Names import_id={import_id} change={change} />}
    </details>
  );
}

function Names({ import_id, change }: Omit<UsersOfProps, "count">) {
  const text = useMessages(messages);
  const list = useImportedUsers(import_id, change);
  const columns: Column<ImportedUser>[] = [
    { name: "user_id", label: text.number, cell: ({ user_id }) => isolate(user_id) },
    {
      name: "display_name",
      label: text.name,
      isRowHeader: true,
      cell: ({ user_id, display_name }) =>
        // A new user has no page before the import is applied.
        change === "new" ? isolate(display_name) : <Link href={userAddress(user_id)}>{isolate(display_name)}</Link>,
    },
    ...(change === "deactivated" ? [] : [{ name: "line", label: text.line, cell: ({ line }: ImportedUser) => line }]),
  ];
  return (
    <PagedTable
      label={text.countNames[change]}
      list={list}
      columns={columns}
      rowKey={({ user_id }) => user_id}
      empty={null}
      lines={3}
    />
  );
}
