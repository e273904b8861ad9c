import { useLayoutEffect, useRef } from "react";
import { Link } from "wouter";
import styles from "./link-tabs.module.css";

interface LinkTabsProps {
  /** The name of the whole. */
  readonly label: string;
  readonly tabs: readonly { readonly href: string; readonly text: string; readonly isHere: boolean }[];
}

/** The parts of one thing, each with its own address. They stay on one line, which scrolls where it is short. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  const line = useRef<HTMLElement>(null);
  const here = tabs.find(({ isHere }) => isHere)?.href;
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run when the current tab changes
  useLayoutEffect(() => showCurrent(line.current), [here]);
  return (
    <nav ref={line} className={styles.tabs} aria-label={label}>
      {tabs.map(({ href, text, isHere }) => (
        <Link key={href} href={href} aria-current={isHere ? "page" : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  );
}

function showCurrent(line: HTMLElement | null): void {
  const tab = line?.querySelector<HTMLElement>("[aria-current]");
  if (line && tab) line.scrollLeft = tab.offsetLeft - (line.clientWidth - tab.offsetWidth) / 2;
}
