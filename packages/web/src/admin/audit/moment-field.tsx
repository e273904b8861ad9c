import { TextField } from "../../ui/text-field.js";
import type { Precision } from "./local-moment.js";

interface MomentFieldProps {
  readonly label: string;
  readonly description?: string;
  readonly error?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly precision: Precision;
  readonly isRequired?: boolean;
}

/** Wall-clock time, in the browser's own field. */
export function MomentField({ precision, ...field }: MomentFieldProps) {
  const step = precision === "minutes" ? "60" : "1";
  return <TextField {...field} type="datetime-local" input={{ step, max: "9999-12-31T23:59:59" }} />;
}
