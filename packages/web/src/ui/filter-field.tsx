import { Stack } from "./layout.js";
import { TextField } from "./text-field.js";

const FILTER_MAX = 200;

interface FilterFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Narrows a list while the user types. */
export function FilterField(props: FilterFieldProps) {
  return (
    <Stack gap={0} narrow="field">
      <TextField {...props} type="search" maxLength={FILTER_MAX} autoComplete="off" />
    </Stack>
  );
}
