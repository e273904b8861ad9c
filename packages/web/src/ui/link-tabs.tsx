import { Link } from "wouter";
import styles from "./link-tabs.module.css";

interface LinkTabsProps {
  /** What the parts are parts of. */
  readonly label: string;
  readonly tabs: readonly { readonly href: string; readonly text: string; readonly isHere: boolean }[];
}

/** The parts of one thing, each with an address of its own. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(({ href, text, isHere }) => (
        <Link key={href} href={href} aria-current={isHere ? "page" : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  );
}
