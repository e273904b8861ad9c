import styles from "./progress-bar.module.css";

/** How much of something is done: the browser's own bar. */
export function ProgressBar({ label, value, max }: { label: string; value: number; max: number }) {
  return (
    <label className={styles.progress}>
      <span>{label}</span>
      <progress value={value} max={max} />
    </label>
  );
}
