/** A moment in milliseconds since 1970, as answers write it (ISO 8601, UTC). */
export const isoText = (ms: number): string => new Date(ms).toISOString();

export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : isoText(ms));
