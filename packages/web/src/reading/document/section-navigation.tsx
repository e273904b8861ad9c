import { Link } from "wouter";
import { useMessages } from "../../i18n/i18n.js";
import { messages } from "../messages.js";
import type { Heading } from "./outline-map.js";
import styles from "./section-navigation.module.css";
import type { Sections } from "./use-sections.js";
import { useAddressInText } from "./which-text.js";

interface SectionNavigationProps {
  readonly document_id: string;
  readonly sections: Pick<Sections, "previous" | "next" | "show">;
}

/** The sections before and after the current one, always in reach. */
export function SectionNavigation({ document_id, sections: { previous, next, show } }: SectionNavigationProps) {
  const text = useMessages(messages);
  const addressOf = useAddressInText(document_id);
  const link = (heading: Heading, keys: string, label: string, sign: [string, string]) => (
    <Link
      href={addressOf(heading.passage)}
      onClick={() => show(heading.passage)}
      aria-keyshortcuts={keys}
      title={label}
      aria-label={`${label}: ${heading.name}`}
    >
      {sign[0]} <span>{heading.name}</span> {sign[1]}
    </Link>
  );
  return (
    <nav className={styles.navigation} aria-label={text.sectionNavigation}>
      {previous ? link(previous, "Alt+ArrowUp", text.previous, ["↑", ""]) : <span />}
      {next ? link(next, "Alt+ArrowDown", text.next, ["", "↓"]) : <span />}
    </nav>
  );
}
