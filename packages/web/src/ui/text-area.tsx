import { Labelled } from "./labelled.js";

interface TextAreaProps {
  readonly label: string;
  readonly description?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly maxLength?: number;
}

/** A text of several lines. */
export function TextArea({ label, description, value, onChange, maxLength }: TextAreaProps) {
  return (
    <Labelled label={label} description={description}>
      {(control) => (
        <textarea
          {...control}
          rows={3}
          maxLength={maxLength}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Labelled>
  );
}
