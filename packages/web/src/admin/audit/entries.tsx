import { namesIn } from "@retrieval/api/pages";
import { useMessages } from "../../i18n/i18n.js";
import { NotLoaded } from "../../parts/not-loaded.js";
import { SaveCsv } from "../../parts/save-csv.js";
import { Lines, Meta, Row } from "../../ui/layout.js";
import { ShowMore } from "../../ui/show-more.js";
import { EmptyState } from "../../ui/state.js";
import { detailMessages } from "./detail-messages.js";
import { Entry } from "./entry.js";
import { type EntryFilter, filterIn, isEmpty, queryOf } from "./entry-filter.js";
import { EntryFilterForm } from "./entry-filter-form.js";
import { messages } from "./messages.js";
import { useEntries } from "./queries.js";

/** What happened, newest first, filtered by user, document, kind or time. */
export function Entries({ query }: { query: URLSearchParams }) {
  const text = useMessages(messages);
  const filter = filterIn(query);
  return (
    <>
      <Meta>{text.lead}</Meta>
      <EntryFilterForm filter={filter} />
      <EntryList filter={filter} />
    </>
  );
}

function EntryList({ filter }: { filter: EntryFilter }) {
  const text = useMessages(messages);
  const { titled } = useMessages(detailMessages);
  const list = useEntries(filter);
  if (!list.data) return <NotLoaded query={list} lines={8} />;
  // An entry has no id of its own; simultaneous entries keep their order.
  const entries = list.data.pages.flatMap((page, p) => page.items.map((entry, e) => ({ entry, key: `${p}.${e}` })));
  const named = list.data.pages.map((page) => page.names);
  const known = {
    users: named.flatMap(({ users }) => users),
    documents: named.flatMap(({ documents }) => documents),
  };
  const names = namesIn(known, titled);
  if (entries.length === 0 && !list.isPlaceholderData)
    return isEmpty(filter) ? (
      <EmptyState title={text.nothing} />
    ) : (
      <EmptyState title={text.noMatch}>{text.noMatchText}</EmptyState>
    );
  return (
    <>
      <Row gap={[2, 4]} align="center" apart>
        <Meta role="status">{list.isPlaceholderData && text.searching}</Meta>
        <SaveCsv name="audit" read={(client, csv) => client.listAuditEntries({ ...queryOf(filter), ...csv })} />
      </Row>
      <Lines compact aria-label={text.list} aria-busy={list.isPlaceholderData}>
        {entries.map(({ entry, key }) => (
          <Entry key={key} entry={entry} names={names} />
        ))}
      </Lines>
      {!list.isPlaceholderData && <ShowMore list={list} />}
    </>
  );
}
