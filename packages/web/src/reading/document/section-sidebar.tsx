import { Link } from "wouter";
import { useMessages } from "../../i18n/i18n.js";
import { Meta, Stack } from "../../ui/layout.js";
import { searchAddress } from "../addresses.js";
import { CopyButton } from "../copy-button.js";
import { messages } from "../messages.js";
import type { SearchQuery } from "../search-query.js";
import styles from "./section-sidebar.module.css";
import type { Hits } from "./use-hits.js";
import type { Sections } from "./use-sections.js";
import { useAddressInText } from "./which-text.js";

interface SectionSidebarProps {
  readonly document_id: string;
  readonly sections: Pick<Sections, "heading" | "related">;
  readonly search: SearchQuery;
  readonly hits: Hits;
}

/** What belongs to the current article, and the way back to the search. */
export function SectionSidebar({ document_id, sections: { heading, related }, search, hits }: SectionSidebarProps) {
  const text = useMessages(messages);
  const addressOf = useAddressInText(document_id);
  const name = heading?.label || heading?.title || "";
  const isAnnex = heading?.type === "annex";
  return (
    <Stack as="aside" gap={5} className={styles.sidebar} aria-label={text.aboutSection}>
      {heading && related.length > 0 && (
        <Stack as="section" gap={1}>
          <Meta as="h2">{isAnnex ? text.naming(name) : text.annexesOf(name)}</Meta>
          <ul>
            {related.map(({ section, name: related_name }) => (
              <li key={section}>
                <Link href={addressOf(section)}>{related_name}</Link>
              </li>
            ))}
          </ul>
        </Stack>
      )}
      {search.query !== "" && (
        <Stack as="section" gap={1}>
          <Meta as="h2">{text.results}</Meta>
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
          <Meta as="h2">{name}</Meta>
          {/* A full address; each heading is a link, too. */}
          <CopyButton key={heading.section} value={() => new URL(addressOf(heading.section), location.href).href}>
            {text.copyLink}
          </CopyButton>
        </Stack>
      )}
    </Stack>
  );
}
