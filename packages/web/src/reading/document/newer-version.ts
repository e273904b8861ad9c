import { RefusalError } from "@retrieval/api/client";
import { isRefusal } from "../../api/errors.js";
import { useDocumentNow } from "../queries.js";
import type { LoadedText } from "./loaded-text.js";

/**
 * Whether the service has another version than the one on screen, or none: asked when the tab becomes visible again, or
 * told by a part of the text that cannot be loaded.
 */
export function useNewerVersion(document_id: string, text: LoadedText | null, error: unknown) {
  const now = useDocumentNow(document_id);
  const isOtherVersion =
    error instanceof RefusalError && error.problems.some(({ code }) => code === "cursor.other_version");
  // The version that came into force may have been published earlier.
  const isAnother = text !== null && now.data !== null && now.data.published_at !== text.document.published_at;
  return {
    isOtherVersion,
    isOutdated: isOtherVersion || isAnother,
    /** Why the document can no longer be read; null: it can. */
    withdrawal: isRefusal(now.error, "DOCUMENT_NOT_FOUND", "DOCUMENT_ABOLISHED") ? now.error : null,
  };
}
