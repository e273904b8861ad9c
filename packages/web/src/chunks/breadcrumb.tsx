import { useMessages } from "../i18n/i18n.js";
import styles from "./breadcrumb.module.css";
import { messages } from "./messages.js";

/** display.breadcrumb exactly as given (SPEC 4.3). */
export function Breadcrumb({ parts }: { parts: readonly string[] }) {
  const text = useMessages(messages);
  if (parts.length === 0) return null;
  return (
    <ol className={styles.breadcrumb} aria-label={text.breadcrumb}>
      {parts.map((part, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the path of one chunk never changes its order
        <li key={i}>{part}</li>
      ))}
    </ol>
  );
}
