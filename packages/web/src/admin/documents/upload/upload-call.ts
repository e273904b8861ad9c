import type { CallOf, OriginalChoice } from "@retrieval/api/client";
import { STRUCTURED_CHUNKS } from "@retrieval/api/client";

/** The fields that are sent with a file. */
export interface UploadChoices {
  readonly document_id: string;
  readonly title: string;
  readonly version: string;
  /** The day from which it is in force; empty: that of its publication. */
  readonly effective_from: string;
  readonly publish: boolean;
  /** true: only administrators and developers may read it until its rule is set. */
  readonly isRestricted: boolean;
  /** Who may download the file itself, of those who see the document. */
  readonly original: OriginalChoice;
}

/** @param media_type structured chunks carry all fields themselves, so none is sent with them */
export function uploadCall(choices: UploadChoices, body: Blob, media_type: string): CallOf<"uploadDocument"> {
  const { document_id, title, version, effective_from, publish, isRestricted, original } = choices;
  const file = { document_id, body, type: media_type };
  if (media_type === STRUCTURED_CHUNKS) return file;
  return {
    ...file,
    title: title.trim() || undefined,
    version: version.trim() || undefined,
    publish: publish ? undefined : false,
    // The day of a draft is decided when it is published.
    effective_from: (publish && effective_from) || undefined,
    original,
    access_rules: isRestricted ? JSON.stringify({ allow_all: false }) : undefined,
  };
}
