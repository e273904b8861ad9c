import type { UserSummary } from "@retrieval/core/users";
import { Link } from "wouter";
import { useMessages } from "../../i18n/i18n.js";
import { isolate } from "../../i18n/isolate.js";
import { PagedTable } from "../../parts/paged.js";
import { usePages } from "../../parts/use-answer.js";
import { Badge, Meta, Row } from "../../ui/layout.js";
import { EmptyState } from "../../ui/state.js";
import type { Column } from "../../ui/table.js";
import { userAddress } from "./user/addresses.js";
import { messages } from "./user-messages.js";
import styles from "./users-page.module.css";

/** Which users are listed; empty and false: all. */
export interface UserFilter {
  readonly query: string;
  readonly without_department_code: boolean;
}

interface UserListProps {
  readonly filter: UserFilter;
  /** The last action, in words. */
  readonly done: string;
}

/** The users that match the filter, page by page, each with a link to its page. */
export function UserList({ filter, done }: UserListProps) {
  const text = useMessages(messages);
  const { query, without_department_code } = filter;
  const list = usePages("listUsers", {
    query: query || undefined,
    without_department_code: without_department_code || undefined,
  });
  const columns = useColumns();
  const count = list.data?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0;
  return (
    <>
      <Row gap={[0, 5]} apart className={styles.status}>
        <Meta role="status">
          {list.isPlaceholderData ? text.searching : count > 0 && text.shown(count, list.hasNextPage)}
        </Meta>
        <Meta tone="good" role="status">
          {done}
        </Meta>
      </Row>
      <PagedTable
        label={text.list}
        list={list}
        columns={columns}
        rowKey={({ user_id }) => user_id}
        empty={<NoUsers filter={filter} />}
      />
    </>
  );
}

function useColumns(): readonly Column<UserSummary>[] {
  const text = useMessages(messages);
  return [
    { name: "user_id", label: text.number, cell: ({ user_id }) => isolate(user_id) },
    {
      name: "display_name",
      label: text.name,
      isRowHeader: true,
      cell: ({ user_id, display_name }) => <Link href={userAddress(user_id)}>{isolate(display_name)}</Link>,
    },
    { name: "role", label: text.role, cell: ({ role }) => text.roles[role] },
    {
      name: "is_active",
      label: text.state,
      cell: ({ is_active }) => (is_active ? text.active : <Badge tone="warn">{text.inactive}</Badge>),
    },
  ];
}

function NoUsers({ filter: { query, without_department_code } }: { filter: UserFilter }) {
  const text = useMessages(messages);
  if (query !== "") return <EmptyState title={text.noMatch} />;
  if (without_department_code) return <EmptyState title={text.allHaveCode} />;
  return <EmptyState title={text.none}>{text.noneText}</EmptyState>;
}
