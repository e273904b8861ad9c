import { memo, useEffect, useRef } from "react";
import { Link } from "wouter";
import { useMessages } from "../../i18n/i18n.js";
import { Meta } from "../../ui/layout.js";
import { messages } from "../messages.js";
import styles from "./outline.module.css";
import type { Heading } from "./outline-map.js";
import type { Sections } from "./use-sections.js";
import { useAddressInText } from "./which-text.js";

interface OutlineProps {
  readonly document_id: string;
  readonly title: string;
  readonly sections: Pick<Sections, "headings" | "at" | "truncated">;
  readonly onOpen: (passage: string) => void;
}

/** The document's headings. The current one stays in view while the document scrolls. */
export function Outline({ document_id, title, sections, onOpen }: OutlineProps) {
  const { headings, at: current, truncated } = sections;
  const text = useMessages(messages);
  const addressOf = useAddressInText(document_id);
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const box = list.current;
    const here = box?.querySelectorAll<HTMLElement>("li")[current];
    if (!box || !here) return;
    // Not scrollIntoView, which would also scroll the page.
    const [top, bottom] = [here.offsetTop, here.offsetTop + here.offsetHeight];
    const margin = box.clientHeight / 4;
    if (top < box.scrollTop + margin / 2 || bottom > box.scrollTop + box.clientHeight - margin / 2)
      box.scrollTop = top - margin;
  }, [current]);
  const top = Math.min(...headings.map(({ level }) => level));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <nav ref={list} className={styles.outline} aria-label={text.contents} tabIndex={0}>
      <Link href={addressOf(document_id)} className={styles.title} onClick={() => onOpen(document_id)}>
        {title}
      </Link>
      <ul>
        {headings.map((heading, i) => (
          <Entry
            key={heading.chunk_id}
            address={addressOf(heading.passage)}
            heading={heading}
            level={Math.min(6, heading.level - top + 1)}
            isCurrent={i === current}
            onOpen={onOpen}
          />
        ))}
      </ul>
      {truncated && <Meta>{text.moreContents}</Meta>}
    </nav>
  );
}

interface EntryProps {
  readonly address: string;
  readonly heading: Heading;
  readonly level: number;
  readonly isCurrent: boolean;
  readonly onOpen: (passage: string) => void;
}

/** Thousands of them stay as they are while the current one changes. */
const Entry = memo(function Entry({ address, heading, level, isCurrent, onOpen }: EntryProps) {
  const { passage, name, type } = heading;
  return (
    <li data-level={level} data-type={type}>
      <Link href={address} aria-current={isCurrent ? "location" : undefined} onClick={() => onOpen(passage)}>
        {name}
      </Link>
    </li>
  );
});
