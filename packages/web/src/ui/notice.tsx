import type { ReactNode } from "react";
import { classes } from "./classes.js";
import styles from "./notice.module.css";

interface NoticeProps {
  readonly tone?: "info" | "good" | "warn" | "bad";
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons, at the end. */
  readonly actions?: ReactNode;
  /** true: it follows an action of the user, and is announced. */
  readonly announced?: boolean;
}

/** Information for the user, in the page itself. */
export function Notice({ tone = "info", title, children, actions, announced }: NoticeProps) {
  const role = announced ? (tone === "bad" ? "alert" : "status") : undefined;
  return (
    <div className={classes(styles.notice, tone !== "info" && styles[tone])} role={role}>
      <div className={styles.body}>
        {title && <p className={styles.title}>{title}</p>}
        {children && <div>{children}</div>}
      </div>
      {actions}
    </div>
  );
}
