import type { ReactNode } from "react";
import { Link } from "wouter";
import { useFormat, useMessages } from "../i18n/i18n.js";
import { SearchPlace } from "../shell/search-place.js";
import { useTitle } from "../shell/shell.js";
import { documentAddress } from "./addresses.js";
import styles from "./front-page.module.css";
import { messages } from "./messages.js";
import { useOpenedDocuments } from "./opened-documents.js";
import { useRecentDocuments } from "./queries.js";

const SHOWN = 6;

/** Before a question is typed: where a reader most often goes. */
export function FrontPage() {
  const text = useMessages(messages);
  const { date } = useFormat();
  const opened = useOpenedDocuments();
  const recent = useRecentDocuments(SHOWN).data ?? [];
  useTitle("");
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{text.welcome}</h1>
        <SearchPlace className={styles.field} />
        <p className={styles.hint}>{text.hint}</p>
      </div>
      <div className={styles.lists}>
        {opened.length > 0 && (
          <List title={text.opened}>
            {opened.map(({ document_id, title }) => (
              <li key={document_id}>
                <Link href={documentAddress(document_id)}>{title}</Link>
              </li>
            ))}
          </List>
        )}
        {recent.length > 0 && (
          <List title={text.recent}>
            {recent.map(({ document_id, title, published_at }) => (
              <li key={document_id}>
                <Link href={documentAddress(document_id)}>{title}</Link>
                <time dateTime={published_at}>{text.publishedOn(date(published_at))}</time>
              </li>
            ))}
          </List>
        )}
      </div>
    </div>
  );
}

function List({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.list}>
      <h2>{title}</h2>
      <ul>{children}</ul>
    </section>
  );
}
