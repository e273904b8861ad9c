import type { ReactNode } from "react";
import { useMessages } from "../i18n/i18n.js";
import styles from "./breadcrumb.module.css";
import { messages } from "./messages.js";

/** display.breadcrumb exactly as given (SPEC 4.3), after the document's title. */
export function Breadcrumb({ document, parts }: { document?: ReactNode; parts: readonly string[] }) {
  const text = useMessages(messages);
  if (!document && parts.length === 0) return null;
  return (
    <ol className={styles.breadcrumb} aria-label={text.breadcrumb}>
      {document && <li>{document}</li>}
      {parts.map((part, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the path of one chunk never changes its order
        <li key={i}>{part}</li>
      ))}
    </ol>
  );
}
