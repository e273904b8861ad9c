/** What an import does to users, by the names of its counts. */
export const IMPORT_CHANGES = ["new", "changed", "reactivated", "deactivated"] as const;
export type ImportChange = (typeof IMPORT_CHANGES)[number];
