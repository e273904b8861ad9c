import { classes } from "./classes.js";
import { Labelled } from "./labelled.js";
import styles from "./select.module.css";

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly description?: string;
}

/** One of several choices: the browser's own list, which every keyboard, telephone and screen reader supports. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, choices, value, onChange, description } = props;
  return (
    <Labelled label={label} description={description}>
      {({ className, ...control }) => (
        <select
          {...control}
          className={classes(className, styles.select)}
          value={value}
          onChange={(event) => onChange(event.target.value as Value)}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
