import { useState } from "react";
import { useMessages } from "../../i18n/i18n.js";
import { isolate } from "../../i18n/isolate.js";
import { Button, ButtonLink } from "../../ui/button.js";
import { Failure } from "../../ui/failure.js";
import { messages as uiMessages } from "../../ui/messages.js";
import { ShowMore } from "../../ui/show-more.js";
import { EmptyState, Skeleton, VisuallyHidden } from "../../ui/state.js";
import { type Column, Table } from "../../ui/table.js";
import { auditAddress } from "../audit/addresses.js";
import { ChangeUser } from "./change-user.js";
import { named } from "./named.js";
import { SignOutUser } from "./sign-out-user.js";
import { messages } from "./user-messages.js";
import { type UserFilter, type UserSummary, useUsers } from "./user-queries.js";
import styles from "./users-page.module.css";

interface UserListProps {
  readonly filter: UserFilter;
  /** The last action, in words. */
  readonly done: string;
  readonly onDone: (said: string) => void;
}

/** The users that match the filter, page by page, each with the available actions. */
export function UserList({ filter, done, onDone }: UserListProps) {
  const text = useMessages(messages);
  const { loading } = useMessages(uiMessages);
  const list = useUsers(filter);
  const [changing, setChanging] = useState<UserSummary | null>(null);
  const [signingOut, setSigningOut] = useState<UserSummary | null>(null);
  const columns = useColumns({ onChange: setChanging, onSignOut: setSigningOut });
  if (!list.data)
    return list.error ? (
      <Failure error={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <Skeleton lines={8} label={loading} />
    );
  const users = list.data.pages.flatMap(({ users }) => users);
  return (
    <>
      {list.error && <Failure error={list.error} onRetry={() => void list.refetch()} />}
      <div className={styles.status}>
        <p className={styles.count} role="status">
          {list.isPlaceholderData ? text.searching : users.length > 0 && text.shown(users.length, list.hasNextPage)}
        </p>
        <p className={styles.done} role="status">
          {done}
        </p>
      </div>
      {users.length === 0 ? (
        <NoUsers filter={filter} />
      ) : (
        <Table
          label={text.list}
          columns={columns}
          rows={users}
          rowKey={({ user_id }) => user_id}
          isBusy={list.isPlaceholderData}
        />
      )}
      {!list.isPlaceholderData && <ShowMore list={list} />}
      {changing && <ChangeUser user={changing} onDone={onDone} onClose={() => setChanging(null)} />}
      {signingOut && <SignOutUser user={signingOut} onDone={onDone} onClose={() => setSigningOut(null)} />}
    </>
  );
}

interface RowActions {
  readonly onChange: (user: UserSummary) => void;
  readonly onSignOut: (user: UserSummary) => void;
}

function useColumns({ onChange, onSignOut }: RowActions): readonly Column<UserSummary>[] {
  const text = useMessages(messages);
  return [
    { name: "user_id", label: text.number, isRowHeader: true, cell: ({ user_id }) => isolate(user_id) },
    { name: "display_name", label: text.name, cell: ({ display_name }) => isolate(display_name) },
    { name: "role", label: text.role, cell: ({ role }) => text.roles[role] },
    {
      name: "is_active",
      label: text.state,
      cell: ({ is_active }) => (is_active ? text.active : <span className={styles.inactive}>{text.inactive}</span>),
    },
    {
      name: "actions",
      label: text.actions,
      hideLabel: true,
      cell: (user) => (
        <span className={styles.rowActions}>
          <Button small onPress={() => onChange(user)}>
            {text.change}
            <VisuallyHidden>{text.of(named(user))}</VisuallyHidden>
          </Button>
          {user.is_active && (
            <Button small look="quiet" onPress={() => onSignOut(user)}>
              {text.endSessions}
              <VisuallyHidden>{text.of(named(user))}</VisuallyHidden>
            </Button>
          )}
          <ButtonLink small look="quiet" href={auditAddress("could-read", { user_id: user.user_id })}>
            {text.couldRead}
            <VisuallyHidden>{text.of(named(user))}</VisuallyHidden>
          </ButtonLink>
          <ButtonLink small look="quiet" href={auditAddress("entries", { user_id: user.user_id })}>
            {text.auditLog}
            <VisuallyHidden>{text.of(named(user))}</VisuallyHidden>
          </ButtonLink>
        </span>
      ),
    },
  ];
}

function NoUsers({ filter: { query, without_department_code } }: { filter: UserFilter }) {
  const text = useMessages(messages);
  if (query !== "") return <EmptyState title={text.noMatch} />;
  if (without_department_code) return <EmptyState title={text.allHaveCode} />;
  return <EmptyState title={text.none}>{text.noneText}</EmptyState>;
}
