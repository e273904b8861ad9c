import { Link } from "wouter";
import { useFormat, useMessages } from "../i18n/i18n.js";
import { SearchPlace } from "../shell/search-place.js";
import { useTitle } from "../shell/shell.js";
import { Meta, Row, Stack } from "../ui/layout.js";
import { documentAddress, searchAddress } from "./addresses.js";
import styles from "./front-page.module.css";
import { Revisions } from "./life/revisions.js";
import { messages } from "./messages.js";
import { useRecentDocuments } from "./queries.js";
import searchStyles from "./search-page.module.css";
import { type SearchQuery, useSearchQuery } from "./search-query.js";

const SHOWN = 6;

/** Before a question is typed: the field, and what was published last. */
export function FrontPage() {
  const text = useMessages(messages);
  const { date } = useFormat();
  const recent = useRecentDocuments(SHOWN).data?.items ?? [];
  useTitle("");
  return (
    <Stack gap={6} className={styles.page}>
      <Stack gap={3} className={styles.head}>
        <h1>{text.welcome}</h1>
        <SearchPlace className={styles.field} />
        <After search={useSearchQuery()} />
        <p className={styles.hint}>{text.hint}</p>
      </Stack>
      <Revisions />
      {recent.length > 0 && (
        <section className={styles.list}>
          <Meta as="h2">{text.recent}</Meta>
          <ul>
            {recent.map(({ document_id, title, published_at }) => (
              <Row as="li" gap={[0, 4]} align="baseline" apart key={document_id}>
                <Link href={documentAddress(document_id)}>{title}</Link>
                <Meta as="time" dateTime={published_at}>
                  {text.publishedOn(date(published_at))}
                </Meta>
              </Row>
            ))}
          </ul>
        </section>
      )}
    </Stack>
  );
}

/** The question that this one follows, with a link that takes this away. */
export function After({ search }: { search: SearchQuery }) {
  const text = useMessages(messages);
  const last = search.previous.at(-1);
  if (last === undefined) return null;
  return (
    <Removable href={searchAddress(search.query, { ...search, previous: [] })} label={text.notAfter(last)}>
      {text.after(last)}
    </Removable>
  );
}

/** What narrows a search, with a link that takes it away. */
export function Removable({ href, label, children }: { href: string; label: string; children: string }) {
  return (
    <p className={searchStyles.narrowed}>
      <Link href={href} aria-label={label}>
        {children} <span aria-hidden>✕</span>
      </Link>
    </p>
  );
}
