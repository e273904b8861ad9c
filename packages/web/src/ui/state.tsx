import type { ReactNode } from "react";
import styles from "./state.module.css";

/** A page or a list that has nothing to show, and why. */
export function EmptyState(props: { title: ReactNode; children?: ReactNode; actions?: ReactNode; level?: 1 | 2 }) {
  const { title, children, actions, level = 2 } = props;
  const Title = level === 1 ? "h1" : "h2";
  return (
    <div className={styles.state}>
      <Title tabIndex={-1}>{title}</Title>
      {children && <div className={styles.text}>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

/** A placeholder for lines of text. */
export function Skeleton({ lines = 3, label }: { lines?: number; label: string }) {
  return (
    <div className={styles.skeleton} role="status">
      {Array.from({ length: lines }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={i} className={styles.bar} />
      ))}
      <span className={styles.hidden}>{label}</span>
    </div>
  );
}

/** For users of screen readers. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}
