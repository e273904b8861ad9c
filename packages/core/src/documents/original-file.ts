import type { Reader } from "../access/audience.js";

/** Who may download the uploaded file of a document, of those who may see the document; `none`: it is not kept. */
export const ORIGINAL_CHOICES = ["admins", "readers", "none"] as const;
export type OriginalChoice = (typeof ORIGINAL_CHOICES)[number];

export function isOriginalChoice(given: unknown): given is OriginalChoice {
  return (ORIGINAL_CHOICES as readonly unknown[]).includes(given);
}

/** An uploaded file that is kept. */
export interface OriginalFile {
  readonly media_type: string;
  readonly original_for: Exclude<OriginalChoice, "none">;
}

/**
 * Who may download the file of a version that is restored: readers only if both versions let them, so that no
 * restoration opens a file that was withdrawn from them.
 */
export function restoredFor(
  restored: OriginalFile["original_for"],
  published: OriginalFile["original_for"] | null,
): OriginalFile["original_for"] {
  return restored === "readers" && published === "readers" ? "readers" : "admins";
}

export interface UploadedOriginal extends OriginalFile {
  readonly bytes: Uint8Array;
  /** true: the sender did not choose `original_for`, so a published version with the same file keeps its own. */
  readonly original_for_is_default?: boolean;
}

/** Whether a reader of the document may download its file; null: there is none. */
export function mayDownload(
  { role }: Pick<Reader, "role">,
  original_for: OriginalFile["original_for"] | null,
): boolean {
  return original_for === "readers" || (original_for === "admins" && role === "admin");
}
