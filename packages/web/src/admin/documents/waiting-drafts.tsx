import { Link } from "wouter";
import { useMessages } from "../../i18n/i18n.js";
import { Failure } from "../../ui/failure.js";
import { ShowMore } from "../../ui/show-more.js";
import { documentAdminAddress } from "./addresses.js";
import styles from "./documents.module.css";
import { messages } from "./messages.js";
import { useDrafts } from "./queries.js";

/** Drafts that wait to be published; renders nothing if there are none. */
export function WaitingDrafts() {
  const text = useMessages(messages);
  const list = useDrafts();
  if (list.error && !list.data) return <Failure error={list.error} onRetry={() => void list.refetch()} />;
  const drafts = list.data?.pages.flatMap((page) => page.drafts) ?? [];
  if (drafts.length === 0) return null;
  return (
    <section className={styles.panel}>
      <h2>{text.drafts}</h2>
      <ul className={styles.drafts}>
        {drafts.map(({ document_id, title, version, published }) => (
          <li key={document_id}>
            <Link href={documentAdminAddress(document_id, "draft")}>{title}</Link>
            <span className={styles.meta}>
              <span>{text.version(version)}</span>
              <span>{published ? text.draftOfPublished : text.draftOfNew}</span>
            </span>
          </li>
        ))}
      </ul>
      <ShowMore list={list} />
    </section>
  );
}
