import type { Element } from "hast";
import { type ComponentProps, useEffect, useMemo, useRef, useState } from "react";
import ReactMarkdown, { type Components, type Options } from "react-markdown";
import rehypeSanitize, { defaultSchema } from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import { useMessages } from "../i18n/i18n.js";
import { Scroller } from "../ui/scroller.js";
import type { Highlight } from "./highlight.js";
import { remarkHighlights } from "./highlight.js";
import { linkAddress } from "./link-address.js";
import styles from "./markdown.module.css";
import { rehypeMergedCells } from "./merged-cells.js";
import { messages } from "./messages.js";

interface MarkdownProps {
  readonly children: string;
  readonly highlights?: readonly Highlight[];
}

const NONE: readonly Highlight[] = [];

const schema = {
  ...defaultSchema,
  tagNames: [...(defaultSchema.tagNames ?? []).filter((name) => name !== "input"), "mark"],
  protocols: { href: ["http", "https", "mailto"] },
};

const components: Components = {
  a: ({ href, children }) =>
    href === undefined || href === "" ? (
      <span>{children}</span>
    ) : (
      <a href={href} rel="noopener noreferrer" target={href.startsWith("mailto:") ? undefined : "_blank"}>
        {children}
      </a>
    ),
  // The browser would fetch an image from any address in the document.
  img: ({ alt }) => <span>{alt}</span>,
  table: ScrollingTable,
  ul: ({ node, children }) => <ul className={node && isOfMarked(node) ? styles.plain : undefined}>{children}</ul>,
  li: ({ node, children }) => <li className={node && isMarked(node) ? styles.marked : undefined}>{children}</li>,
};

/** The Markdown of a table or a list (SPEC 4.3), as elements: no text of a document becomes markup of the page. */
export function Markdown({ children, highlights = NONE }: MarkdownProps) {
  const remarkPlugins = useMemo(
    (): NonNullable<Options["remarkPlugins"]> => [remarkGfm, [remarkHighlights, { highlights }]],
    [highlights],
  );
  return (
    <div className={styles.markdown}>
      <ReactMarkdown
        remarkPlugins={remarkPlugins}
        rehypePlugins={[[rehypeSanitize, schema], rehypeMergedCells]}
        components={components}
        urlTransform={linkAddress}
      >
        {children}
      </ReactMarkdown>
    </div>
  );
}

/** How an item begins that has a number or a heading of its own: `(1)`, `（ア）`, `①`, `４　`, `【第4条】`. */
const OWN_MARK = /^(?:[(（][0-9０-９一-十a-zア-ン]{1,3}[)）]|[①-⑳]|[0-9０-９]{1,2}[\u3000．]|【)/;

/** Whether an item has a sign of its own: a second one before it would be one too many. */
const isMarked = (item: Element) => OWN_MARK.test(beginningOf(item));

const isOfMarked = ({ children }: Element) => children.every((item) => item.type !== "element" || isMarked(item));

function beginningOf({ children }: Element): string {
  for (const child of children) {
    if (child.type === "element") return beginningOf(child);
    if (child.type === "text" && child.value.trim() !== "") return child.value.trim();
  }
  return "";
}

/** A wide table scrolls by itself, by keyboard too, says so, and its header stays. */
function ScrollingTable({ children }: ComponentProps<"table">) {
  const text = useMessages(messages);
  const box = useRef<HTMLElement>(null);
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(() => setWide(element.scrollWidth > element.clientWidth + 1));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div className={styles.table}>
      <Scroller ref={box} className={styles.scroll} aria-label={text.table}>
        <table>{children}</table>
      </Scroller>
      {isWide && (
        <p className={styles.hint} aria-hidden>
          {text.wide}
        </p>
      )}
    </div>
  );
}
