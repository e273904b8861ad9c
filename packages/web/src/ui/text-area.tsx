import { Labelled } from "./labelled.js";

interface TextAreaProps {
  readonly label: string;
  readonly description?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly maxLength?: number;
  readonly rows?: number;
}

/** A text of several lines. */
export function TextArea({ label, description, value, onChange, maxLength, rows = 3 }: TextAreaProps) {
  return (
    <Labelled label={label} description={description}>
      {(control) => (
        <textarea
          {...control}
          rows={rows}
          maxLength={maxLength}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Labelled>
  );
}
