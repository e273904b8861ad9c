import { Label } from "react-aria-components/Label";
import {
  RadioGroup as AriaRadioGroup,
  type RadioGroupProps as AriaRadioGroupProps,
  RadioButton,
  RadioField,
} from "react-aria-components/RadioGroup";
import { Text } from "react-aria-components/Text";
import { classes } from "./classes.js";
import styles from "./radio-group.module.css";

interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly description?: string;
}

interface RadioGroupProps<Value extends string>
  extends Omit<AriaRadioGroupProps, "className" | "children" | "value" | "onChange"> {
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  /** true: side by side where there is room. */
  readonly inRow?: boolean;
}

/** One of a few choices, each with its explanation. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, choices, onChange, inRow, ...rest } = props;
  return (
    <AriaRadioGroup {...rest} className={styles.group ?? ""} onChange={(value) => onChange(value as Value)}>
      <Label className={styles.label}>{label}</Label>
      <div className={classes(styles.choices, inRow && styles.row)}>
        {choices.map(({ value, label, description }) => (
          <RadioField key={value} value={value} className={styles.choice ?? ""}>
            <RadioButton className={styles.button ?? ""}>
              <span className={styles.dot} aria-hidden />
              {label}
            </RadioButton>
            {description && (
              <Text slot="description" className={styles.description ?? ""}>
                {description}
              </Text>
            )}
          </RadioField>
        ))}
      </div>
    </AriaRadioGroup>
  );
}
