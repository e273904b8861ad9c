import { useLayoutEffect, useRef } from "react";
import { Link } from "wouter";
import { classes } from "./classes.js";
import edges from "./edges.module.css";
import styles from "./link-tabs.module.css";

interface LinkTabsProps {
  /** The name of the whole. */
  readonly label: string;
  readonly tabs: readonly { readonly href: string; readonly text: string; readonly isHere: boolean }[];
  /** `line`: the parts of the site, above those of one thing. */
  readonly look?: "line";
}

/** The parts of one thing, each with its own address. They stay on one line, which scrolls where it is short. */
export function LinkTabs({ label, tabs, look }: LinkTabsProps) {
  const line = useRef<HTMLElement>(null);
  const here = tabs.find(({ isHere }) => isHere)?.href;
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run when the current link changes
  useLayoutEffect(() => showCurrent(line.current), [here]);
  return (
    <nav ref={line} className={classes(edges.edges, styles.tabs, look && styles[look])} aria-label={label}>
      {tabs.map(({ href, text, isHere }) => (
        <Link key={href} href={href} aria-current={isHere ? "page" : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  );
}

/** In the middle if it can. The line must be positioned, as its links are measured against it. */
function showCurrent(line: HTMLElement | null): void {
  const link = line?.querySelector<HTMLElement>("[aria-current]");
  if (line && link) line.scrollLeft = link.offsetLeft - (line.clientWidth - link.offsetWidth) / 2;
}
