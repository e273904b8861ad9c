import { Link } from "wouter";
import { classes } from "./classes.js";
import edges from "./edges.module.css";
import styles from "./link-tabs.module.css";
import { useCurrentInView } from "./use-current-in-view.js";

interface LinkTabsProps {
  /** The name of the whole. */
  readonly label: string;
  readonly tabs: readonly { readonly href: string; readonly text: string; readonly isHere: boolean }[];
}

/** The parts of one thing, each with its own address. They stay on one line, which scrolls where it is short. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  const line = useCurrentInView(tabs.find(({ isHere }) => isHere)?.href);
  return (
    <nav ref={line} className={classes(edges.edges, styles.tabs)} aria-label={label}>
      {tabs.map(({ href, text, isHere }) => (
        <Link key={href} href={href} aria-current={isHere ? "page" : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  );
}
