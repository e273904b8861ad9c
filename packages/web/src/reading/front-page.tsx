import { Link } from "wouter";
import { useFormat, useMessages } from "../i18n/i18n.js";
import { SearchPlace } from "../shell/search-place.js";
import { useTitle } from "../shell/shell.js";
import { documentAddress, searchAddress } from "./addresses.js";
import { type Asked, useAsked } from "./asked.js";
import styles from "./front-page.module.css";
import { messages } from "./messages.js";
import { useRecentDocuments } from "./queries.js";
import searchStyles from "./search-page.module.css";

const SHOWN = 6;

/** Before a question is typed: the field, and what was published last. */
export function FrontPage() {
  const text = useMessages(messages);
  const { date } = useFormat();
  const recent = useRecentDocuments(SHOWN).data ?? [];
  useTitle("");
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{text.welcome}</h1>
        <SearchPlace className={styles.field} />
        <After asked={useAsked()} />
        <p className={styles.hint}>{text.hint}</p>
      </div>
      {recent.length > 0 && (
        <section className={styles.list}>
          <h2>{text.recent}</h2>
          <ul>
            {recent.map(({ document_id, title, published_at }) => (
              <li key={document_id}>
                <Link href={documentAddress(document_id)}>{title}</Link>
                <time dateTime={published_at}>{text.publishedOn(date(published_at))}</time>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** The question that this one follows, with a link that takes this away. */
export function After({ asked }: { asked: Asked }) {
  const text = useMessages(messages);
  const last = asked.previous.at(-1);
  if (last === undefined) return null;
  return (
    <p className={searchStyles.narrowed}>
      <Link href={searchAddress(asked.query, { ...asked, previous: [] })} aria-label={text.notAfter(last)}>
        {text.after(last)} <span aria-hidden>✕</span>
      </Link>
    </p>
  );
}
