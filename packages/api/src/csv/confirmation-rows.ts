import type { CsvValue } from "./write.js";

type Rows = readonly (readonly CsvValue[])[];

/** The header line of a CSV of confirmations; {@link confirmationRows} follow it. */
export const CONFIRMATION_HEADER: Rows = [
  ["document_id", "number", "version", "user_id", "display_name", "confirmed_at"],
];

/** Every line is complete, so that lines of several files can be combined. @param confirmed_at ISO 8601; null: not yet */
export function confirmationRows(
  { document_id, number, version }: Readonly<Record<"document_id" | "version", string>> & { readonly number: number },
  users: readonly (Readonly<Record<"user_id" | "display_name", string>> & { readonly confirmed_at: string | null })[],
): Rows {
  return users.map(({ user_id, display_name, confirmed_at }) => [
    document_id,
    number,
    version,
    user_id,
    display_name,
    confirmed_at,
  ]);
}
