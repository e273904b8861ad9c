import { useId } from "react";
import { classes } from "./classes.js";
import styles from "./select.module.css";
import field from "./text-field.module.css";

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly description?: string;
  readonly isDisabled?: boolean;
}

/** One of several choices: the browser's own list, which every keyboard, telephone and screen reader supports. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, choices, value, onChange, description, isDisabled } = props;
  const id = useId();
  return (
    <div className={field.field}>
      <label className={field.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={classes(field.input, styles.select)}
        value={value}
        disabled={isDisabled}
        aria-describedby={description && `${id}-description`}
        onChange={(event) => onChange(event.target.value as Value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      {description && (
        <span id={`${id}-description`} className={field.description}>
          {description}
        </span>
      )}
    </div>
  );
}
