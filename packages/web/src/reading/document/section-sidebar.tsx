import { Link } from "wouter";
import { useMessages } from "../../i18n/i18n.js";
import { Stack } from "../../ui/layout.js";
import { chunkAddress, searchAddress } from "../addresses.js";
import { messages } from "../messages.js";
import type { SearchQuery } from "../search-query.js";
import { CopyLink } from "./copy-link.js";
import styles from "./section-sidebar.module.css";
import type { Hits } from "./use-hits.js";
import type { Sections } from "./use-sections.js";

interface SectionSidebarProps {
  readonly document_id: string;
  readonly sections: Pick<Sections, "heading" | "related">;
  readonly search: SearchQuery;
  readonly hits: Hits;
}

/** What belongs to the current article, and the way back to the search. */
export function SectionSidebar({ document_id, sections: { heading, related }, search, hits }: SectionSidebarProps) {
  const text = useMessages(messages);
  const name = heading?.label || heading?.title || "";
  const isAnnex = heading?.type === "annex";
  return (
    <Stack as="aside" gap={5} className={styles.sidebar} aria-label={text.aboutSection}>
      {heading && related.length > 0 && (
        <Stack as="section" gap={1}>
          <h2>{isAnnex ? text.naming(name) : text.annexesOf(name)}</h2>
          <ul>
            {related.map(({ section, name: related_name }) => (
              <li key={section}>
                <Link href={chunkAddress(document_id, section)}>{related_name}</Link>
              </li>
            ))}
          </ul>
        </Stack>
      )}
      {search.query !== "" && (
        <Stack as="section" gap={1}>
          <h2>{text.results}</h2>
          <ul>
            <li>
              <Link href={searchAddress(search.query, search)}>{text.toResults}</Link>
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
        </Stack>
      )}
      {heading && (
        <Stack as="section" gap={1}>
          <h2>{name}</h2>
          <CopyLink key={heading.section} address={chunkAddress(document_id, heading.section)} />
        </Stack>
      )}
    </Stack>
  );
}
