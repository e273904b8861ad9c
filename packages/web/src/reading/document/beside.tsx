import { Link } from "wouter";
import { useMessages } from "../../i18n/i18n.js";
import { chunkAddress, searchAddress } from "../addresses.js";
import type { Asked } from "../asked.js";
import { messages } from "../messages.js";
import styles from "./beside.module.css";
import { CopyLink } from "./copy-link.js";
import type { Heading } from "./outline-map.js";
import type { Hits } from "./use-hits.js";

interface BesideProps {
  readonly document_id: string;
  /** The heading under which the user reads. */
  readonly heading: Heading | undefined;
  /** The headings of its related sections. */
  readonly related: readonly Heading[];
  readonly asked: Asked;
  readonly hits: Hits;
}

/** What belongs to the current article, and the way back to the search. */
export function Beside({ document_id, heading, related, asked, hits }: BesideProps) {
  const text = useMessages(messages);
  const name = heading?.label || heading?.title || "";
  const isAnnex = heading?.type === "annex";
  return (
    <aside className={styles.beside} aria-label={text.beside}>
      {heading && related.length > 0 && (
        <section>
          <h2>{isAnnex ? text.naming(name) : text.annexesOf(name)}</h2>
          <ul>
            {related.map(({ section, name: related_name }) => (
              <li key={section}>
                <Link href={chunkAddress(document_id, section)}>{related_name}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {asked.query !== "" && (
        <section>
          <h2>{text.results}</h2>
          <ul>
            <li>
              <Link href={searchAddress(asked.query, asked)}>{text.toResults}</Link>
            </li>
            {hits.previous && (
              <li>
                <Link href={hits.previous}>← {text.previousHit}</Link>
              </li>
            )}
            {hits.next && (
              <li>
                <Link href={hits.next}>{text.nextHit} →</Link>
              </li>
            )}
          </ul>
        </section>
      )}
      {heading && (
        <section>
          <h2>{name}</h2>
          <CopyLink key={heading.section} address={chunkAddress(document_id, heading.section)} />
        </section>
      )}
    </aside>
  );
}
