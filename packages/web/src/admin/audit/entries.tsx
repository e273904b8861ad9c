import { namesIn } from "@retrieval/api/pages";
import { useMessages } from "../../i18n/i18n.js";
import { messages as nameMessages } from "../../parts/messages.js";
import { Paged } from "../../parts/paged.js";
import { SaveCsv } from "../../parts/save-csv.js";
import { usePages } from "../../parts/use-answer.js";
import { Lines, Meta, Row } from "../../ui/layout.js";
import { EmptyState } from "../../ui/state.js";
import { detailMessages } from "./detail-messages.js";
import { Entry } from "./entry.js";
import { type EntryFilter, filterIn, isEmpty, queryOf } from "./entry-filter.js";
import { EntryFilterForm } from "./entry-filter-form.js";
import { messages } from "./messages.js";

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
  const { erased } = useMessages(nameMessages);
  const list = usePages("listAuditEntries", queryOf(filter));
  const named = (list.data?.pages ?? []).map((page) => page.names);
  const known = {
    users: named.flatMap(({ users }) => users),
    documents: named.flatMap(({ documents }) => documents),
  };
  const names = namesIn(known, { titled, erased });
  const empty = isEmpty(filter) ? (
    <EmptyState title={text.nothing} />
  ) : (
    <EmptyState title={text.noMatch}>{text.noMatchText}</EmptyState>
  );
  return (
    <Paged list={list} empty={list.isPlaceholderData ? null : empty}>
      {(entries, isBusy) => (
        <>
          <Row gap={[2, 4]} align="center" apart>
            <Meta role="status">{isBusy && text.searching}</Meta>
            <SaveCsv name="audit" read={(client, csv) => client.listAuditEntries({ ...queryOf(filter), ...csv })} />
          </Row>
          <Lines compact aria-label={text.list} aria-busy={isBusy}>
            {entries.map((entry, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no id, and simultaneous ones keep their order
              <Entry key={i} entry={entry} names={names} />
            ))}
          </Lines>
        </>
      )}
    </Paged>
  );
}
