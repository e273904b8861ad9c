import { useState } from "react";
import { Link } from "wouter";
import { folded } from "../../folded.js";
import { useFormat, useMessages } from "../../i18n/i18n.js";
import { isolate } from "../../i18n/isolate.js";
import { Loaded } from "../../parts/loaded.js";
import { LongTable } from "../../parts/long-list.js";
import { useTitle } from "../../shell/shell.js";
import { FilterField } from "../../ui/filter-field.js";
import { Meta, Stack } from "../../ui/layout.js";
import { LinkTabs } from "../../ui/link-tabs.js";
import { EmptyState } from "../../ui/state.js";
import type { Column } from "../../ui/table.js";
import { audienceAddress, KINDS, type Kind } from "./addresses.js";
import { messages } from "./messages.js";
import { type Audience, useAudiences } from "./queries.js";

/** All departments or all groups, with the numbers of users and documents. */
export function AudiencesPage({ kind }: { kind: Kind }) {
  const text = useMessages(messages);
  const [filter, setFilter] = useState("");
  useTitle(text.kinds[kind]);
  return (
    <Stack gap={5}>
      <h1>{text.title}</h1>
      <LinkTabs
        label={text.title}
        tabs={KINDS.map((of) => ({ href: audienceAddress(of), text: text.kinds[of], isHere: of === kind }))}
      />
      <Meta>{text.hint}</Meta>
      <FilterField label={text.filter[kind]} value={filter} onChange={setFilter} />
      <Loaded query={useAudiences(kind)} lines={8}>
        {(audiences) => <List kind={kind} audiences={audiences} filter={folded(filter.trim())} />}
      </Loaded>
    </Stack>
  );
}

function List({ kind, audiences, filter }: { kind: Kind; audiences: readonly Audience[]; filter: string }) {
  const text = useMessages(messages);
  const columns = useColumns(kind);
  if (audiences.length === 0) return <EmptyState title={text.none[kind]} />;
  const rows = audiences.filter(({ key, name }) => folded(`${key} ${name ?? ""}`).includes(filter));
  if (rows.length === 0) return <EmptyState title={text.noMatch[kind]} />;
  // Another filter begins at the top again.
  return <LongTable key={filter} label={text.kinds[kind]} columns={columns} rows={rows} rowKey={({ key }) => key} />;
}

function useColumns(kind: Kind): readonly Column<Audience>[] {
  const text = useMessages(messages);
  const { number } = useFormat();
  const key: Column<Audience> = {
    name: "key",
    label: text.column[kind],
    isRowHeader: true,
    cell: ({ key }) => <Link href={audienceAddress(kind, key)}>{isolate(key)}</Link>,
  };
  const name: Column<Audience> = {
    name: "name",
    label: text.name,
    cell: ({ name }) =>
      name === null ? (
        <Meta as="span" tone="warn">
          {text.notInMaster}
        </Meta>
      ) : (
        isolate(name)
      ),
  };
  return [
    key,
    ...(kind === "departments" ? [name] : []),
    { name: "users", label: text.users, align: "end", cell: ({ users }) => number(users) },
    { name: "documents", label: text.documents, align: "end", cell: ({ documents }) => number(documents) },
  ];
}
