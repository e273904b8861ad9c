import { useId } from "react";
import styles from "./checkbox.module.css";
import field from "./text-field.module.css";

interface CheckboxProps {
  readonly label: string;
  readonly description?: string;
  /** true: only screen readers get the label. */
  readonly hideLabel?: true;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
}

/** The browser's own checkbox. */
export function Checkbox({ label, description, hideLabel, isSelected, onChange }: CheckboxProps) {
  const id = useId();
  const box = (
    <input
      type="checkbox"
      id={id}
      className={styles.box}
      checked={isSelected}
      aria-label={hideLabel && label}
      aria-describedby={description && `${id}-description`}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
  if (hideLabel) return box;
  return (
    <div className={styles.field}>
      {box}
      <div className={styles.text}>
        <label htmlFor={id}>{label}</label>
        {description && (
          <span id={`${id}-description`} className={field.description}>
            {description}
          </span>
        )}
      </div>
    </div>
  );
}
