import { FieldError } from "react-aria-components/FieldError";
import { Input, type InputProps } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps } from "react-aria-components/TextField";
import styles from "./text-field.module.css";

interface TextFieldProps extends Omit<AriaTextFieldProps, "className" | "children"> {
  readonly label: string;
  readonly description?: string;
  readonly error?: string;
  /** What is unusual about the value; it may stay. */
  readonly warning?: string | undefined;
  readonly placeholder?: string;
  /** For the input itself: props that the field does not pass on. */
  readonly input?: InputProps;
}

export function TextField({ label, description, error, warning, placeholder, input, ...props }: TextFieldProps) {
  return (
    <AriaTextField {...props} className={styles.field ?? ""} isInvalid={error !== undefined}>
      <Label className={styles.label}>{label}</Label>
      <Input {...input} {...(placeholder && { placeholder })} className={styles.input ?? ""} />
      {description && (
        <Text slot="description" className={styles.description ?? ""}>
          {description}
        </Text>
      )}
      {warning && (
        <Text slot="description" className={styles.warning ?? ""} role="status">
          {warning}
        </Text>
      )}
      <FieldError className={styles.error ?? ""}>{error}</FieldError>
    </AriaTextField>
  );
}
