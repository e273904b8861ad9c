import { Label } from "react-aria-components/Label";
import { ProgressBar as AriaProgressBar } from "react-aria-components/ProgressBar";
import styles from "./progress-bar.module.css";

/** Progress. @param share 0 to 1, or null where it is unknown */
export function ProgressBar({ label, share }: { label: string; share: number | null }) {
  return (
    <AriaProgressBar
      className={styles.progress ?? ""}
      minValue={0}
      maxValue={1}
      {...(share === null ? { isIndeterminate: true } : { value: share })}
    >
      {({ percentage, valueText }) => (
        <>
          <div className={styles.text}>
            <Label>{label}</Label>
            <span>{valueText}</span>
          </div>
          <div className={styles.track}>
            <div className={styles.done} style={share === null ? {} : { inlineSize: `${percentage}%` }} />
          </div>
        </>
      )}
    </AriaProgressBar>
  );
}
