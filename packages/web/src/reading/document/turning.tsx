import { Link } from "wouter";
import { useMessages } from "../../i18n/i18n.js";
import { messages } from "../messages.js";
import type { Heading } from "./outline-map.js";
import styles from "./turning.module.css";

interface TurningProps {
  readonly previous: Heading | undefined;
  readonly next: Heading | undefined;
  readonly addressOf: (passage: string) => string;
  readonly onOpen: (passage: string) => void;
}

/** The sections before and after the current one, always in reach. */
export function Turning({ previous, next, addressOf, onOpen }: TurningProps) {
  const text = useMessages(messages);
  const link = (heading: Heading, keys: string, label: string, sign: [string, string]) => (
    <Link
      href={addressOf(heading.passage)}
      onClick={() => onOpen(heading.passage)}
      aria-keyshortcuts={keys}
      title={label}
      aria-label={`${label}: ${heading.name}`}
    >
      {sign[0]} <span>{heading.name}</span> {sign[1]}
    </Link>
  );
  return (
    <nav className={styles.turning} aria-label={text.turning}>
      {previous ? link(previous, "Alt+ArrowUp", text.previous, ["↑", ""]) : <span />}
      {next ? link(next, "Alt+ArrowDown", text.next, ["", "↓"]) : <span />}
    </nav>
  );
}
