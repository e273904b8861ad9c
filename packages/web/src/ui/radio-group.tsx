import { type ReactNode, useId } from "react";
import { classes } from "./classes.js";
import styles from "./radio-group.module.css";
import field from "./text-field.module.css";

interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly description?: string;
  /** A field that this choice needs, shown while it is chosen. */
  readonly field?: ReactNode;
}

interface RadioGroupProps<Value extends string> {
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** true: side by side where there is room. */
  readonly inRow?: boolean;
}

/** One of a few choices, each with its explanation: the browser's own buttons. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, choices, value: chosen, onChange, inRow } = props;
  const name = useId();
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a fieldset alone is a group of anything
    <fieldset role="radiogroup" className={styles.group} aria-label={label}>
      <legend className={field.label}>{label}</legend>
      <div className={classes(styles.choices, inRow && styles.row)}>
        {choices.map(({ value, label, description, field: own }) => (
          <div key={value} className={styles.choice}>
            <label className={styles.button}>
              <input
                type="radio"
                name={name}
                value={value}
                checked={value === chosen}
                aria-describedby={description && `${name}-${value}`}
                onChange={() => onChange(value)}
              />
              {label}
            </label>
            {description && (
              <p id={`${name}-${value}`} className={classes(field.description, styles.description)}>
                {description}
              </p>
            )}
            {own && value === chosen && <div className={styles.own}>{own}</div>}
          </div>
        ))}
      </div>
    </fieldset>
  );
}
