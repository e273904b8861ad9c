import { useId } from "react";
import styles from "./checkbox.module.css";

interface CheckboxProps {
  readonly label: string;
  readonly description?: string;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
}

/** The browser's own checkbox. */
export function Checkbox({ label, description, isSelected, onChange }: CheckboxProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <input
        type="checkbox"
        id={id}
        className={styles.box}
        checked={isSelected}
        aria-describedby={description && `${id}-description`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div className={styles.text}>
        <label htmlFor={id}>{label}</label>
        {description && (
          <span id={`${id}-description`} className={styles.description}>
            {description}
          </span>
        )}
      </div>
    </div>
  );
}
