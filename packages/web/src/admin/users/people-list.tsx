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
import { ChangePerson } from "./change-person.js";
import { named } from "./named.js";
import { messages } from "./people-messages.js";
import { type PeopleFilter, type UserSummary, usePeople } from "./people-queries.js";
import { SignOutPerson } from "./sign-out-person.js";
import styles from "./users-page.module.css";

interface PeopleListProps {
  readonly filter: PeopleFilter;
  /** What was done last. */
  readonly done: string;
  readonly onDone: (said: string) => void;
}

/** The people that fit, page by page, each with what can be done about them. */
export function PeopleList({ filter, done, onDone }: PeopleListProps) {
  const text = useMessages(messages);
  const { loading } = useMessages(uiMessages);
  const list = usePeople(filter);
  const [changing, setChanging] = useState<UserSummary | null>(null);
  const [signingOut, setSigningOut] = useState<UserSummary | null>(null);
  const columns = useColumns({ onChange: setChanging, onSignOut: setSigningOut });
  if (!list.data)
    return list.error ? (
      <Failure error={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <Skeleton lines={8} label={loading} />
    );
  const people = list.data.pages.flatMap(({ users }) => users);
  return (
    <>
      {list.error && <Failure error={list.error} onRetry={() => void list.refetch()} />}
      <div className={styles.status}>
        <p className={styles.count} role="status">
          {list.isPlaceholderData ? text.searching : people.length > 0 && text.shown(people.length, list.hasNextPage)}
        </p>
        <p className={styles.done} role="status">
          {done}
        </p>
      </div>
      {people.length === 0 ? (
        <NoPeople filter={filter} />
      ) : (
        <Table
          label={text.list}
          columns={columns}
          rows={people}
          rowKey={({ user_id }) => user_id}
          isBusy={list.isPlaceholderData}
        />
      )}
      {!list.isPlaceholderData && <ShowMore list={list} />}
      {changing && <ChangePerson person={changing} onDone={onDone} onClose={() => setChanging(null)} />}
      {signingOut && <SignOutPerson person={signingOut} onDone={onDone} onClose={() => setSigningOut(null)} />}
    </>
  );
}

interface RowActions {
  readonly onChange: (person: UserSummary) => void;
  readonly onSignOut: (person: UserSummary) => void;
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
      cell: (person) => (
        <span className={styles.rowActions}>
          <Button small onPress={() => onChange(person)}>
            {text.change}
            <VisuallyHidden>{text.of(named(person))}</VisuallyHidden>
          </Button>
          {person.is_active && (
            <Button small look="quiet" onPress={() => onSignOut(person)}>
              {text.endSessions}
              <VisuallyHidden>{text.of(named(person))}</VisuallyHidden>
            </Button>
          )}
          <ButtonLink small look="quiet" href={auditAddress("could-read", { user_id: person.user_id })}>
            {text.couldRead}
            <VisuallyHidden>{text.of(named(person))}</VisuallyHidden>
          </ButtonLink>
          <ButtonLink small look="quiet" href={auditAddress("entries", { user_id: person.user_id })}>
            {text.record}
            <VisuallyHidden>{text.of(named(person))}</VisuallyHidden>
          </ButtonLink>
        </span>
      ),
    },
  ];
}

function NoPeople({ filter: { query, without_department_code } }: { filter: PeopleFilter }) {
  const text = useMessages(messages);
  if (query !== "") return <EmptyState title={text.noMatch} />;
  if (without_department_code) return <EmptyState title={text.allHaveCode} />;
  return <EmptyState title={text.none}>{text.noneText}</EmptyState>;
}
